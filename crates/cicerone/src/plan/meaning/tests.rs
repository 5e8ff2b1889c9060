//! What each attribute means, shown on small drawn worlds.

use super::*;
use crate::world::Vocabulary;
use crate::world::fixture::{segment, world as drawn};

/// An easel ahead past a grass crossing with a chair; brick south of the start.
fn cross() -> World {
    drawn(CROSS)
}

const CROSS: &str = "          o
          gu
l-ub-o-ub-c-ub-e
ku        gu
o         s";

/// (0,0) is the corner of the drawing's first line.
fn check(world: &World, walked: &str, command: &str, expected: bool) {
    let action = Action::parse(command, Vocabulary::sail()).unwrap();
    let judged = judge(world, &action, &segment(world, walked).poses);
    assert_eq!(judged.delta(), expected, "{command} on {walked}: {judged:?}");
}

fn thing(leaves: &str) -> String {
    format!("Verify(desc=[Thing({leaves})])")
}

#[test]
fn turns_have_a_direction_and_stay_on_the_spot() {
    let world = cross();
    check(&world, "2,1,90 2,1,0", "Turn(direction=Left)", true);
    check(&world, "2,1,90 2,1,0", "Turn(direction=Right)", false);
    check(&world, "2,1,90 2,1,270", "Turn(direction=Back)", true);
    check(&world, "1,1,90 2,1,90 2,1,0", "Turn(direction=Left)", false);
    check(&world, "1,1,90 2,1,90", "Turn(direction=Front)", true);
}

#[test]
fn a_location_is_walked_to_or_stood_at() {
    let world = cross();
    let turn = format!(
        "Turn(direction=Left, location=Travel(until={}))",
        thing("type=TypeObj, value=GenChair, dist=Immediate, side=At")
    );
    check(&world, "0,1,90 1,1,90 2,1,90 2,1,0", &turn, true);
    check(&world, "2,1,90 2,1,0", &turn, true);
    check(&world, "0,1,90 1,1,90 1,1,0", &turn, false);
}

#[test]
fn a_side_and_what_opens_there_is_walked_to() {
    let world = cross();
    let turn = format!(
        "Turn(face=Face(faced={}, direction=Left))",
        thing("type=TypePath, value=Path, dist=Immediate, side=Front, Appear=[Grass]")
    );
    check(&world, "0,1,90 1,1,90 2,1,90 2,1,0", &turn, true);
    check(&world, "2,1,90 2,1,180", &turn, false);
}

#[test]
fn a_walk_ends_where_its_description_holds() {
    let world = cross();
    let until = |leaves: &str| format!("Travel(until={})", thing(leaves));
    let chair = until("type=TypeObj, value=GenChair, dist=Immediate, side=At");
    check(&world, "0,1,90 1,1,90 2,1,90", &chair, true);
    check(&world, "0,1,90 1,1,90", &chair, false);
    // The easel is no chair but furniture.
    check(&world, "2,1,90 3,1,90", &chair, false);
    check(&world, "2,1,90 3,1,90", &until("type=TypeObj, value=Furniture, side=At"), true);
    check(&world, "2,1,90 3,1,90", &until("type=TypeStruct, value=DeadEnd, side=At"), true);
    check(&world, "2,1,90 3,1,90", &until("type=TypeStruct, value=End, side=At"), true);
    check(
        &world,
        "2,1,270 1,1,270 0,1,270",
        &until("type=TypeStruct, value=Corner, side=At"),
        true,
    );
    check(&world, "0,1,90 1,1,90", &until("type=TypeStruct, value=Intersection, side=At"), false);
}

#[test]
fn a_path_here_is_not_the_one_walked_along() {
    let world = cross();
    let until = |leaves: &str| format!("Travel(until={})", thing(leaves));
    let path = "type=TypePath, value=Path, dist=Immediate, side=At";
    check(&world, "0,1,90 1,1,90", &until(path), false);
    check(&world, "0,1,90 1,1,90 2,1,90", &until(path), true);
    check(&world, "0,1,90 1,1,90 2,1,90", &until(&format!("{path}, Appear=[BlueTile]")), false);
    check(&world, "0,1,90 1,1,90 2,1,90", &until(&format!("{path}, Appear=[Greenish]")), true);
}

