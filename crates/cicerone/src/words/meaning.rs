//! What a leaf of a command means, and which leaves one word can say.
//!
//! The same word says `direction=Left` and `side=Left`, `Appear=[Grass]` and
//! `value=Grass`. Swapping one without the other would leave a word that
//! means two things, so leaves are put together into families, and a swap
//! stays inside one.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::cas::Command;
use crate::world::{Attachment, Group, Vocabulary};

/// Values that can stand for one another, and that the same words say.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Family {
    /// Ways to turn, and sides on which things are.
    Way,
    /// How many: steps, blocks, things.
    Number,
    /// Which one in a row.
    Order,
    /// The label of a goal.
    Goal,
    /// Objects.
    Object,
    /// Floors and their colours.
    Floor,
    /// Pictures on walls.
    Picture,
    /// Where ways meet, bend or end.
    Place,
    /// Long and short.
    Shape,
}

impl Family {
    /// The family of a value, by attribute and value as a command writes them;
    /// `None` for what no words say by themselves (`dist`, `type`, `view`),
    /// for groups that hold a whole class, and for paths and walls, of which
    /// there is no other kind to swap with.
    pub fn of(attribute: &str, value: &str, vocabulary: &Vocabulary) -> Option<Family> {
        let is_one_of = |values: &[&str]| values.contains(&value);
        match attribute {
            "direction" => Some(Family::Way),
            // What is in front is faced and what is behind is at one's back:
            // other sentences, not other words.
            "side" => is_one_of(&["Left", "Right"]).then_some(Family::Way),
            "count" | "Count" => Some(Family::Number),
            "Order_adj" => Some(Family::Order),
            "goal" => Some(Family::Goal),
            "Structural" => is_one_of(&["Long", "Short"]).then_some(Family::Shape),
            "value" | "Appear" => {
                if is_one_of(&["Intersection", "Corner", "DeadEnd", "End"]) {
                    return Some(Family::Place);
                }
                let kind = vocabulary.by_cas_name(value).map(|kind| kind.class());
                let group = Group::ALL
                    .iter()
                    .find(|group| group.name() == value && !group.is_whole_class())
                    .map(|group| group.class());
                kind.or(group).map(|class| match class.attachment() {
                    Attachment::Surface => Family::Floor,
                    Attachment::Walls => Family::Picture,
                    Attachment::Place => Family::Object,
                })
            }
            _ => None,
        }
    }

    /// True if its words have a plural that a number before them asks for.
    /// Places do not: in 'until the hall ends' the word is a verb.
    pub(crate) fn has_plural(self) -> bool {
        matches!(self, Family::Object | Family::Picture)
    }
}

/// A value of a family.
#[derive(
    Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
pub struct Meaning {
    /// The family.
    pub family: Family,
    /// The value as commands write it: `Left`, `2`, `BlueTile`.
    pub value: String,
}

impl Meaning {
    /// The meaning of a leaf, if it has one that words can say.
    pub fn of(attribute: &str, value: &str, vocabulary: &Vocabulary) -> Option<Meaning> {
        Family::of(attribute, value, vocabulary)
            .map(|family| Meaning { family, value: value.to_owned() })
    }

    /// The meanings of all leaves, one for each leaf.
    pub(crate) fn all(commands: &[Command], vocabulary: &Vocabulary) -> Vec<Meaning> {
        let leaves = commands.iter().flat_map(|command| command.values(vocabulary));
        leaves.filter_map(|(name, value)| Meaning::of(&name, &value, vocabulary)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_put_together_what_the_same_words_say() {
        let family = |attribute, value| Family::of(attribute, value, Vocabulary::sail());
        assert_eq!(family("direction", "Left"), family("side", "Left"));
        assert_eq!(family("Appear", "Grass"), family("value", "Gray"));
        assert_eq!(family("value", "Sofa"), Some(Family::Object));
        assert_eq!(family("value", "GenChair"), Some(Family::Object));
        for (attribute, value) in
            [("side", "At"), ("side", "Back"), ("value", "Pic"), ("dist", "Far")]
        {
            assert_eq!(family(attribute, value), None);
        }
    }
}
