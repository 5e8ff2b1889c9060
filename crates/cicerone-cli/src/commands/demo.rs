//! `cicerone demo`: an embedded world, a route on it and its instruction.

use std::io::IsTerminal;

use cicerone::guide::GuideOptions;
use cicerone::world::draw::{self, Ink};
use cicerone::world::{PlaceId, Pose, Route, World};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::models::ModelsOption;
use crate::output::print_text;
use crate::worlds::{DataOption, open};

/// Draw an embedded world, a route on it and its instruction.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// An embedded world, a SAIL map or a file.
    #[arg(long, default_value = "office")]
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
        let has_color = std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        let guide = self.models.guide()?;
        let instruction = guide.instruct(&world, &route, &GuideOptions::default())?;
        let ink = if has_color { Ink::Color } else { Ink::Plain };
        let mut out = format!("{}, from ● to ◎\n\n", world.name());
        out.push_str(&draw::terminal(&world, Some(&route), 100, ink)?);
        out.push('\n');
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
    let places: Vec<PlaceId> = world.place_ids().collect();
    let mut pick = || places[random.random_range(0..places.len())];
    let mut draw = || {
        let [start, goal] = [pick(), pick()].map(|place| Pose { place, heading: None });
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
