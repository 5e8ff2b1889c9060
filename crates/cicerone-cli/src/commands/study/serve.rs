//! `cicerone study serve`: participants come in.

use std::net::SocketAddr;

use cicerone_server::ServerConfig;
use cicerone_study::{server, store::Store};

use super::{StudyOption, runtime};
use crate::commands::serve::{LogFormat, start_log};

/// Serve the pages of participants, and /admin for the study's owners.
///
/// People on the internet should reach it through a proxy that speaks HTTPS.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    study: StudyOption,

    /// Where to listen; port 0 takes a free one.
    #[arg(long, value_name = "ADDRESS", default_value_t = ServerConfig::default().listen)]
    listen: SocketAddr,

    /// Requests a second that one client may make; 0 means no limit. A class
    /// behind one address is one client.
    #[arg(long, default_value_t = 500)]
    rate: u32,

    /// How many connections one address may have, unless it is a proxy's.
    #[arg(long, default_value_t = ServerConfig::default().connections_per_client)]
    connections_per_client: usize,

    /// Tell clients apart by X-Forwarded-For, as the proxy in front writes it.
    #[arg(long)]
    behind_proxy: bool,

    /// How the log on standard error looks; what it holds is set by
    /// $CICERONE_LOG.
    #[arg(long, value_enum, default_value = "text")]
    log: LogFormat,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<()> {
        start_log(self.log)?;
        let (study, database) = (self.study.open()?, self.study.database());
        if study.design.contact.as_deref().is_none_or(|contact| contact.trim().is_empty()) {
            eprintln!(
                "warning: 'contact' is empty in {}: participants are not told whom to ask. Write an \
                 address there before you let anybody in.",
                self.study.directory.join("study.json").display()
            );
        }
        let config = ServerConfig {
            listen: self.listen,
            rate: self.rate,
            burst: self.rate.saturating_mul(4),
            behind_proxy: self.behind_proxy,
            connections_per_client: self.connections_per_client,
            ..ServerConfig::default()
        };
        runtime()?.block_on(async move {
            let store = Store::open(study, database.as_deref()).await?;
            let ready = |address| println!("http://{address}/");
            Ok(server::run(store, config, ready, cicerone_server::signal()).await?)
        })
    }
}