#[test]
fn appearances_show_on_one_floor_or_each_somewhere() {
    let world = cross();
    let at = |appear: &str| {
        format!(
            "Travel(until={})",
            thing(&format!("type=TypeStruct, value=Intersection, side=At, Appear=[{appear}]"))
        )
    };
    let walked = "0,1,90 1,1,90 2,1,90";
    check(&world, walked, &at("Grass, Greenish"), true);
    check(&world, walked, &at("Grass, BlueTile"), true);
    check(&world, walked, &at("Grass, Brick"), false);
}

#[test]
fn distances_count_passages_whatever_the_unit() {
    let world = cross();
    let blocks = |count: u32| {
        format!(
            "Travel(distance=Distance(count={count}, distUnit={}))",
            thing("type=TypeStruct, value=Block, dist=Immediate, side=At")
        )
    };
    check(&world, "0,1,90 1,1,90 2,1,90", &blocks(2), true);
    check(&world, "0,1,90 1,1,90 2,1,90", &blocks(3), false);
}

#[test]
fn what_is_passed_lies_between_the_ends() {
    let world = cross();
    let past = |value: &str| {
        format!("Travel(past={})", thing(&format!("type=TypeObj, value={value}, side=At")))
    };
    check(&world, "1,1,90 2,1,90 3,1,90", &past("GenChair"), true);
    check(&world, "1,1,90 2,1,90 3,1,90", &past("Easel"), false);
    check(&world, "1,1,90 2,1,90", &past("GenChair"), false);
}

#[test]
fn what_is_faced_is_ahead_unless_a_side_is_said() {
    let world = cross();
    let face = |leaves: &str| format!("Face(faced={})", thing(leaves));
    check(&world, "2,1,-1 2,1,180", &face("type=TypeObj, value=Sofa"), true);
    check(&world, "2,1,-1 2,1,0", &face("type=TypeObj, value=Sofa"), false);
    check(&world, "2,1,-1 2,1,90", &face("type=TypeObj, value=Sofa, side=Right"), true);
    check(&world, "2,1,-1 2,1,90", &face("type=TypeObj, value=Sofa, side=Sides"), true);
    check(&world, "0,1,-1 0,1,90", &face("type=TypeObj, value=Wall, side=Back"), true);
    check(&world, "0,1,-1 0,1,180", &face("type=TypeObj, value=Wall, side=Back"), true);
    check(&world, "0,1,-1 0,1,0", &face("type=TypeObj, value=Wall, side=Back"), false);
}

#[test]
fn near_and_far_overlap() {
    let world = cross();
    let face = |dist: &str| {
        format!("Face(faced={})", thing(&format!("type=TypeObj, value=Easel, dist={dist}")))
    };
    check(&world, "1,1,90", &face("Near"), true);
    check(&world, "1,1,90", &face("Far"), true);
    check(&world, "0,1,90", &face("Near"), false);
    check(&world, "0,1,90", &face("Immediate"), false);
}

#[test]
fn a_precondition_gives_the_heading_that_was_not_known() {
    let world = cross();
    let turn = format!(
        "Turn(direction=Right, precond=Face(faced={}))",
        thing("type=TypeObj, value=Easel, side=Front")
    );
    check(&world, "2,1,-1 2,1,180", &turn, true);
    check(&world, "2,1,-1 2,1,0", &turn, false);
    check(&world, "2,1,90 2,1,180", &turn, true);
    check(&world, "2,1,0 2,1,90", &turn, false);
}

#[test]
fn a_postcondition_is_walked_after_the_turn() {
    let world = cross();
    let turn = format!(
        "Turn(direction=Right, postcond=Travel(until={}))",
        thing("type=TypeObj, value=Sofa, side=At")
    );
    check(&world, "2,1,90 2,1,180 2,2,180", &turn, true);
    check(&world, "2,1,90 2,1,180", &turn, false);
}

