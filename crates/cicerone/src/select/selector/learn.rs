//! Learning a selector: its bank, its policy, and the contexts it prepares.

use std::collections::BTreeMap;

use super::{Selector, SelectorConfig};
use crate::Result;
use crate::select::{Choice, Policy, StructureBank};

impl Selector {
    /// Learns from people's choices.
    pub fn learn(choices: &[Choice], config: &SelectorConfig) -> Result<Selector> {
        config.check()?;
        let seen = |context| config.policy.seen(context);
        let choices: Vec<Choice> = choices
            .iter()
            .map(|choice| Choice { context: seen(choice.context), ..choice.clone() })
            .collect();
        let bank = StructureBank::of(&choices)?;
        let (policy, training) = Policy::learn(&bank, &config.policy)?;
        let mut selector = Selector::from_parts(*config, bank, policy, training, BTreeMap::new());
        let contexts = selector.bank.contexts().into_keys();
        selector.prepared = contexts.map(|context| (context, selector.groups(context))).collect();
        Ok(selector)
    }
}
