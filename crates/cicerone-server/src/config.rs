//! What can be set about a server, and what it does if nothing is.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// The settings of a server.
#[derive(Debug, Clone)]
pub struct ServerConfig {
    /// Where it listens. Default: `127.0.0.1:8080`; port 0 takes a free one.
    pub listen: SocketAddr,
    /// Where uploaded worlds are kept. Default: `None`, the user's data
    /// directory.
    pub data: Option<PathBuf>,
    /// How many requests are worked on at once. Default: one for each core.
    pub workers: usize,
    /// How many more may wait for a worker; the next is told to come back.
    /// Default: 64.
    pub queue: usize,
    /// How many requests of one client may work or wait at once. Default: 16.
    pub queue_per_client: usize,
    /// How long a request may take, waiting included. Default: 30 s.
    pub timeout: Duration,
    /// How long open requests may go on after the signal to stop. Default: 10 s.
    pub grace: Duration,
    /// How many connections may be open at once. Default: 1,024.
    pub connections: usize,
    /// How many of them one address may have, unless it is a proxy's.
    /// Default: 256.
    pub connections_per_client: usize,
    /// Whoever opens a connection and says nothing, or asks and does not read
    /// the answer, is hung up on after this. Default: 15 s.
    pub patience: Duration,
    /// The largest map that may be uploaded, in bytes. What is packed may be
    /// eight times as large unpacked. Default: 4 MiB.
    pub upload_limit: usize,
    /// What all uploaded worlds may take on disk, in bytes. Default: 256 MiB.
    pub storage_limit: u64,
    /// What of it one client may fill in a day, in bytes. Default: 32 MiB.
    pub storage_per_client: u64,
    /// Requests a second to the API that one client may make for long, and as
    /// many again for files of the page and counts. Default: 50; 0 means no limit.
    pub rate: u32,
    /// Requests one client may make at once before the rate counts.
    /// Default: 200.
    pub burst: u32,
    /// True if a proxy stands in front, whose `X-Forwarded-For` then tells
    /// clients apart. Default: false, as anybody can write that header.
    pub behind_proxy: bool,
    /// Pages of these origins may use the API from a browser. Default: none.
    pub allow_origins: Vec<String>,
    /// These sites may show its pages in a frame of theirs. Default: none.
    pub framed_by: Vec<String>,
}

impl Default for ServerConfig {
    fn default() -> ServerConfig {
        ServerConfig {
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            data: None,
            workers: std::thread::available_parallelism().map_or(1, |cores| cores.get()),
            queue: 64,
            queue_per_client: 16,
            timeout: Duration::from_secs(30),
            grace: Duration::from_secs(10),
            connections: 1024,
            connections_per_client: 256,
            patience: Duration::from_secs(15),
            upload_limit: 4 << 20,
            storage_limit: 256 << 20,
            storage_per_client: 32 << 20,
            rate: 50,
            burst: 200,
            behind_proxy: false,
            allow_origins: Vec::new(),
            framed_by: Vec::new(),
        }
    }
}
