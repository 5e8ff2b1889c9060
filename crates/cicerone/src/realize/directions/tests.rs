//! Commands and the sentences that say them, clause by clause.

use super::*;
use crate::words::sentence;

/// What is said for commands, with `; ` between them.
fn said(commands: &str) -> String {
    told(&[commands], &Manner::default())
}

/// What is said for the commands of several steps.
fn told(steps: &[&str], manner: &Manner) -> String {
    let vocabulary = Vocabulary::sail();
    let parse = |one: &str| Command::parse(one, vocabulary).unwrap();
    let steps: Vec<Vec<Command>> =
        steps.iter().map(|step| step.split("; ").map(parse).collect()).collect();
    let steps: Vec<&[Command]> = steps.iter().map(|step| &**step).collect();
    let texts = directions(&steps, vocabulary, manner);
    texts.iter().map(|words| sentence(words)).collect::<Vec<String>>().join(" ")
}

fn check(table: &[(&str, &str)]) {
    let told = table.iter().map(|(commands, _)| (*commands, said(commands)));
    let told: Vec<(&str, String)> = told.collect();
    let wanted = table.iter().map(|(commands, words)| (*commands, (*words).to_owned()));
    assert_eq!(told, wanted.collect::<Vec<(&str, String)>>());
}

#[test]
fn setting_off() {
    check(&[
        (
            "Travel(out=Verify(desc=[Thing(value=Room)]), through=Verify(desc=[Thing(value=Door, Count=1)]))",
            "Leave the room.",
        ),
        (
            "Travel(out=Verify(desc=[Thing(value=Room, Name=kitchen)]), through=Verify(desc=[Thing(value=Door, Count=1, Door=Sliding)])); Turn(direction=Left)",
            "Leave the kitchen through the sliding door and turn left.",
        ),
        (
            "Travel(out=Verify(desc=[Thing(value=Room)]), through=Verify(desc=[Thing(value=Door, Detail=[Thing(value=Sofa)], Door=Double)]))",
            "Leave the room by the double door next to the sofa.",
        ),
        (
            "Travel(out=Verify(desc=[Thing(value=Room)]), through=Verify(desc=[Thing(value=Door, dist=Near)]))",
            "Leave the room by the nearest door.",
        ),
        (
            "Face(faced=Verify(desc=[Thing(value=Door, dist=Near, side=Front)])); Travel(through=Verify(desc=[Thing(value=Door, side=Front)]), distance=Distance(metres=3))",
            "Go through the nearest door.",
        ),
        (
            "Face(faced=Verify(desc=[Thing(value=Path, side=Front, Structural=Long)])); Travel(distance=Distance(metres=14), follow=Follow(until=Verify(desc=[Thing(value=Corridor)])))",
            "Face the longer end of the corridor and follow it for about 14 metres.",
        ),
        (
            "Travel(out=Verify(desc=[Thing(value=Room)]), through=Verify(desc=[Thing(value=Opening, Count=1)]))",
            "Leave the room.",
        ),
        (
            "Travel(out=Verify(desc=[Thing(value=Lift)])); Turn(direction=Right); Travel(distance=Distance(metres=6))",
            "Leave the lift, turn right and walk forward about 6 metres.",
        ),
        (
            "Travel(out=Verify(desc=[Thing(value=Stairs)])); Turn(direction=Left)",
            "From the stairs, turn left.",
        ),
        (
            "Face(faced=Verify(desc=[Thing(value=Easel, side=Front)])); Travel(distance=Distance(metres=1))",
            "Face the easel and walk a metre.",
        ),
        (
            "Face(faced=Verify(desc=[Thing(value=Chair, side=Back, Count=2)])); Turn(direction=Left)",
            "Turn so that the two chairs are behind you, step forward and turn left.",
        ),
        (
            "Face(faced=Verify(desc=[Thing(value=Lift, side=Left, Name=\"lift 2\")])); Travel()",
            "Turn so that lift 2 is on your left, then go forward.",
        ),
        (
            "Face(faced=Verify(desc=[Thing(value=Path, side=Front, Structural=Long)])); Travel()",
            "Face the far end and go forward.",
        ),
        (
            "Face(faced=Verify(desc=[Thing(value=Wall, side=Left, dist=Near)])); Turn(direction=Right, location=Travel(until=Verify(desc=[Thing(value=End, Part=[Thing(value=Path)])])))",
            "Turn so that the nearest wall is on your left, then go to the end and turn right.",
        ),
        (
            "Face(faced=Verify(desc=[Thing(value=Easel, side=Front), Thing(value=Easel, side=Left)])); Travel(distance=Distance(metres=9))",
            "Turn so that the easel is ahead on your left, then go forward about 9 metres.",
        ),
        (
            "Face(faced=Verify(desc=[Thing(value=Door, side=Front)])); Travel(through=Verify(desc=[Thing(value=Door, side=Front)]))",
            "Go through the door.",
        ),
        (
            "Face(faced=Verify(desc=[Thing(value=Chair, side=Back, Count=4, dist=Far)])); Travel(distance=Distance(metres=9))",
            "Turn so that the four chairs in the distance are behind you, then go forward about 9 metres.",
        ),
        (
            "Face(faced=Verify(desc=[Thing(value=Chair, side=Front, Count=3)])); Turn(direction=Left)",
            "Face the three chairs, take a step or two towards them and turn left.",
        ),
        (
            "Travel(distance=Distance(metres=9)); Verify(goal=DeclareGoal(goal=lobby)); Verify(desc=[Thing(value=Easel, side=Left)])",
            "Walk about 9 metres to the lobby. From there you'll see the easel on the left.",
        ),
    ]);
}

