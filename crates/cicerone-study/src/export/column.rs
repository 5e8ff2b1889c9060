//! Tables whose columns know what they hold.
//!
//! One description of a column serves every format and the codebook, so that
//! what is said about a table is true of all of them.

/// A table, ready to be written.
pub(super) struct Table {
    /// What its file is called.
    pub(super) name: &'static str,
    /// What one row is.
    pub(super) meaning: &'static str,
    pub(super) columns: Vec<Column>,
}

/// One column, with what the codebook says about it.
pub(super) struct Column {
    pub(super) name: String,
    /// Empty if it has none.
    pub(super) unit: &'static str,
    pub(super) meaning: String,
    /// Which values there can be, and what they mean; empty if any.
    pub(super) values: Vec<(String, String)>,
    /// Whether a cell may be missing.
    pub(super) optional: bool,
    pub(super) cells: Cells,
}

/// The cells of a column.
pub(super) enum Cells {
    Text(Vec<Option<String>>),
    Integer(Vec<Option<i64>>),
    Real(Vec<Option<f64>>),
    Truth(Vec<Option<bool>>),
    /// Milliseconds since 1970 in UTC.
    Moment(Vec<Option<i64>>),
}

impl Table {
    pub(super) fn rows(&self) -> usize {
        self.columns.first().map_or(0, |column| column.cells.len())
    }
}

impl Column {
    fn new(name: &str, optional: bool, cells: Cells, meaning: &str) -> Column {
        let meaning = meaning.to_owned();
        Column { name: name.into(), unit: "", meaning, values: Vec::new(), optional, cells }
    }

    /// Words; every cell has some, if only an empty text.
    pub(super) fn text<'a>(
        name: &str,
        cells: impl Iterator<Item = &'a str>,
        meaning: &str,
    ) -> Column {
        let cells = cells.map(|cell| Some(cell.to_owned())).collect();
        Column::new(name, false, Cells::Text(cells), meaning)
    }

    /// Words that may be missing.
    pub(super) fn text_if_any<'a>(
        name: &str,
        cells: impl Iterator<Item = Option<&'a str>>,
        meaning: &str,
    ) -> Column {
        let cells = cells.map(|cell| cell.map(str::to_owned)).collect();
        Column::new(name, true, Cells::Text(cells), meaning)
    }

    /// Whole numbers.
    pub(super) fn integer(name: &str, cells: impl Iterator<Item = u32>, meaning: &str) -> Column {
        let cells = cells.map(|cell| Some(i64::from(cell))).collect();
        Column::new(name, false, Cells::Integer(cells), meaning)
    }

    /// Whole numbers that may be missing.
    pub(super) fn integer_if_any(
        name: &str,
        cells: impl Iterator<Item = Option<u32>>,
        meaning: &str,
    ) -> Column {
        let cells = cells.map(|cell| cell.map(i64::from)).collect();
        Column::new(name, true, Cells::Integer(cells), meaning)
    }

    /// Numbers. One that is none (JSON cannot write it) is missing.
    pub(super) fn real(
        name: &str,
        cells: impl Iterator<Item = Option<f64>>,
        meaning: &str,
    ) -> Column {
        let cells = cells.map(|cell| cell.filter(|number| number.is_finite())).collect();
        Column::new(name, true, Cells::Real(cells), meaning)
    }

    /// True or false.
    pub(super) fn truth(name: &str, cells: impl Iterator<Item = bool>, meaning: &str) -> Column {
        Column::new(name, false, Cells::Truth(cells.map(Some).collect()), meaning)
    }

    /// Points in time.
    pub(super) fn moment(
        name: &str,
        cells: impl Iterator<Item = Option<i64>>,
        optional: bool,
        meaning: &str,
    ) -> Column {
        Column::new(name, optional, Cells::Moment(cells.collect()), meaning).unit("UTC")
    }

    /// Names the unit.
    pub(super) fn unit(mut self, unit: &'static str) -> Column {
        self.unit = unit;
        self
    }

    /// Names the values.
    pub(super) fn values<'a>(
        mut self,
        values: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Column {
        let owned = |(value, meaning): (&str, &str)| (value.to_owned(), meaning.to_owned());
        self.values = values.into_iter().map(owned).collect();
        self
    }
}

impl Cells {
    pub(super) fn len(&self) -> usize {
        match self {
            Cells::Text(cells) => cells.len(),
            Cells::Integer(cells) | Cells::Moment(cells) => cells.len(),
            Cells::Real(cells) => cells.len(),
            Cells::Truth(cells) => cells.len(),
        }
    }

    /// What the codebook calls the type.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Cells::Text(_) => "text",
            Cells::Integer(_) => "integer",
            Cells::Real(_) => "number",
            Cells::Truth(_) => "boolean",
            Cells::Moment(_) => "timestamp",
        }
    }
}

/// A point in time as people and programs read it: `2026-03-01T09:30:00.125Z`.
pub(super) fn moment_text(milliseconds: i64) -> String {
    match chrono::DateTime::from_timestamp_millis(milliseconds) {
        Some(time) => time.to_rfc3339_opts(chrono::SecondsFormat::Millis, true),
        // No clock says that; the number is all there is to tell.
        None => milliseconds.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_written_to_the_millisecond() {
        assert_eq!(moment_text(0), "1970-01-01T00:00:00.000Z");
        assert_eq!(moment_text(1_772_357_400_125), "2026-03-01T09:30:00.125Z");
        assert_eq!(moment_text(i64::MAX), i64::MAX.to_string());
    }
}
