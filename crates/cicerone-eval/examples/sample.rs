//! Scratch.
use cicerone::corpus::{locate, read_sail};
use cicerone::plan::*;
use cicerone::world::*;
use cicerone_eval::planning::*;
fn main() {
    let corpus = read_sail(&locate(None).unwrap()).unwrap();
    let frequent = Frequent::learn(&corpus, 20).unwrap().by_landmark();
    let world = &corpus.worlds["Jelly"];
    let v = world.vocabulary();
    let ids: Vec<_> = world.place_ids().collect();
    let mut slow = vec![];
    for i in 0..ids.len() {
        for j in 0..ids.len() {
            if i == j {
                continue;
            }
            let route = Route::shortest(
                world,
                Pose { place: ids[i], heading: None },
                Pose { place: ids[j], heading: None },
            )
            .unwrap();
            for s in route.segments() {
                let c = frequent.candidates(&s).to_vec();
                for c in &c {
                    let t = std::time::Instant::now();
                    let plan = Planner::default().plan(world, &s.poses, std::slice::from_ref(c));
                    let t = t.elapsed();
                    slow.push((t, c[0].display(v).to_string()));
                }
                let plan = Planner::default().plan(world, &s.poses, &c);
                if i < 6 && j % 7 == 0 {
                    println!(
                        "{:?} {}",
                        s.kind(),
                        s.poses
                            .iter()
                            .map(|p| Position::of(world, *p).to_string())
                            .collect::<Vec<_>>()
                            .join(" ")
                    );
                    for o in plan.options.iter().take(4) {
                        println!(
                            "   {:.2} {:?} {}",
                            o.likelihood,
                            o.origin,
                            o.commands
                                .iter()
                                .map(|c| c.display(v).to_string())
                                .collect::<Vec<_>>()
                                .join("; ")
                        );
                    }
                }
            }
        }
    }
    slow.sort();
    slow.reverse();
    for s in slow.iter().take(10) {
        println!("{:?} {}", s.0, s.1);
    }
}
