//! `cicerone serve`: the guide over HTTP, and its page.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use cicerone_server::ServerConfig;
use tracing_subscriber::EnvFilter;

use crate::models::ModelsOption;
use crate::output::{Format, print_json, print_text};

/// Serve the page and the API.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    owner: Option<Owner>,

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

    /// How many requests of one client may work or wait at once.
    #[arg(long, default_value_t = ServerConfig::default().queue_per_client)]
    queue_per_client: usize,

    /// How many connections one address may have, unless it is a proxy's.
    #[arg(long, default_value_t = ServerConfig::default().connections_per_client)]
    connections_per_client: usize,

    /// How many seconds a request may take.
    #[arg(long, value_name = "SECONDS", default_value_t = ServerConfig::default().timeout.as_secs())]
    timeout: u64,

    /// The largest world that may be uploaded, in bytes.
    #[arg(long, value_name = "BYTES", default_value_t = ServerConfig::default().upload_limit)]
    upload_limit: usize,

    /// What all uploaded worlds may take, in bytes.
    #[arg(long, value_name = "BYTES", default_value_t = ServerConfig::default().storage_limit)]
    storage: u64,

    /// What of it one client may fill in a day, in bytes.
    #[arg(long, value_name = "BYTES", default_value_t = ServerConfig::default().storage_per_client)]
    storage_per_client: u64,

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

/// What who runs a server may do with the worlds people uploaded to it.
#[derive(Debug, clap::Subcommand)]
enum Owner {
    /// List the uploaded worlds, the latest first.
    Worlds {
        /// Where the server keeps them [default: the user's data directory].
        #[arg(long, value_name = "DIR")]
        data: Option<PathBuf>,

        /// How to print them.
        #[arg(long, value_enum, default_value = "text")]
        format: Format,
    },
    /// Remove uploaded worlds; a server that is running knows them no more.
    Remove {
        /// Their ids, as `cicerone serve worlds` lists them.
        #[arg(required = true, value_name = "ID")]
        ids: Vec<String>,

        /// Where the server keeps them [default: the user's data directory].
        #[arg(long, value_name = "DIR")]
        data: Option<PathBuf>,
    },
}

impl Owner {
    fn run(&self) -> anyhow::Result<()> {
        match self {
            Owner::Worlds { data, format: Format::Json } => {
                print_json(&cicerone_server::stored_worlds(data.as_deref())?)
            }
            Owner::Worlds { data, format: Format::Text } => {
                let mut text = String::new();
                for world in cicerone_server::stored_worlds(data.as_deref())? {
                    let name = world.name.as_deref().unwrap_or("(no world)");
                    let (id, places, bytes) = (&world.id, world.places, world.bytes);
                    text.push_str(&format!("{id}  {places} places  {bytes} bytes  {name}\n"));
                }
                print_text(&text)
            }
            Owner::Remove { ids, data } => {
                for id in ids {
                    cicerone_server::remove_world(data.as_deref(), id)?;
                }
                Ok(())
            }
        }
    }
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
        if let Some(owner) = &self.owner {
            return owner.run();
        }
        start_log(self.log)?;
        let config = ServerConfig {
            listen: self.listen,
            data: self.data,
            workers: self.workers,
            queue: self.queue,
            queue_per_client: self.queue_per_client,
            connections_per_client: self.connections_per_client,
            storage_limit: self.storage,
            storage_per_client: self.storage_per_client,
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
        .with_writer(|| Legibly(std::io::stderr()))
        // Colours would be written out, too.
        .with_ansi(false);
    let started = match format {
        LogFormat::Text => log.compact().try_init(),
        LogFormat::Json => log.json().flatten_event(true).with_span_list(false).try_init(),
    };
    started.map_err(|error| anyhow::anyhow!("the log cannot be started: {error}"))
}

/// Where a log goes: what of it a terminal would obey is written out.
struct Legibly<W>(W);

impl<W: std::io::Write> std::io::Write for Legibly<W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        // A whole line comes at once.
        self.0.write_all(cicerone::legible(&String::from_utf8_lossy(bytes)).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.0.flush()
    }
}
