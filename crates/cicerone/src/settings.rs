//! How configurations are made outside this crate.
//!
//! They are `#[non_exhaustive]`, so that a new parameter breaks nobody, and so
//! cannot be written as literals elsewhere. One starts from the default and
//! sets what is to be different: `PlannerConfig::default().enough(3)`.

/// Gives a configuration one setter for each of these fields, named as it.
macro_rules! setters {
    ($config:ident { $($field:ident: $type:ty),+ $(,)? }) => {
        impl $config {
            $(
                #[doc = concat!("The same with another [`", stringify!($field), "`](Self#structfield.", stringify!($field), ").")]
                #[must_use]
                pub fn $field(mut self, $field: $type) -> $config {
                    self.$field = $field;
                    self
                }
            )+
        }
    };
}

pub(crate) use setters;
