//! The guide over HTTP, and the page to see and walk its routes.
//!
//! [`serve`] is `cicerone serve`. A request passes, from outside to inside:
//!
//! 1. `listen` and `patience`: a bounded number of connections, of all and of
//!    each address, that say something and read; and a graceful end.
//! 2. `observe` and `protect`: an id, a line of log, a count, and the headers
//!    that tell browsers what is allowed.
//! 3. `limits`: how often one client may ask, how long an answer may take.
//!    Files of the page and counts are limited too.
//! 4. `api`: what is asked of the library, under `/api`, described by
//!    `/api/openapi.json`; or `page`, the files of the page; or `metrics`.
//! 5. `work`: the library's work, off the async threads, on a bounded queue
//!    that is fair to clients, with a slow lane for what takes long, and ended
//!    when its time is over; `tidy` then gives its memory back.
//!
//! What goes wrong comes back as a `problem` with the library's own message.
//!
//! Steps 1 to 3 do not know the guide: they are the [`Front`] of any routes.

mod api;
mod app;
mod config;
mod front;
mod limits;
mod listen;
mod metrics;
mod observe;
mod page;
mod patience;
mod problem;
mod protect;
mod tidy;
mod versions;
mod work;
mod worlds;

pub use api::openapi;
pub use config::ServerConfig;
pub use front::Front;
pub use limits::Client;
pub use listen::{listen, run, serve, signal};
pub use metrics::Metrics;
pub use problem::Problem;
pub use worlds::{StoredWorld, remove_world, stored_worlds};
