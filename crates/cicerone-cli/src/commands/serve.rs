//! `cicerone serve`: the guide over HTTP, and its page.

use std::io::IsTerminal;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use cicerone_server::ServerConfig;
use tracing_subscriber::EnvFilter;

use crate::models::ModelsOption;

/// Serve the page and the API.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Where to listen; port 0 takes a free one.
    #[arg(long, value_name = "ADDRESS", default_value_t = ServerConfig::default().listen)]
    listen: SocketAddr,

    /// Where to keep uploaded worlds [default: the user's data directory].
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,

    #[command(flatten)]
    models: ModelsOption,

    /// How many requests are worked on at once.
    #[arg(long, default_value_t = ServerConfig::default().workers)]
    workers: usize,

    /// How many more may wait; the next is answered with 503.
    #[arg(long, default_value_t = ServerConfig::default().queue)]
    queue: usize,

    /// How many seconds a request may take.
    #[arg(long, value_name = "SECONDS", default_value_t = ServerConfig::default().timeout.as_secs())]
    timeout: u64,

    /// The largest world that may be uploaded, in bytes.
    #[arg(long, value_name = "BYTES", default_value_t = ServerConfig::default().upload_limit)]
    upload_limit: usize,

    /// Requests a second that one client may make; 0 means no limit.
    #[arg(long, default_value_t = ServerConfig::default().rate)]
    rate: u32,

    /// Requests one client may make at once before the rate counts.
    #[arg(long, default_value_t = ServerConfig::default().burst)]
    burst: u32,

    /// Tell clients apart by X-Forwarded-For, as the proxy in front writes it.
    #[arg(long)]
    behind_proxy: bool,

    /// Let pages of this origin use the API, as https://example.org.
    #[arg(long, value_name = "ORIGIN")]
    allow_origin: Vec<String>,

    /// How the log on standard error looks; what it holds is set by
    /// $CICERONE_LOG, as `info` or `cicerone_server=debug`.
    #[arg(long, value_enum, default_value = "text")]
    log: LogFormat,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
pub(super) enum LogFormat {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<()> {
        start_log(self.log)?;
        let config = ServerConfig {
            listen: self.listen,
            data: self.data,
            workers: self.workers,
            queue: self.queue,
            timeout: Duration::from_secs(self.timeout),
            upload_limit: self.upload_limit,
            rate: self.rate,
            burst: self.burst,
            behind_proxy: self.behind_proxy,
            allow_origins: self.allow_origin,
            ..ServerConfig::default()
        };
        let models = self.models.bundle()?;
        // Where it listens is a result: with port 0 nobody else knows it.
        Ok(cicerone_server::serve(config, models, |address| println!("http://{address}/"))?)
    }
}

pub(super) fn start_log(format: LogFormat) -> anyhow::Result<()> {
    let filter = EnvFilter::try_from_env("CICERONE_LOG").unwrap_or_else(|_| EnvFilter::new("info"));
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal());
    let started = match format {
        LogFormat::Text => log.compact().try_init(),
        LogFormat::Json => log.json().flatten_event(true).with_span_list(false).try_init(),
    };
    started.map_err(|error| anyhow::anyhow!("the log cannot be started: {error}"))
}
