//! `cicerone demo`: an embedded world, a route on it and its instruction.

use cicerone::guide::GuideOptions;
use cicerone::world::document::AreaKind;
use cicerone::world::draw;
use cicerone::world::{PlaceId, Pose, Route, World};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::models::ModelsOption;
use crate::output::{print_raw, print_text};
use crate::picture::{COLUMNS, ink};
use crate::worlds::{DataOption, open};

/// Draw an embedded world, a route on it and its instruction.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// An embedded world, a SAIL map or a file.
    #[arg(long, default_value = "hospital")]
    world: String,

    #[command(flatten)]
    data: DataOption,

    #[command(flatten)]
    models: ModelsOption,

    /// Another seed, another route.
    #[arg(long, default_value_t = 7)]
    seed: u64,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let world = open(&self.world, &self.data)?;
        let route = random_route(&world, self.seed)?;
        let guide = self.models.guide()?;
        let instruction = guide.instruct(&world, &route, &GuideOptions::default())?;
        print_text(&format!("{}, from ● to ◎\n\n", world.name()))?;
        print_raw(&draw::terminal(&world, Some(&route), COLUMNS, ink())?)?;
        let mut out = "\n".to_owned();
        for (number, step) in instruction.steps.iter().enumerate() {
            out.push_str(&format!("{:>3}. {}\n", number + 1, step.text()));
        }
        print_text(&out)?;
        let file = std::env::temp_dir().join("cicerone-demo.svg");
        cicerone::write_whole(&file, draw::svg(&world, Some(&route))?.as_bytes())?;
        eprintln!("The same as a picture: {}", file.display());
        Ok(())
    }
}

/// Of a few random routes the longest, so that there is something to see.
fn random_route(world: &World, seed: u64) -> anyhow::Result<Route> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let has_levels = world.building().levels.len() > 1;
    let places = destinations(world);
    let mut pick = || places[random.random_range(0..places.len())];
    let mut draw = || {
        let mut ends = [pick(), pick()];
        // A building is best seen on the way from one of its levels to another.
        for _ in 0..100 {
            if !has_levels || world.level(ends[0]) != world.level(ends[1]) {
                break;
            }
            ends = [pick(), pick()];
        }
        let [start, goal] = ends.map(|place| Pose { place, heading: None });
        Route::shortest(world, start, goal)
    };
    let mut longest = draw()?;
    for _ in 1..4 {
        let route = draw()?;
        if longest.length() < route.length() {
            longest = route;
        }
    }
    Ok(longest)
}

/// Where people go: of a building its public rooms, else any place.
fn destinations(world: &World) -> Vec<PlaceId> {
    let is_room = |kind: AreaKind| matches!(kind, AreaKind::Room | AreaKind::Hall);
    let named = world.named_places().iter().map(|named| named.place());
    let rooms = named.filter(|place| {
        let area = world.place(*place).area.map(|area| world.area(area));
        area.is_some_and(|area| is_room(area.kind) && area.access.is_public())
    });
    let rooms: Vec<PlaceId> = rooms.collect();
    if rooms.is_empty() { world.place_ids().collect() } else { rooms }
}
