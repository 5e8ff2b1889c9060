//! Walking up to a lift, stairs or an escalator.

use super::bends::{direction, told_as_slight};
use super::marks::{connection_value, label, of, on};
use super::{Ending, Part, Telling, ease};
use crate::cas::{Action, Slot, Thing, Travel, Turn};
use crate::world::{Before, ConnectionId, Item, Side, Sighted};

/// Where one turns to a lift is no farther than this from where one is beside it.
const AT_IT: f64 = 1.2;
/// A lift or stairs this far behind a turn is walked to, in metres.
const WORTH_WALKING: f64 = 3.5;

impl Telling<'_> {
    /// 'Turn right to the main stairs.'
    pub(super) fn turns_to(&self, by: f64, id: ConnectionId, steps: f64) -> Vec<Ending> {
        let connection = self.world.connection(id);
        let thing = Thing {
            value: Slot::Set(connection_value(connection.kind)),
            name: label(connection.name.as_deref()),
            ..Thing::default()
        };
        let Some(direction) = direction(by) else {
            let travel = Travel { until: of(vec![thing]), ..Travel::default() };
            let part = Part::new(vec![Action::Travel(travel)], 1.0, 0.98);
            return vec![Ending { part, needs_metres: true, ..Ending::silent() }];
        };
        let needs_metres = self.length - self.begin() >= 1.5;
        let side = if by < 0.0 { Side::Left } else { Side::Right };
        let mut items = self.marks.outlook.items.iter().enumerate();
        let here = items.find(|(_, item)| {
            item.what == Sighted::Connection(id)
                && item.side == side
                && (item.along - self.length).abs() < 3.0
        });
        let (thing, ease) = match here {
            None => (thing, 0.95),
            Some((_, item)) => {
                let own = Thing { side: on(side), ..thing.clone() };
                match self.marks.order_of(&own, item) {
                    Some(order) if self.marks.fitting(&own).len() > 1 => {
                        (Thing { order: Slot::Set(order), ..own }, 0.985 * ease::counted(order))
                    }
                    _ => (thing, 0.985),
                }
            }
        };
        // One turns where the way to it opens, which may be before or behind it.
        let reaches = here.map(|(_, item)| item.along);
        let reaches = reaches.filter(|along| (along - self.length).abs() < AT_IT);
        let opens = self.way_here(side).map(|item| self.within(item));
        let reaches = opens.or(reaches);
        let items = here.map(|(number, _)| number).into_iter().collect();
        let turn = Turn { direction: Slot::Set(direction), ..Turn::default() };
        // More than a few steps away it is walked to.
        let actions = match steps > WORTH_WALKING {
            true => {
                let thing = Thing { side: Slot::Unset, order: Slot::Unset, ..thing };
                let distance = Some(super::stretch::distance(steps));
                let walk = Travel { distance, until: of(vec![thing]), ..Travel::default() };
                vec![Action::Turn(turn), Action::Travel(walk)]
            }
            false => vec![Action::Turn(Turn { into: of(vec![thing]), ..turn })],
        };
        let mut part = Part::new(actions, 1.0, ease * ease::sided());
        if self.is_slight_turn(by) {
            told_as_slight(&mut part.actions);
        }
        vec![Ending { part, items, needs_metres, reaches }]
    }

    /// 'To the lift, on your right.'
    pub(super) fn boardings(&self, id: ConnectionId) -> Vec<Ending> {
        let items = &self.marks.outlook.items;
        let near = items.iter().enumerate().filter(|(_, item)| {
            item.what == Sighted::Connection(id) && (item.along - self.length).abs() < 3.5
        });
        let nearest = near.min_by(|a, b| {
            let off = |item: &Item| (item.along - self.length).abs() + item.aside;
            off(a.1).total_cmp(&off(b.1))
        });
        let connection = self.world.connection(id);
        let mut own = Thing {
            value: Slot::Set(connection_value(connection.kind)),
            name: label(connection.name.as_deref()),
            ..Thing::default()
        };
        let Some((number, item)) = nearest else {
            // It is not in view before one is there, but it is where one is led.
            let travel = Travel { until: of(vec![own]), ..Travel::default() };
            let part = Part::new(vec![Action::Travel(travel)], 1.0, 0.95);
            return vec![Ending { part, needs_metres: true, ..Ending::silent() }];
        };
        if matches!(item.side, Side::Left | Side::Right) {
            own.side = on(item.side);
        }
        if self.marks.fitting(&own).len() > 1
            && let Some(order) = self.marks.order_of(&own, item)
        {
            own.order = Slot::Set(order);
        }
        let alike = self.marks.fitting(&own).len().max(1) as f64;
        let ease = 0.995 * own.order.get().map_or(1.0, |order| ease::counted(*order));
        let travel = Travel { until: of(vec![own]), ..Travel::default() };
        let part = Part::new(vec![Action::Travel(travel)], 1.0 / alike, ease);
        vec![Ending { part, items: vec![number], ..Ending::silent() }]
    }

    /// True for the lift or stairs that one has just come off.
    pub(super) fn is_left(&self, what: Sighted) -> bool {
        matches!((self.leg.before, what), (Before::Ride(left), Sighted::Connection(id)) if left == id)
    }
}
