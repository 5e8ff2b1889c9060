//! A new study, before its owners have changed a word of it.

use cicerone::Result;
use cicerone::world::World;

use super::{Design, Limits, Practice, Start, paper_survey};
use crate::store::{secret, token_hash};

/// Where Mechanical Turk shows tasks, real ones and those of its sandbox.
const MTURK: [&str; 4] = [
    "https://www.mturk.com",
    "https://worker.mturk.com",
    "https://workersandbox.mturk.com",
    "https://worker.sandbox.mturk.com",
];

/// A design with the paper's protocol and survey, and the token of its owners,
/// which is stored nowhere.
pub fn draft(
    conditions: Vec<String>,
    practice: (&str, &World),
    seed: u64,
) -> Result<(Design, String)> {
    let token = secret(24)?;
    let (name, world) = practice;
    let first = world.place_ids().next();
    let (x, y) = first.map_or((0.0, 0.0), |place| world.place(place).position);
    let several = world.building().levels.len() > 1;
    let level = first.filter(|_| several).map(|id| world.storey(world.level(id)).id.to_string());
    let exit = first.and_then(|place| world.exits(place).first());
    let consent = [
        "This is a study about how people follow route instructions. You will walk through a \
         building on your screen, following a written instruction, and then answer a few \
         questions. It takes about five minutes.",
        "We record how you move through the building, which keys you press, your answers, and \
         facts about your browser such as the size of its window. What you do on other pages is \
         not recorded. Your worker or participant number is kept apart from these data and is \
         not published.",
        "Taking part is voluntary. You can stop at any time, without giving a reason, by pressing \
         'Cancel' or closing the page. You can ask us later to delete your data.",
        "You must be 18 or older, and a native speaker of English.",
    ];
    let design = Design {
        format: super::FORMAT.into(),
        version: super::VERSION,
        title: "Following route instructions".into(),
        contact: None,
        consent: consent.map(str::to_owned).into(),
        practice: Practice {
            world: name.to_owned(),
            start: Start { x, y, heading: exit.map(|exit| exit.heading.degrees()), level },
            seconds: 30,
        },
        survey: paper_survey(),
        comments: Some("Is there anything else you would like to tell us?".into()),
        conditions,
        tasks: 1,
        limits: Limits {
            runs_per_cell: 5,
            visits_per_participant: None,
            reservation_minutes: 30,
            open_per_address: None,
            named_only: false,
            participants: None,
            trusting: false,
        },
        exclude: [(
            "native_speaker".to_owned(),
            vec!["no".to_owned(), "do_not_disclose".to_owned()],
        )]
        .into(),
        prolific_return: None,
        framed_by: MTURK.map(str::to_owned).into(),
        seed,
        admin_token_sha256: token_hash(&token),
        secret: secret(32)?,
    };
    Ok((design, token))
}
