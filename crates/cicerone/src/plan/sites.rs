//! The sites of a structure: what waits for a value, in the order it is filled.
//!
//! A described thing is one site, with everything nested in it: its leaves
//! speak of one entity and are chosen together.

use crate::cas::{
    Action, DeclareGoal, Direction, Distance, Face, Label, Precondition, Slot, Thing, Travel, Turn,
    View, VisitMut, walk_mut,
};

/// Where a described thing is judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// Where the whole path ends.
    End,
    /// Where the walk before a turn, or before another walk, ends.
    Before,
    /// On the way.
    Past,
    /// As faced once the turn is made.
    Faced,
    /// As faced before the turn.
    FacedBefore,
    /// Checked where one stands.
    Checked,
    /// Names a unit of distance.
    Unit,
}

/// One site, open to change.
pub(crate) enum Site<'t> {
    Direction(&'t mut Slot<Direction>),
    View(&'t mut Slot<View>),
    Count(&'t mut Slot<u32>),
    Label(&'t mut Slot<Label>),
    Thing(&'t mut Thing, Role),
}

impl Site<'_> {
    /// What a trace calls it.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Site::Direction(_) => "direction",
            Site::View(_) => "view",
            Site::Count(_) => "count",
            Site::Label(_) => "goal",
            Site::Thing(_, Role::End) => "until",
            Site::Thing(_, Role::Before) => "location",
            Site::Thing(_, Role::Past) => "past",
            Site::Thing(_, Role::Faced) => "face",
            Site::Thing(_, Role::FacedBefore) => "face before moving",
            Site::Thing(_, Role::Checked) => "desc",
            Site::Thing(_, Role::Unit) => "distUnit",
        }
    }
}

/// Calls `each` for every site of a tree, in order: first which way, then what
/// is seen, then how far.
pub(crate) fn sites(action: &mut Action, each: &mut dyn FnMut(Site<'_>)) {
    let role = match action {
        Action::Turn(_) | Action::Face(_) => Role::Faced,
        Action::Travel(_) | Action::Find(_) | Action::Ride(_) => Role::End,
        Action::Verify(_) => Role::Checked,
    };
    Sites { role, each }.action(action);
}

/// Calls `change` for the site of that number.
pub(crate) fn change(action: &mut Action, number: usize, change: impl FnOnce(Site<'_>)) {
    let mut change = Some(change);
    let mut at = 0;
    sites(action, &mut |site| {
        if at == number
            && let Some(change) = change.take()
        {
            change(site);
        }
        at += 1;
    });
}

/// The walk in the order of filling, which knows where it is.
struct Sites<'e> {
    role: Role,
    each: &'e mut dyn FnMut(Site<'_>),
}

impl Sites<'_> {
    /// Visits a part, if it is there, whose things are judged in another role.
    fn within<N>(
        &mut self,
        role: Role,
        node: &mut Option<Box<N>>,
        visit: impl FnOnce(&mut Self, &mut N),
    ) {
        if let Some(node) = node {
            let before = std::mem::replace(&mut self.role, role);
            visit(self, node);
            self.role = before;
        }
    }

    fn leaf<'t, T>(
        &mut self,
        slot: &'t mut Slot<T>,
        site: impl FnOnce(&'t mut Slot<T>) -> Site<'t>,
    ) {
        if slot.is_present() {
            (self.each)(site(slot));
        }
    }
}

impl VisitMut for Sites<'_> {
    fn turn(&mut self, turn: &mut Turn) {
        self.direction(&mut turn.direction);
        self.view(&mut turn.view);
        self.within(Role::Before, &mut turn.location, Self::travel);
        let role = match turn.precond.as_deref() {
            Some(Precondition::Face(_)) => Role::FacedBefore,
            Some(Precondition::Travel(_)) | None => Role::Before,
        };
        self.within(role, &mut turn.precond, |sites, one| match one {
            Precondition::Face(one) => sites.face(one),
            Precondition::Travel(one) => sites.travel(one),
        });
        self.within(Role::Faced, &mut turn.face, Self::face);
        self.within(Role::End, &mut turn.postcond, Self::travel);
    }

    fn travel(&mut self, travel: &mut Travel) {
        let role = self.role;
        self.within(Role::Before, &mut travel.location, Self::travel);
        self.within(Role::FacedBefore, &mut travel.face, Self::face);
        self.within(role, &mut travel.until, Self::verify);
        self.within(role, &mut travel.follow, Self::follow);
        self.within(Role::Past, &mut travel.past, Self::verify);
        self.within(role, &mut travel.distance, Self::distance);
    }

    fn face(&mut self, face: &mut Face) {
        let role = self.role;
        self.direction(&mut face.direction);
        self.within(role, &mut face.faced, Self::verify);
    }

    fn goal(&mut self, goal: &mut DeclareGoal) {
        let before = std::mem::replace(&mut self.role, Role::End);
        walk_mut::goal(self, goal);
        self.role = before;
    }

    fn distance(&mut self, distance: &mut Distance) {
        let before = std::mem::replace(&mut self.role, Role::Unit);
        walk_mut::distance(self, distance);
        self.role = before;
    }

    fn thing(&mut self, thing: &mut Thing) {
        // What is nested in it belongs to the same entity.
        (self.each)(Site::Thing(thing, self.role));
    }

    fn direction(&mut self, direction: &mut Slot<Direction>) {
        self.leaf(direction, Site::Direction);
    }

    fn view(&mut self, view: &mut Slot<View>) {
        self.leaf(view, Site::View);
    }

    fn count(&mut self, count: &mut Slot<u32>) {
        self.leaf(count, Site::Count);
    }

    fn label(&mut self, label: &mut Slot<Label>) {
        self.leaf(label, Site::Label);
    }
}
