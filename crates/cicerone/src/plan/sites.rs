//! The sites of a structure: what waits for a value, in the order it is filled.
//!
//! A described thing is one site, with everything nested in it: its leaves
//! speak of one entity and are chosen together.

use crate::cas::{
    Action, Direction, Distance, Face, Label, Precondition, Slot, Thing, Travel, Turn, Verify, View,
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
    match action {
        Action::Turn(one) => turn(one, each),
        Action::Travel(one) => travel(one, Role::End, each),
        Action::Face(one) => face(one, Role::Faced, each),
        Action::Verify(one) => verify(one, Role::Checked, each),
        Action::Find(one) => option(&mut one.until, |one| verify(one, Role::End, each)),
    }
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

fn option<N>(node: &mut Option<Box<N>>, visit: impl FnOnce(&mut N)) {
    if let Some(node) = node {
        visit(node);
    }
}

fn leaf<'t, T>(
    slot: &'t mut Slot<T>,
    site: impl FnOnce(&'t mut Slot<T>) -> Site<'t>,
    each: &mut dyn FnMut(Site<'_>),
) {
    if slot.is_present() {
        each(site(slot));
    }
}

fn turn(turn: &mut Turn, each: &mut dyn FnMut(Site<'_>)) {
    leaf(&mut turn.direction, Site::Direction, each);
    leaf(&mut turn.view, Site::View, each);
    option(&mut turn.location, |one| travel(one, Role::Before, each));
    option(&mut turn.precond, |one| match one {
        Precondition::Face(one) => face(one, Role::FacedBefore, each),
        Precondition::Travel(one) => travel(one, Role::Before, each),
    });
    option(&mut turn.face, |one| face(one, Role::Faced, each));
    option(&mut turn.postcond, |one| travel(one, Role::End, each));
}

fn travel(one: &mut Travel, role: Role, each: &mut dyn FnMut(Site<'_>)) {
    option(&mut one.location, |one| travel(one, Role::Before, each));
    option(&mut one.face, |one| face(one, Role::FacedBefore, each));
    option(&mut one.until, |one| verify(one, role, each));
    option(&mut one.follow, |one| option(&mut one.until, |one| verify(one, role, each)));
    option(&mut one.past, |one| verify(one, Role::Past, each));
    option(&mut one.distance, |one| distance(one, each));
}

fn face(face: &mut Face, role: Role, each: &mut dyn FnMut(Site<'_>)) {
    leaf(&mut face.direction, Site::Direction, each);
    option(&mut face.faced, |one| verify(one, role, each));
}

fn verify(one: &mut Verify, role: Role, each: &mut dyn FnMut(Site<'_>)) {
    for thing in &mut one.desc {
        each(Site::Thing(thing, role));
    }
    option(&mut one.goal, |goal| {
        option(&mut goal.cond, |one| travel(one, Role::End, each));
        leaf(&mut goal.goal, Site::Label, each);
    });
    option(&mut one.dist, |one| distance(one, each));
}

fn distance(one: &mut Distance, each: &mut dyn FnMut(Site<'_>)) {
    leaf(&mut one.count, Site::Count, each);
    option(&mut one.unit, |one| verify(one, Role::Unit, each));
}