#[test]
fn walking() {
    check(&[
        ("Travel(distance=Distance(metres=12))", "Go forward about 12 metres."),
        (
            "Travel(distance=Distance(metres=12), past=Verify(desc=[Thing(value=Easel, side=Left), Thing(value=Door, side=Left, Count=2)]))",
            "Go forward about 12 metres, passing the easel and two doors on the left.",
        ),
        (
            "Travel(past=Verify(desc=[Thing(value=Easel, side=Left), Thing(value=Sofa, side=Right)]))",
            "Go past the easel on the left and the sofa on the right.",
        ),
        (
            "Travel(distance=Distance(metres=9), past=Verify(desc=[Thing(value=Easel, side=Left)]), through=Verify(desc=[Thing(value=Door, side=Front)])); Turn(direction=Left)",
            "Walk about 9 metres, passing the easel on the left, and go through the door ahead, then turn left.",
        ),
        (
            "Travel(past=Verify(desc=[Thing(value=Stairs, side=Left, Count=2)]))",
            "Go past two staircases on the left.",
        ),
        (
            "Travel(past=Verify(desc=[Thing(value=Chair, side=Left, Count=6)]))",
            "Go past the chairs on the left.",
        ),
        (
            "Travel(distance=Distance(metres=15), follow=Follow(until=Verify(desc=[Thing(value=Corridor)])))",
            "Go down the corridor for about 15 metres.",
        ),
        (
            "Travel(through=Verify(desc=[Thing(value=Door, side=Front, Door=Revolving)]), into=Verify(desc=[Thing(value=Hall, Name=lobby)]))",
            "Go through the revolving door into the lobby.",
        ),
        (
            "Travel(through=Verify(desc=[Thing(value=Door, side=Front, Count=2, Door=Sliding)]))",
            "Go through the two sliding doors.",
        ),
        (
            "Travel(distance=Distance(metres=9), through=Verify(desc=[Thing(value=Door, side=Front, Door=Gate)]))",
            "Go to the gate, about 9 metres away, and through it.",
        ),
        (
            "Travel(through=Verify(desc=[Thing(value=Door, side=Left, Order_adj=3)]), into=Verify(desc=[Thing(value=Room, Name=230A)]))",
            "Pass two doors on the left and take the third into room 230A.",
        ),
        (
            "Travel(through=Verify(desc=[Thing(value=Door, side=Right, Order_adj=1, Past=[Thing(value=Lift, side=Left)])]))",
            "After the lift on the left, take the first door on the right.",
        ),
        ("Travel(until=Verify(desc=[Thing(value=Lift, Name=\"lift 2\")]))", "Walk to lift 2."),
        (
            "Travel(distance=Distance(metres=14)); Travel(through=Verify(desc=[Thing(value=Door, side=Left, Order_adj=3)]))",
            "Go straight, pass two doors on the left and take the third, about 14 metres along.",
        ),
        (
            "Turn(direction=Right); Verify(beyond=[Thing(value=Stairs, side=Left)])",
            "Turn right. If you come to the stairs on your left, you have gone too far.",
        ),
        (
            "Travel(distance=Distance(metres=7)); Travel(until=Verify(desc=[Thing(value=Stairs, side=Right, Order_adj=2)]))",
            "Walk about 7 metres to the second staircase on the right.",
        ),
    ]);
}

