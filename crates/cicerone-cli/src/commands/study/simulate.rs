//! `cicerone study simulate`: a rehearsal with scripted participants.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use cicerone::Error;
use cicerone_server::ServerConfig;
use cicerone_study::design::Study;
use cicerone_study::report::REHEARSE;
use cicerone_study::simulate::{Simulated, Simulation, simulate};
use cicerone_study::{server, store::Store};
use tokio::sync::oneshot;

use super::{rehearsal_database, runtime};
use crate::output::print_json;

/// Send scripted participants through the real interface.
///
/// The data goes to a new rehearsal.sqlite in the study's directory, which the
/// other subcommands read with --rehearsal; the study itself is not touched. Practice
/// takes no time. With --url the participants go to a server that runs already,
/// and count there like any others.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The directory of `cicerone study init`.
    #[arg(value_name = "DIR")]
    directory: std::path::PathBuf,

    /// How many take part, all at once.
    #[arg(long, default_value_t = Simulation::default().participants)]
    participants: usize,

    /// The share that leaves half-way.
    #[arg(long, default_value_t = Simulation::default().dropouts)]
    dropouts: f64,

    /// How probably they arrive, by condition, as guide=0.8,templates=0.6.
    #[arg(long, value_delimiter = ',', value_name = "NAME=SHARE", value_parser = share)]
    arrive: Vec<(String, f64)>,

    /// The usual pause between two requests of one participant, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 0.0)]
    pause: f64,

    /// Decides what they do.
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Where the rehearsal's data goes instead, as `study serve --database`.
    #[arg(long, value_name = "URL", conflicts_with = "url")]
    database: Option<String>,

    /// A server that runs already.
    #[arg(long)]
    url: Option<String>,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let shares = [self.dropouts].into_iter().chain(self.arrive.iter().map(|(_, share)| *share));
        if shares.into_iter().any(|share| !(0.0..=1.0).contains(&share)) {
            return Err(Error::input("shares are numbers from 0 to 1").into());
        }
        if !(0.0..=3600.0).contains(&self.pause) {
            return Err(Error::input("--pause takes 0 to 3600 seconds").into());
        }
        let mut study = Study::open(&self.directory)?;
        let simulation = Simulation {
            participants: self.participants,
            dropouts: self.dropouts,
            arrive: self.arrive.iter().cloned().collect::<BTreeMap<_, _>>(),
            pause: Duration::from_secs_f64(self.pause),
            seed: self.seed,
            ..Simulation::default()
        };
        let simulated = match &self.url {
            Some(url) => simulate(url, &study, &simulation)?,
            None => {
                study.design.practice.seconds = 0;
                study.design.limits.trusting = true;
                let database = match &self.database {
                    Some(database) => database.clone(),
                    None => {
                        // Nobody from the last one is there any more.
                        for ending in ["", "-wal", "-shm"] {
                            let file = format!("rehearsal.sqlite{ending}");
                            let _ = std::fs::remove_file(self.directory.join(file));
                        }
                        rehearsal_database(&self.directory)
                    }
                };
                rehearse(Arc::new(study), &database, simulation)?
            }
        };
        print_json(&simulated)
    }
}

/// Serves the study just for this, and looks whether everything is there.
fn rehearse(
    study: Arc<Study>,
    database: &str,
    simulation: Simulation,
) -> anyhow::Result<Simulated> {
    runtime()?.block_on(async move {
        let store = Store::open(study.clone(), Some(database)).await?;
        let records = Store::open(study.clone(), Some(database)).await?;
        let detail = format!("{} scripted participants", simulation.participants);
        store.note("command line", REHEARSE, detail).await.map_err(Error::from)?;
        let config =
            ServerConfig { listen: ([127, 0, 0, 1], 0).into(), rate: 0, ..Default::default() };
        let (tell, told) = oneshot::channel();
        let (stop, stopped) = oneshot::channel::<()>();
        let ready = move |address| {
            let _ = tell.send(address);
        };
        let server = tokio::spawn(async move {
            server::run(store, config, ready, async { drop(stopped.await) }).await
        });
        let address = match told.await {
            Ok(address) => address,
            Err(_) => {
                return Err(server
                    .await?
                    .err()
                    .unwrap_or_else(|| Error::input("no server"))
                    .into());
            }
        };
        let participants = tokio::task::spawn_blocking(move || {
            simulate(&format!("http://{address}"), &study, &simulation)
        });
        let simulated = participants.await??;
        drop(stop);
        server.await??;
        let lost = simulated.lost(&records.records().await.map_err(Error::from)?);
        match lost.first() {
            None => Ok(simulated),
            Some(first) => {
                Err(anyhow::anyhow!("{} acknowledged pieces are not as sent: {first}", lost.len()))
            }
        }
    })
}

fn share(text: &str) -> Result<(String, f64), String> {
    let (name, share) = text.split_once('=').ok_or("write NAME=SHARE, as guide=0.8")?;
    let share = share.parse().map_err(|_| format!("'{share}' is no number"))?;
    Ok((name.to_owned(), share))
}