#[test]
fn parts_details_and_what_is_under() {
    let world = cross();
    let until = |leaves: &str| format!("Travel(until={})", thing(leaves));
    let walked = "0,1,90 1,1,90 2,1,90";
    let with = |nested: &str| {
        until(&format!("type=TypeStruct, value=Intersection, dist=Immediate, side=At, {nested}"))
    };
    check(&world, walked, &with("Part=[Thing(type=TypePath, value=Path, Appear=[Grass])]"), true);
    check(&world, walked, &with("Part=[Thing(type=TypePath, value=Path, Appear=[Wood])]"), false);
    check(&world, walked, &with("Part=[Thing(type=TypePath, value=Path, side=Right)]"), true);
    check(&world, walked, &with("Detail=[Thing(type=TypeObj, value=GenChair)]"), true);
    check(&world, walked, &with("Detail=[Thing(type=TypeObj, value=Empty)]"), false);
    let sofa = |floor: &str| {
        let on = format!("On=[Thing(type=TypePath, value=Path, Appear=[{floor}])]");
        format!("Face(faced={})", thing(&format!("type=TypeObj, value=Sofa, {on}")))
    };
    check(&world, "2,1,180", &sofa("Grass"), true);
    check(&world, "2,1,180", &sofa("Brick"), false);
}

#[test]
fn order_counts_along_the_walk_and_not_its_start() {
    let world = drawn("o--b-o--b-o--b-o\ng    g    g    g\no    o    o    o");
    let nth = |order: u32| {
        let leaves = "type=TypePath, value=Path, dist=Immediate, side=At";
        format!("Travel(until={})", thing(&format!("{leaves}, Order_adj={order}")))
    };
    check(&world, "0,0,90 1,0,90 2,0,90", &nth(2), true);
    check(&world, "0,0,90 1,0,90 2,0,90", &nth(1), false);
    check(&world, "0,0,90 1,0,90", &nth(1), true);
}

#[test]
fn shapes_of_places_and_ways() {
    let world = cross();
    let tee = |value: &str| {
        format!("Face(faced={})", thing(&format!("type=TypePath, value=Path, Structural={value}")))
    };
    // Three ways meet in no place here, four in one.
    check(&world, "2,1,90", &tee("T_Int"), false);
    check(&world, "2,1,270", &tee("Long"), true);
    check(&world, "2,1,90", &tee("Long"), false);
    check(&world, "2,1,90", &tee("Short"), true);
}

#[test]
fn counts_of_ways_and_things_passed() {
    let world = cross();
    let only = "Travel(until=Verify(desc=[Thing(type=TypePath, value=Path, side=At, Count=1)]), \
                face=Face(faced=Verify(desc=[Thing(type=TypePath, value=Path, side=Front, Count=1)])))";
    check(&world, "3,1,-1 3,1,270", only, true);
    check(&world, "2,1,-1 2,1,270", only, false);
}

#[test]
fn checks_stand_still_and_goals_are_reached_anyhow() {
    let world = cross();
    let check_chair = thing("type=TypeObj, value=GenChair, side=At");
    check(&world, "2,1,90", &check_chair, true);
    check(&world, "1,1,90 2,1,90", &check_chair, false);
    let goal = format!("Verify(goal=DeclareGoal(cond=Travel(until={check_chair})))");
    check(&world, "1,1,90 2,1,90", &goal, true);
    check(&world, "0,2,0 0,1,0 0,1,90 1,1,90 2,1,90", &goal, true);
    check(&world, "1,1,90 2,1,90 2,1,0", &goal, false);
    let away = "Verify(desc=[Thing(type=TypeObj, value=Easel)], dist=Distance(count=1))";
    check(&world, "2,1,90", away, true);
    check(&world, "1,1,90", away, false);
}

#[test]
fn what_is_not_judged_neither_holds_nor_fails() {
    let world = cross();
    let action = Action::parse(
        "Travel(until=Verify(desc=[Thing(type=TypeObj, value=GenChair, side=At, Appear=[Brown])]))",
        Vocabulary::sail(),
    )
    .unwrap();
    let judged = judge(&world, &action, &segment(&world, "1,1,90 2,1,90").poses);
    assert_eq!(judged, Judgement { eta: 5, phi: 4, unjudged: 1 });
    assert!(judged.delta() && !judged.delta_strict());
}

#[test]
fn an_open_leaf_claims_nothing() {
    let world = cross();
    check(
        &world,
        "1,1,90 2,1,90",
        "Travel(until=Verify(desc=[Thing(value=None, side=None)]))",
        true,
    );
    check(&world, "1,1,90 2,1,90", "Travel(distance=Distance(count=None))", true);
    check(&world, "1,1,90", "Travel(distance=Distance(count=None))", false);
}
