//! The 9 properties of a sentence's commands: the action as the policy sees
//! it (appendix A, table of properties).
//!
//! Three properties follow from the structure alone (`dep`, `eta` and, but for
//! looks that turn nobody, `cmd`); the others count floors, pictures and
//! objects and need the values. Properties are therefore taken of commands,
//! and the [`StructureBank`](super::StructureBank) gives every structure the
//! vector its commands have most often.

use std::collections::BTreeSet;
use std::fmt;

use crate::cas::{
    Action, Appearance, Command, DeclareGoal, Direction, Distance, Face, Precondition, Slot, Thing,
    ThingSide, Travel, Turn, Value, Verify,
};
use crate::world::{Attachment, Class, Group};

/// The properties of the commands of one sentence, small integers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Properties([u8; Properties::COUNT]);

/// Counts above this are this: nobody remembers the difference, and the
/// one-hot features stay few.
const MOST: usize = 24;

/// Declares the properties: a place, a name as in the paper and a reader each.
macro_rules! properties {
    ($($(#[$doc:meta])* $name:ident = $place:literal),+ $(,)?) => {
        impl Properties {
            /// The names of the properties, as the paper writes them, by place.
            pub const NAMES: [&'static str; Properties::COUNT] = [$(stringify!($name)),+];

            $($(#[$doc])* pub fn $name(self) -> u8 {
                self.0[$place]
            })+
        }
    };
}

properties! {
    /// Number of key information to remember: every direction, every distance,
    /// every described thing and every declared goal is one.
    nsl = 0,
    /// The low-level commands said, in order: turns (1), walks (2) and checks
    /// (3) as the digits to base 4 of at most three, the first the highest.
    ///
    /// Attributes that move the follower count where they are executed:
    /// `Turn(location=Travel(...))` walks and then turns (9), `Travel(face=...)`
    /// turns and then walks (6). Looks (`Turn(view=True)`) are checks, searches
    /// are walks, and of equal commands in a row one counts.
    cmd = 1,
    /// Maximum depth of the commands' trees.
    dep = 2,
    /// Number of attributes that have a value, over all commands.
    eta = 3,
    /// Number of different floor colours mentioned; 'any floor' is no colour.
    pcp = 4,
    /// Number of different wall pictures mentioned; 'any picture' counts as one.
    ppc = 5,
    /// Whether or not to head towards an object: 1 if a walk ends at an
    /// object or something faced in front is one, else 0.
    htw = 6,
    /// Number of landmarks mentioned: things that are an object or a
    /// recognisable place (intersection, corner, dead end, end, wall).
    nln = 7,
    /// Turn reference frame: 0 nothing turns, 1 the follower's own (left,
    /// right), 2 the world's (what is faced after the turn), 3 both.
    trf = 8,
}

impl Properties {
    /// How many properties there are.
    pub const COUNT: usize = 9;

    /// The properties of a sentence's commands.
    pub fn of(commands: &[Command]) -> Properties {
        let mut reader = Reader::default();
        for command in commands {
            reader.action(command);
        }
        let depth = commands.iter().map(|command| command.depth()).max().unwrap_or(0);
        let leaves = commands.iter().map(|command| command.structure().open_leaves()).sum();
        let count = |count: usize| count.min(MOST) as u8;
        Properties([
            count(reader.facts),
            reader.moves.iter().take(3).fold(0, |code, digit| code * 4 + digit),
            count(depth),
            count(leaves),
            count(reader.floors.len()),
            count(reader.pictures.len()),
            u8::from(reader.heads_for_object),
            count(reader.landmarks),
            u8::from(reader.own_frame) + 2 * u8::from(reader.world_frame),
        ])
    }

    /// The values by place, named by [`Properties::NAMES`].
    pub fn values(self) -> [u8; Properties::COUNT] {
        self.0
    }

    /// The vector of these values.
    pub fn from_values(values: [u8; Properties::COUNT]) -> Properties {
        Properties(values)
    }
}

impl fmt::Display for Properties {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pairs = Properties::NAMES.iter().zip(self.0);
        let texts: Vec<String> = pairs.map(|(name, value)| format!("{name}={value}")).collect();
        f.write_str(&texts.join(" "))
    }
}

const TURN: u8 = 1;
const WALK: u8 = 2;
const CHECK: u8 = 3;

/// What one pass over the trees gathers.
#[derive(Default)]
struct Reader {
    facts: usize,
    moves: Vec<u8>,
    floors: BTreeSet<Appearance>,
    pictures: BTreeSet<Appearance>,
    landmarks: usize,
    heads_for_object: bool,
    own_frame: bool,
    world_frame: bool,
}

impl Reader {
    fn action(&mut self, action: &Action) {
        match action {
            Action::Turn(turn) => self.turn(turn),
            Action::Travel(travel) => self.travel(travel),
            Action::Face(face) => {
                self.moves(TURN);
                self.face(face);
            }
            Action::Verify(verify) => {
                self.moves(CHECK);
                self.verify(verify);
            }
            Action::Find(find) => {
                self.moves(WALK);
                self.destination(find.until.as_deref());
            }
            Action::Ride(_) => self.moves(WALK),
        }
    }

    /// Notes a low-level command; equal ones in a row are one.
    fn moves(&mut self, digit: u8) {
        if self.moves.last() != Some(&digit) {
            self.moves.push(digit);
        }
    }

    fn turn(&mut self, turn: &Turn) {
        if let Some(location) = &turn.location {
            self.travel(location);
        }
        match turn.precond.as_deref() {
            Some(Precondition::Travel(travel)) => self.travel(travel),
            // How one stands before the turn is no turn.
            Some(Precondition::Face(face)) => self.optional(face.faced.as_deref()),
            None => {}
        }
        self.moves(if turn.view.is_present() { CHECK } else { TURN });
        self.direction(&turn.direction);
        if let Some(face) = &turn.face {
            self.face(face);
        }
        if let Some(postcond) = &turn.postcond {
            self.walk_attributes(postcond);
        }
    }

    fn travel(&mut self, travel: &Travel) {
        if let Some(location) = &travel.location {
            self.travel(location);
        }
        if travel.face.is_some() {
            self.moves(TURN);
        }
        self.moves(WALK);
        self.walk_attributes(travel);
    }

    fn walk_attributes(&mut self, travel: &Travel) {
        self.destination(travel.until.as_deref());
        if let Some(distance) = &travel.distance {
            self.distance(distance);
        }
        if let Some(face) = &travel.face {
            self.face(face);
        }
        self.optional(travel.past.as_deref());
        self.optional(travel.follow.as_ref().and_then(|follow| follow.until.as_deref()));
    }

    fn face(&mut self, face: &Face) {
        self.direction(&face.direction);
        if let Some(faced) = face.faced.as_deref() {
            self.world_frame = true;
            self.heads_for_object |= faced.desc.iter().any(|thing| {
                is_landmark(thing) && matches!(thing.side, Slot::Set(ThingSide::Front))
            });
            self.verify(faced);
        }
    }

    fn direction(&mut self, direction: &Slot<Direction>) {
        if direction.is_present() {
            self.facts += 1;
            self.own_frame = true;
        }
    }

    fn destination(&mut self, until: Option<&Verify>) {
        if let Some(until) = until {
            self.heads_for_object |= until.desc.iter().any(is_landmark);
            self.verify(until);
        }
    }

    fn optional(&mut self, verify: Option<&Verify>) {
        if let Some(verify) = verify {
            self.verify(verify);
        }
    }

    fn verify(&mut self, verify: &Verify) {
        verify.desc.iter().for_each(|thing| self.thing(thing));
        if let Some(DeclareGoal { cond, .. }) = verify.goal.as_deref() {
            self.facts += 1;
            if let Some(cond) = cond {
                self.walk_attributes(cond);
            }
        }
        if let Some(distance) = &verify.dist {
            self.distance(distance);
        }
    }

    fn distance(&mut self, distance: &Distance) {
        self.facts += 1;
        // 'Two blocks' is one fact: its unit only adds colours and landmarks.
        let facts = self.facts;
        self.optional(distance.unit.as_deref());
        self.facts = facts;
    }

    fn thing(&mut self, thing: &Thing) {
        self.facts += 1;
        match thing.value.get() {
            Some(Value::Kind(kind)) => self.colour(Appearance::Kind(*kind), kind.class()),
            Some(Value::Group(group)) => self.colour(Appearance::Group(*group), group.class()),
            _ => {}
        }
        for appearance in thing.appear.get().into_iter().flatten() {
            let class = match appearance {
                Appearance::Kind(kind) => kind.class(),
                Appearance::Group(group) => group.class(),
            };
            self.colour(*appearance, class);
        }
        let is_place = matches!(
            thing.value.get(),
            Some(Value::Intersection | Value::Corner | Value::DeadEnd | Value::End | Value::Wall)
        );
        self.landmarks += usize::from(is_place || is_landmark(thing));
        let inner = [&thing.part, &thing.detail, &thing.on, &thing.past];
        inner.into_iter().flatten().for_each(|thing| self.thing(thing));
    }

    fn colour(&mut self, appearance: Appearance, class: Class) {
        let is_any = matches!(appearance, Appearance::Group(group) if group.is_whole_class());
        match class.attachment() {
            Attachment::Surface if !is_any => {
                self.floors.insert(appearance);
            }
            Attachment::Walls => {
                self.pictures.insert(appearance);
            }
            Attachment::Surface | Attachment::Place => {}
        }
    }
}

/// True if the thing is an object, or anything else that is at a place.
fn is_landmark(thing: &Thing) -> bool {
    let class = match thing.value.get() {
        Some(Value::Kind(kind)) => kind.class(),
        Some(Value::Group(group)) if *group != Group::Empty => group.class(),
        _ => return false,
    };
    class.attachment() == Attachment::Place
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::Vocabulary;

    fn properties(commands: &str) -> Properties {
        let commands: Vec<Command> = commands
            .split("; ")
            .map(|text| Command::parse(text, Vocabulary::sail()).unwrap())
            .collect();
        Properties::of(&commands)
    }

    #[test]
    fn plain_turns_and_walks() {
        assert_eq!(
            properties("Turn(direction=Left)").to_string(),
            "nsl=1 cmd=1 dep=1 eta=1 pcp=0 ppc=0 htw=0 nln=0 trf=1"
        );
        assert_eq!(
            properties("Travel(distance=Distance(count=2))").to_string(),
            "nsl=1 cmd=2 dep=2 eta=1 pcp=0 ppc=0 htw=0 nln=0 trf=0"
        );
        assert_eq!(properties("Travel()").to_string().split(' ').next(), Some("nsl=0"));
        assert_eq!(Properties::of(&[]), Properties::default());
    }

    #[test]
    fn colours_pictures_and_landmarks() {
        let seen = properties(
            "Travel(until=Verify(desc=[Thing(type=TypeStruct, value=Intersection, side=At, \
             Part=[Thing(type=TypePath, value=Path, Appear=[BlueTile, Flooring]), \
             Thing(type=TypePath, value=Path, Appear=[Fish])])]))",
        );
        assert_eq!((seen.pcp(), seen.ppc(), seen.nln(), seen.htw()), (1, 1, 1, 0));
        assert_eq!((seen.nsl(), seen.dep(), seen.eta(), seen.trf()), (3, 4, 9, 0));
    }

    #[test]
    fn heading_for_an_object() {
        let until = "Travel(until=Verify(desc=[Thing(type=TypeObj, value=Sofa, side=At)]))";
        let faced = "Turn(face=Face(faced=Verify(desc=[Thing(type=TypeObj, value=Lamp, side=S)])))";
        assert_eq!((properties(until).htw(), properties(until).nln()), (1, 1));
        assert_eq!(properties(&faced.replace("=S)", "=Front)")).htw(), 1);
        assert_eq!(properties(&faced.replace("=S)", "=Left)")).htw(), 0);
        let passed = until.replace("until", "past");
        assert_eq!((properties(&passed).htw(), properties(&passed).nln()), (0, 1));
        assert_eq!(properties(&until.replace("Sofa", "Empty")).nln(), 0);
    }

    #[test]
    fn low_level_commands_in_the_order_they_are_done() {
        let turn = "Turn(direction=Left)";
        let walk = "Travel(distance=Distance(count=1))";
        let code = |text: &str| properties(text).cmd();
        assert_eq!((code(turn), code(walk), code("Verify()"), code("Find()")), (1, 2, 3, 2));
        assert_eq!(code(&format!("{turn}; {walk}")), 4 + 2);
        assert_eq!(code(&format!("{walk}; {turn}; Verify()")), 32 + 4 + 3);
        assert_eq!(code(&format!("{walk}; {walk}")), 2);
        assert_eq!(code("Turn(direction=Left, location=Travel())"), 8 + 1);
        assert_eq!(code("Travel(face=Face(direction=Left))"), 4 + 2);
        assert_eq!(code("Turn(direction=Left, view=True)"), 3);
    }

    #[test]
    fn reference_frames() {
        let faced = "faced=Verify(desc=[Thing(type=TypeStruct, value=Wall, side=Back)])";
        let frame = |text: &str| properties(text).trf();
        assert_eq!(frame("Travel()"), 0);
        assert_eq!(frame("Turn(direction=Right)"), 1);
        assert_eq!(frame(&format!("Turn(face=Face({faced}))")), 2);
        assert_eq!(frame(&format!("Turn(face=Face({faced}), direction=Left)")), 3);
        assert_eq!(frame(&format!("Turn(direction=Left, precond=Face({faced}))")), 1);
    }

    #[test]
    fn facts_to_remember() {
        let facts = |text: &str| properties(text).nsl();
        assert_eq!(facts("Travel()"), 0);
        assert_eq!(facts("Turn(direction=Left); Travel(distance=Distance(count=3))"), 2);
        let block = "Verify(desc=[Thing(type=TypeStruct, value=Block)])";
        assert_eq!(facts(&format!("Travel(distance=Distance(count=3, distUnit={block}))")), 1);
        assert_eq!(facts("Verify(goal=DeclareGoal(goal=4))"), 1);
    }
}