#[test]
fn turning() {
    check(&[
        ("Turn(direction=Back)", "Turn around."),
        (
            "Travel(distance=Distance(metres=5)); Turn(direction=Left)",
            "Walk about 5 metres, then turn left.",
        ),
        (
            "Turn(direction=Left, into=Verify(desc=[Thing(value=Corridor, side=Left)]))",
            "Turn left into the corridor.",
        ),
        (
            "Turn(direction=Right, into=Verify(desc=[Thing(value=Stairs, Name=\"Main stairs\")]))",
            "Turn right to the main stairs.",
        ),
        (
            "Turn(direction=Left, into=Verify(desc=[Thing(value=Opening, side=Left, Door=Wide)]))",
            "Turn left into the wide opening.",
        ),
        (
            "Turn(direction=Left, into=Verify(desc=[Thing(value=Corridor, side=Left, Order_adj=2)]))",
            "Take the second corridor on your left.",
        ),
        (
            "Travel(); Turn(direction=Right, location=Travel(until=Verify(desc=[Thing(value=End, Part=[Thing(value=Corridor)])])))",
            "Walk to the end of the corridor and turn right.",
        ),
        (
            "Turn(direction=Right, location=Travel(until=Verify(desc=[Thing(value=Door, side=Front, Door=Double)])))",
            "At the double door ahead, turn right.",
        ),
        (
            "Turn(direction=Right, face=Face(faced=Verify(desc=[Thing(value=Sofa, side=Front)])))",
            "Turn right towards the sofa.",
        ),
        (
            "Travel(through=Verify(desc=[Thing(value=Door, side=Front)])); Turn(direction=Right)",
            "Go through the door, then turn right.",
        ),
    ]);
}

#[test]
fn changing_levels() {
    check(&[
        (
            "Ride(by=Verify(desc=[Thing(value=Lift)]), rise=Up, level=\"Level 2\")",
            "Take the lift up to level 2.",
        ),
        (
            "Ride(by=Verify(desc=[Thing(value=Lift, Name=\"lift 2\")]), rise=Down, level=L1)",
            "Take lift 2 down to level 1.",
        ),
        (
            "Ride(by=Verify(desc=[Thing(value=Stairs)]), rise=Down, level=\"Lower Level\")",
            "Take the stairs down to the lower level.",
        ),
        (
            "Ride(by=Verify(desc=[Thing(value=Escalator)]), rise=Up, level=Concourse)",
            "Take the escalator up to the Concourse.",
        ),
        (
            "Ride(by=Verify(desc=[Thing(value=Ramp)]), rise=Up, level=UG)",
            "Take the ramp up to level UG.",
        ),
        (
            "Ride(by=Verify(desc=[Thing(value=Ramp)]), rise=Level, level=\"0\")",
            "Go along the ramp.",
        ),
    ]);
}

#[test]
fn arriving() {
    check(&[
        (
            "Travel(distance=Distance(metres=9)); Verify(goal=DeclareGoal(goal=Toilets, place=Verify(desc=[Thing(side=Left, Detail=[Thing(value=Chair, Count=3)])])))",
            "Walk about 9 metres. The toilets will be on the left, next to the three chairs.",
        ),
        (
            "Travel(distance=Distance(metres=9)); Verify(goal=DeclareGoal(goal=coe, place=Verify(desc=[Thing(value=End, Part=[Thing(value=Corridor)])])))",
            "Walk about 9 metres to \u{2018}coe\u{2019}, at the end of the corridor.",
        ),
        ("Verify(goal=DeclareGoal(goal=Reception))", "The reception is right here."),
        (
            "Travel(distance=Distance(metres=6)); Verify(goal=DeclareGoal(goal=\"room 15\", place=Verify(desc=[Thing(side=At, Detail=[Thing(value=Sofa)])])))",
            "Walk about 6 metres to room 15, next to the sofa.",
        ),
        (
            "Travel(distance=Distance(metres=6)); Verify(goal=DeclareGoal(goal=\"room 15\", place=Verify(desc=[Thing(value=Door, side=Back)])))",
            "Walk about 6 metres to room 15.",
        ),
        (
            "Travel(through=Verify(desc=[Thing(value=Door, side=Front)])); Verify(goal=DeclareGoal(goal=pantry, place=Verify(desc=[Thing(value=Door, side=Back, Detail=[Thing(value=Sofa)])])))",
            "Go through the door. You are in the pantry; stop next to the sofa.",
        ),
        (
            "Travel(distance=Distance(metres=6)); Verify(goal=DeclareGoal(goal=\"Main entrance\", place=Verify(desc=[Thing(value=Door, side=Front, Door=Revolving)])))",
            "Walk about 6 metres. The main entrance is the revolving door in front of you.",
        ),
    ]);
}

