//! The classes of things a world has: floors, pictures, objects.
//!
//! A class is an entry of one table. Whoever needs to know how the things of a
//! class behave (where they are seen, what is said of them, how they are drawn)
//! asks the entry, so that a new class is a new entry and not a new branch in
//! every stage.

use std::fmt;

use super::{Group, KindId};

/// What sort of thing a kind is a kind of: a reference to an entry of the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Class(u8);

/// What all things of one class have in common.
#[derive(Debug)]
pub(crate) struct ClassEntry {
    /// What messages call it: `floor`.
    pub name: &'static str,
    /// What map files and legends call its kinds: `floors`.
    pub plural: &'static str,
    /// What its things are attached to, and so where one sees them.
    pub attachment: Attachment,
    /// The group of the CAS language that means any thing of the class.
    pub group: Option<Group>,
    /// What plain words add to a kind's own: the fish `picture`.
    pub noun: Option<&'static str>,
}

/// What things of a class are attached to. Nearly all that is meant by a class
/// follows from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Attachment {
    /// A passage, whose look it is. One sees a way that has it, not a thing
    /// beside the way; people say it in place of the way: 'onto the wood'.
    Surface,
    /// A passage, along both its walls. One sees it ahead, on the left and on
    /// the right of whoever looks down the passage; it is never counted.
    Walls,
    /// A place. One walks to it, faces it, passes it and counts it: a landmark.
    Place,
}

/// The table. The constants of [`Class`] are positions in it.
const CLASSES: &[ClassEntry] = &[
    ClassEntry {
        name: "floor",
        plural: "floors",
        attachment: Attachment::Surface,
        group: Some(Group::Flooring),
        noun: Some("floor"),
    },
    ClassEntry {
        name: "wall",
        plural: "walls",
        attachment: Attachment::Walls,
        group: Some(Group::Pic),
        noun: Some("picture"),
    },
    ClassEntry {
        name: "object",
        plural: "objects",
        attachment: Attachment::Place,
        group: Some(Group::Furniture),
        noun: None,
    },
];

impl Class {
    /// The floor of a passage.
    pub const FLOOR: Class = Class(0);
    /// What hangs on the walls of a passage.
    pub const PICTURE: Class = Class(1);
    /// What stands at a place.
    pub const OBJECT: Class = Class(2);

    /// How many classes there are.
    pub const COUNT: usize = CLASSES.len();

    /// All classes, in the order of the table.
    pub fn all() -> impl Iterator<Item = Class> + Clone {
        (0..Class::COUNT as u8).map(Class)
    }

    /// The classes whose things are attached in that way.
    pub(crate) fn attached(attachment: Attachment) -> impl Iterator<Item = Class> + Clone {
        Class::all().filter(move |class| class.attachment() == attachment)
    }

    /// Its place in the table.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// What all its things have in common.
    pub(crate) fn entry(self) -> &'static ClassEntry {
        &CLASSES[self.index()]
    }

    /// What its things are attached to.
    pub fn attachment(self) -> Attachment {
        self.entry().attachment
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.entry().name)
    }
}

impl fmt::Debug for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// At most one kind of each class: how a passage looks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Looks([u16; Class::COUNT]);

/// Stands for no kind: a class has fewer.
const NONE: u16 = u16::MAX;

impl Looks {
    /// The kind of that class.
    pub(super) fn get(&self, class: Class) -> Option<KindId> {
        let index = self.0[class.index()];
        (index != NONE).then(|| KindId::new(class, index))
    }

    /// Puts a kind in place of another of its class.
    pub(super) fn put(&mut self, kind: KindId) {
        self.0[kind.class().index()] = kind.index() as u16;
    }

    /// All kinds, in the order of the classes.
    pub(super) fn iter(&self) -> impl Iterator<Item = KindId> + '_ {
        Class::all().filter_map(|class| self.get(class))
    }
}

impl Default for Looks {
    fn default() -> Looks {
        Looks([NONE; Class::COUNT])
    }
}

impl fmt::Debug for Looks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_are_their_entries() {
        let named = [(Class::FLOOR, "floor"), (Class::PICTURE, "wall"), (Class::OBJECT, "object")];
        for (class, name) in named {
            assert_eq!(class.to_string(), name);
        }
        for class in Class::all() {
            let group = class.entry().group;
            assert!(group.is_none_or(|group| group.class() == class && group.is_whole_class()));
        }
        let mut names: Vec<&str> = Class::all().map(|class| class.entry().name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Class::COUNT, "every class has a name of its own");
    }

    #[test]
    fn looks_hold_one_kind_of_a_class() {
        let mut looks = Looks::default();
        assert_eq!(looks.iter().count(), 0);
        let [blue, wood, fish] = [(Class::FLOOR, 0), (Class::FLOOR, 6), (Class::PICTURE, 1)]
            .map(|(class, index)| KindId::new(class, index));
        [blue, fish, wood].into_iter().for_each(|kind| looks.put(kind));
        assert_eq!(looks.iter().collect::<Vec<_>>(), [wood, fish]);
        assert_eq!(looks.get(Class::OBJECT), None);
    }
}
