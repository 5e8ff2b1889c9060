//! Directions through one's own building, from a few lines of Rust.
//!
//! ```text
//! cargo run --release --example guide
//! ```

use cicerone::guide::{Guide, GuideOptions};
use cicerone::world::{Journey, from_json};

const LOBBY: &str = r#"{
  "format": "cicerone-world", "version": 1, "name": "Lobby",
  "vocabulary": {
    "floors":  [{"name": "marble", "cas": "Marble", "words": ["marble"]},
                {"name": "carpet", "cas": "Carpet", "words": ["carpet"]}],
    "objects": [{"name": "desk", "cas": "Desk", "words": ["reception desk"]},
                {"name": "plant", "cas": "Plant", "words": ["potted plant"]}]
  },
  "places": [
    {"id": "door",   "x": 0, "y": 0},
    {"id": "desk",   "x": 0, "y": -8, "objects": ["desk"]},
    {"id": "hall",   "x": 9, "y": -8},
    {"id": "stairs", "x": 18, "y": -8, "objects": ["plant"]}
  ],
  "passages": [
    {"between": ["door", "desk"],   "floor": "marble"},
    {"between": ["desk", "hall"],   "floor": "carpet"},
    {"between": ["hall", "stairs"], "floor": "carpet"}
  ]
}"#;

fn main() -> cicerone::Result<()> {
    let lobby = from_json(LOBBY)?;
    let route = Journey::between("0,0", "18,-8").route(&lobby)?;
    let guide = Guide::embedded()?;
    let instruction = guide.instruct(&lobby, &route, &GuideOptions::default())?;
    println!("{}\n", instruction.text());
    for step in &instruction.steps {
        println!("{:?} {:5.1}  {}", step.manoeuvre(), step.distance, step.command());
    }
    Ok(())
}