#[test]
fn what_is_seen_at_once_needs_no_metres() {
    let short = |metres: u32, after: &str| {
        said(&format!("Turn(direction=Left); Travel(distance=Distance(metres={metres})); {after}"))
    };
    let end = "Turn(direction=Right, location=Travel(until=Verify(desc=[Thing(value=End, Part=[Thing(value=Corridor)])])))";
    let stairs = "Travel(until=Verify(desc=[Thing(value=Stairs)]))";
    let door = "Travel(through=Verify(desc=[Thing(value=Door, side=Left)]))";
    let second = "Travel(through=Verify(desc=[Thing(value=Door, side=Left, Order_adj=2)]))";
    assert!(!short(4, stairs).contains("metres"), "{}", short(4, stairs));
    assert!(short(9, stairs).contains("9 metres"), "{}", short(9, stairs));
    // Every wall may be the end.
    assert!(short(4, end).contains("4 metres"), "{}", short(4, end));
    // So may every door, but the only one on a hand.
    assert!(!short(4, door).contains("metres"), "{}", short(4, door));
    assert!(short(9, door).contains("9 metres"), "{}", short(9, door));
    assert!(short(4, second).contains("4 metres"), "{}", short(4, second));
}

#[test]
fn what_is_counted_keeps_its_metres_unless_it_is_the_first() {
    let taken = |order: u32| {
        said(&format!(
            "Turn(direction=Left); Travel(distance=Distance(metres=4)); Travel(through=Verify(desc=[Thing(value=Opening, side=Left, Order_adj={order})]))"
        ))
    };
    assert!(taken(2).ends_with("about 4 metres along."), "{}", taken(2));
    assert!(!taken(1).contains("metres"), "{}", taken(1));
}

#[test]
fn what_one_walks_up_to_need_not_be_faced() {
    let to = |faced: &str| {
        said(&format!(
            "Face(faced=Verify(desc=[Thing(value={faced}, side=Front)])); Travel(distance=Distance(metres=4)); Travel(until=Verify(desc=[Thing(value=Lift)]))"
        ))
    };
    assert!(["Go to the lift.", "Walk to the lift."].contains(&&*to("Lift")), "{}", to("Lift"));
    assert!(to("Sofa").starts_with("Face the sofa"), "{}", to("Sofa"));
}

#[test]
fn what_one_has_turned_towards_is_it() {
    let then = |towards: &str, next: &str| {
        let turn = format!(
            "Travel(distance=Distance(metres=20)); \
             Turn(face=Face(faced=Verify(desc=[Thing({towards}, side=Front)])), direction=Left)"
        );
        told(&[&turn, next], &Manner { seed: Some(1), ..Manner::default() })
    };
    let lift = "value=Lift, Name=\"lift 2\"";
    let walk =
        format!("Travel(distance=Distance(metres=9)); Travel(until=Verify(desc=[Thing({lift})]))");
    let text = then(lift, &walk);
    assert!(text.ends_with("metres to it."), "{text}");
    let door = "Travel(through=Verify(desc=[Thing(value=Door, side=Front)]))";
    let text = then("value=Door", door);
    assert!(text.ends_with("through it."), "{text}");
    // Another one is called what it is.
    let text = then("value=Lift, Name=\"lift 1\"", &walk);
    assert!(text.ends_with("to lift 2."), "{text}");
}

#[test]
fn nobody_is_told_that_the_room_they_are_in_is_on_their_left() {
    let text = said(
        "Travel(through=Verify(desc=[Thing(value=Door, side=Front)]), into=Verify(desc=[Thing(value=Room, Name=Suite)])); \
         Verify(goal=DeclareGoal(goal=Suite, place=Verify(desc=[Thing(side=Left, Detail=[Thing(value=Sofa)])])))",
    );
    assert!(text.contains("Your destination"), "{text}");
}

