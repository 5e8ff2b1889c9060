//! Misreadings of a command: one count more or less, left for right.

use super::habits::Habits;
use crate::cas::{Action, Direction, Find, Slot, Thing, ThingSide, VisitMut, walk_mut};

/// How a command was misread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Slip {
    /// Not at all.
    None,
    /// One place too few, of so many.
    Fewer(u32),
    /// One place too many, of so many.
    More(u32),
    /// Left for right.
    Mirrored,
    /// What was only pointed out was walked to.
    Lured,
}

impl Slip {
    /// How often it happens.
    pub(super) fn chance(self, habits: &Habits) -> f64 {
        // Nobody miscounts one, and whoever counts may lose count at each.
        let miscounts = |count: u32| 1.0 - (1.0 - habits.miscount).powi(count as i32 - 1);
        match self {
            Slip::None => 1.0,
            Slip::Fewer(count) | Slip::More(count) => miscounts(count) / 2.0,
            Slip::Mirrored => habits.mirror,
            Slip::Lured => habits.lure,
        }
    }
}

/// The command as it is meant and as it may be misread. Whoever hears nothing
/// after it may take what is pointed out for the goal.
pub(super) fn readings(action: &Action, is_last: bool) -> Vec<(Slip, Action)> {
    let mut facts = Facts::default();
    facts.action(&mut action.clone());
    let mut all = vec![(Slip::None, action.clone())];
    if facts.count > 1 {
        for (slip, by) in [(Slip::Fewer(facts.count), -1), (Slip::More(facts.count), 1)] {
            let mut misread = action.clone();
            Miscount(by).action(&mut misread);
            all.push((slip, misread));
        }
    }
    if facts.has_hands {
        all.push((Slip::Mirrored, mirrored(action)));
    }
    if is_last && let Some(search) = lure(action) {
        all.push((Slip::Lured, search));
    }
    all
}

/// The command with left for right throughout.
pub(super) fn mirrored(action: &Action) -> Action {
    let mut misread = action.clone();
    Mirror.action(&mut misread);
    misread
}

/// 'There is a bench to your left', read as 'go to the bench'; `None` for what
/// is not a statement about things.
pub(super) fn lure(action: &Action) -> Option<Action> {
    let Action::Verify(verify) = action else { return None };
    if verify.goal.is_some() || verify.desc.is_empty() {
        return None;
    }
    let mut search = verify.clone();
    search.dist = None;
    for thing in &mut search.desc {
        (thing.side, thing.dist) = (Slot::Set(ThingSide::At), Slot::Unset);
    }
    Some(Action::Find(Find { until: Some(Box::new(search)) }))
}

/// What there is to misread.
#[derive(Default)]
struct Facts {
    count: u32,
    has_hands: bool,
}

impl VisitMut for Facts {
    fn count(&mut self, count: &mut Slot<u32>) {
        self.count = self.count.max(count.get().copied().unwrap_or(0));
    }

    fn direction(&mut self, direction: &mut Slot<Direction>) {
        self.has_hands |= matches!(direction.get(), Some(Direction::Left | Direction::Right));
    }

    fn thing(&mut self, thing: &mut Thing) {
        self.has_hands |= matches!(thing.side.get(), Some(ThingSide::Left | ThingSide::Right));
        self.count = self.count.max(thing.order.get().copied().unwrap_or(0));
        walk_mut::thing(self, thing);
    }
}

struct Miscount(i64);

impl Miscount {
    fn slip(&self, slot: &mut Slot<u32>) {
        if let Slot::Set(number) = slot
            && *number > 1
        {
            *number = (i64::from(*number) + self.0).clamp(1, i64::from(u32::MAX)) as u32;
        }
    }
}

impl VisitMut for Miscount {
    fn count(&mut self, count: &mut Slot<u32>) {
        self.slip(count);
    }

    fn thing(&mut self, thing: &mut Thing) {
        self.slip(&mut thing.order);
        walk_mut::thing(self, thing);
    }
}

struct Mirror;

impl VisitMut for Mirror {
    fn direction(&mut self, direction: &mut Slot<Direction>) {
        match direction {
            Slot::Set(Direction::Left) => *direction = Slot::Set(Direction::Right),
            Slot::Set(Direction::Right) => *direction = Slot::Set(Direction::Left),
            _ => {}
        }
    }

    fn thing(&mut self, thing: &mut Thing) {
        match thing.side {
            Slot::Set(ThingSide::Left) => thing.side = Slot::Set(ThingSide::Right),
            Slot::Set(ThingSide::Right) => thing.side = Slot::Set(ThingSide::Left),
            _ => {}
        }
        walk_mut::thing(self, thing);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::Vocabulary;

    fn misread(text: &str) -> Vec<String> {
        let vocabulary = Vocabulary::sail();
        let action = Action::parse(text, vocabulary).unwrap();
        readings(&action, true)[1..]
            .iter()
            .map(|(_, one)| one.display(vocabulary).to_string())
            .collect()
    }

    #[test]
    fn hands_and_counts_are_misread() {
        assert_eq!(misread("Turn(direction=Left)"), ["Turn(direction=Right)"]);
        assert_eq!(misread("Turn(direction=Back)"), [""; 0]);
        assert_eq!(misread("Travel(distance=Distance(count=1))"), [""; 0]);
        assert_eq!(
            misread("Travel(distance=Distance(count=3))"),
            ["Travel(distance=Distance(count=2))", "Travel(distance=Distance(count=4))"]
        );
    }

    #[test]
    fn the_more_there_is_to_count_the_more_often_it_goes_wrong() {
        let chances = [1, 2, 5].map(|count| Slip::More(count).chance(&Habits::default()));
        assert_eq!(chances[0], 0.0);
        assert!(chances[1] < chances[2]);
    }
}