#[test]
fn the_same_words_do_not_come_twice_where_there_are_others() {
    let turn =
        |metres: u32| format!("Travel(distance=Distance(metres={metres})); Turn(direction=Left)");
    let steps: Vec<String> = (7..11).map(turn).collect();
    let steps: Vec<&str> = steps.iter().map(|step| &**step).collect();
    for seed in 0..20 {
        let manner = Manner { seed: Some(seed), ..Manner::default() };
        let text = told(&steps, &manner);
        let clauses: Vec<String> = text
            .split(". ")
            .map(|one| one.chars().filter(|c| !c.is_ascii_digit()).collect())
            .collect();
        assert!(clauses.windows(2).all(|two| two[0] != two[1]), "{text}");
    }
}

#[test]
fn what_one_has_turned_to_or_is_is_not_named_again() {
    let steps = [
        "Turn(direction=Right, face=Face(faced=Verify(desc=[Thing(value=Sofa, side=Front)])))",
        "Travel(distance=Distance(metres=8), past=Verify(desc=[Thing(value=Sofa, side=Left)])); Verify(goal=DeclareGoal(goal=\"lift 2\", place=Verify(desc=[Thing(side=At, Detail=[Thing(value=Lift, Name=\"lift 2\")])])))",
    ];
    let text = told(&steps, &Manner::default());
    let expected = "Turn right towards the sofa. Walk about 8 metres, passing it on your left, until you reach lift 2.";
    assert_eq!(text, expected);
}

#[test]
fn who_has_climbed_is_at_the_top() {
    let ride = |rise| format!("Ride(by=Verify(desc=[Thing(value=Stairs)]), rise={rise}, level=L2)");
    let off = "Travel(out=Verify(desc=[Thing(value=Stairs)])); Turn(direction=Left)";
    let up = told(&[&ride("Up"), off], &Manner::default());
    assert!(up.ends_with("At the top, turn left."), "{up}");
    let down = told(&[&ride("Down"), off], &Manner::default());
    assert!(down.ends_with("At the bottom, turn left."), "{down}");
    assert_eq!(said(off), "From the stairs, turn left.");
}

#[test]
fn what_nobody_knows_of_has_no_definite_article() {
    let walk = "Travel(distance=Distance(metres=9), past=Verify(desc=[Thing(value=Door, side=Left), Thing(value=Opening, side=Left), Thing(value=Sofa, side=Right), Thing(value=Door, side=Right, Order_adj=2)]))";
    let text = said(walk);
    assert!(
        text.contains("passing a door, an opening on the left, the sofa and the second door"),
        "{text}"
    );
    let faced = format!("Face(faced=Verify(desc=[Thing(value=Door, side=Front)])); {walk}");
    assert!(said(&faced).contains("passing the door, an opening"), "{}", said(&faced));
}

#[test]
fn who_is_in_a_corridor_turns_without_turning_into_it() {
    let text = told(
        &[
            "Travel(through=Verify(desc=[Thing(value=Door, side=Front)]), into=Verify(desc=[Thing(value=Corridor, Name=\"East wing\")])); Turn(direction=Right, into=Verify(desc=[Thing(value=Corridor)]))",
            "Travel(distance=Distance(metres=14), follow=Follow(until=Verify(desc=[Thing(value=Corridor)])))",
        ],
        &Manner::default(),
    );
    assert!(text.contains("into the east wing, then turn"), "{text}");
    assert!(!text.contains("into the corridor") && !text.contains("ollow it"), "{text}");
}

#[test]
fn who_is_behind_the_door_of_a_room_is_in_it() {
    let goal = |place: &str| {
        format!("Verify(goal=DeclareGoal(goal=\"room 15\", place=Verify(desc=[{place}])))")
    };
    let door = "Travel(through=Verify(desc=[Thing(value=Door, side=Left)]))";
    let walk =
        format!("Travel(distance=Distance(metres=4)); {}", goal("Thing(value=Door, side=Back)"));
    let text = told(&[door, &walk], &Manner::default());
    assert_eq!(text.matches("metres").count(), 0, "{text}");
    let into = format!(
        "Travel(distance=Distance(metres=9)); Travel(through=Verify(desc=[Thing(value=Door, side=Left, Order_adj=3)]), into=Verify(desc=[Thing(value=Room, Name=15)])); {}",
        goal("Thing(value=Door, side=Back)")
    );
    let text = said(&into);
    assert!(text.ends_with("take the third, about 9 metres along, into room 15."), "{text}");
}

#[test]
fn places_are_left_by_their_names_unless_those_are_numbers() {
    let leave = |name: &str| {
        said(&format!(
            "Travel(out=Verify(desc=[Thing(value=Room, Name=\"{name}\")]), through=Verify(desc=[Thing(value=Door, Count=1)]))"
        ))
    };
    assert_eq!(leave("Toilets"), "Leave the toilets.");
    assert_eq!(leave("X-ray"), "Leave X-ray.");
    assert_eq!(leave("Ward 4"), "Leave the room.");
}

#[test]
fn long_chains_are_cut() {
    let walk = "Travel(distance=Distance(metres=20), through=Verify(desc=[Thing(value=Door, side=Front)]))";
    assert_eq!(
        said(&[walk; 5].join("; ")),
        "Go to the door, about 20 metres away, and through it, then keep going straight for about 20 metres and go through the door ahead. Continue straight for about 20 metres and walk through the door ahead, then continue forward for about 20 metres and go through the door ahead. Walk straight on for about 20 metres and go through the door ahead."
    );
}

/// To a lift, and into a room.
const STEPS: [&str; 4] = [
    "Travel(distance=Distance(metres=12)); Turn(direction=Left, into=Verify(desc=[Thing(value=Lift, Name=\"lift 2\")]))",
    "Ride(by=Verify(desc=[Thing(value=Lift, Name=\"lift 2\")]), rise=Up, level=L3)",
    "Travel(out=Verify(desc=[Thing(value=Lift)])); Turn(direction=Right); Travel(distance=Distance(metres=30)); Travel(through=Verify(desc=[Thing(value=Door, side=Left)]), into=Verify(desc=[Thing(value=Room, Name=Suite)]))",
    "Travel(distance=Distance(metres=4)); Verify(goal=DeclareGoal(goal=Suite, place=Verify(desc=[Thing(value=Room, side=At, Detail=[Thing(value=Sofa)])])))",
];

#[test]
fn what_was_just_named_is_not_named_again() {
    assert_eq!(
        told(&STEPS, &Manner::default()),
        "Walk about 12 metres, then turn left to lift 2. Take it up to level 3. Leave the lift, \
         turn to the right and go forward about 30 metres, then take the door on the left into \
         the suite. Walk forward about 4 metres; stop next to the sofa."
    );
}

#[test]
fn the_manner_changes_words_and_units_but_not_the_way() {
    let manner = |style, units, seed| Manner::new(Some(style), units, seed).unwrap();
    let terse = told(&STEPS, &manner("terse", Units::Metres, None));
    assert!(terse.starts_with("Walk 12 m, then turn left to lift 2."), "{terse}");
    let chatty = told(&STEPS, &manner("chatty", Units::Feet, None));
    assert!(chatty.starts_with("Walk about 40 feet, then turn left to lift 2. "), "{chatty}");
    let links = ["Then", "Now", "After that,", "From there,"];
    let is_linked = links.iter().filter(|link| chatty.contains(&format!(". {link} "))).count();
    assert!(is_linked > 1, "{chatty}");
    assert!(chatty.ends_with("You have arrived."), "{chatty}");
    assert!(chatty.contains("about 100 feet") && !chatty.contains("metre"), "{chatty}");
    let usual = told(&STEPS, &Manner::default());
    let others = (1..20).map(|seed| told(&STEPS, &manner("normal", Units::Metres, Some(seed))));
    assert!(others.clone().any(|other| other != usual));
    assert!(others.into_iter().all(|other| other.contains("lift 2") && other.contains("level 3")));
    let error = Manner::new(Some("EDA"), Units::Metres, None).unwrap_err().to_string();
    assert!(error.contains("terse, normal, chatty"), "{error}");
}

#[test]
fn feet_are_rounded_as_people_do_and_never_far_off() {
    for (metres, feet) in [(1, 3), (2, 7), (3, 10), (6, 20), (12, 40), (25, 80), (60, 200)] {
        assert_eq!(Units::feet_said(metres), feet, "{metres} m");
    }
    for metres in 1..500 {
        let said = f64::from(Units::feet_said(metres)) * 0.3048;
        let off = (said - f64::from(metres)).abs();
        assert!(off <= 0.5 + 0.06 * f64::from(metres), "{metres} m: {said:.1}");
    }
}
