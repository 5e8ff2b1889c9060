//! The pages of the study's owners: how it stands, its data, its report.
//! Who reads the report or takes a table is written down.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use cicerone_server::Problem;
use tokio::sync::mpsc;

use super::token::Owner;
use super::{Desk, Json};
use crate::design::Study;
use crate::export::{self, Format};
use crate::pages::{self, escaped};
use crate::records::RunRecord;
use crate::refused::Refused;
use crate::store::StudyStatus;

/// These pages run nothing and load nothing.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// So many walks are listed.
const LISTED: usize = 200;

pub(super) async fn overview(_: Owner, State(desk): State<Arc<Desk>>) -> Result<Response, Problem> {
    let status = desk.store.status().await?;
    let runs = desk.store.outline().await?.runs;
    Ok(page(overview_html(desk.store.study(), &status, &runs)))
}

/// Everything participants may be shown.
pub(super) async fn preview(_: Owner, State(desk): State<Arc<Desk>>) -> Result<Response, Problem> {
    let study = desk.store.study().clone();
    let html = tokio::task::spawn_blocking(move || pages::preview(&study));
    Ok(page(html.await.map_err(Problem::internal)??))
}

/// What one participant did in one run.
pub(super) async fn replay(
    _: Owner,
    State(desk): State<Arc<Desk>>,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    desk.store.note("admin", "replay", id.clone()).await?;
    let mut runs = desk.store.outline().await?.runs.into_iter();
    let run = runs.find(|run| run.run == id);
    let run = run.ok_or_else(|| Problem::new(StatusCode::NOT_FOUND, "there is no such run"))?;
    let events = desk.store.events_of(&id).await?;
    let study = desk.store.study().clone();
    let html = tokio::task::spawn_blocking(move || pages::replay(&study, &run, &events));
    Ok(page(html.await.map_err(Problem::internal)?))
}

pub(super) async fn status(
    _: Owner,
    State(desk): State<Arc<Desk>>,
) -> Result<Json<StudyStatus>, Problem> {
    Ok(Json(desk.store.status().await?))
}

pub(super) async fn report(_: Owner, State(desk): State<Arc<Desk>>) -> Result<Response, Problem> {
    desk.store.note("admin", "report", String::new()).await?;
    let records = desk.store.outline().await?;
    let study = desk.store.study().clone();
    let html = tokio::task::spawn_blocking(move || {
        crate::report::analyse(&records, &study.design, &study.scenarios).html()
    });
    Ok(page(html.await.map_err(Problem::internal)?))
}

/// One table, named as a file: `runs.csv`, `events.parquet`.
pub(super) async fn table(
    _: Owner,
    State(desk): State<Arc<Desk>>,
    Path(name): Path<String>,
) -> Result<Response, Problem> {
    let (table, ending) = name.rsplit_once('.').unwrap_or((&name, "csv"));
    let format: Format = ending.parse()?;
    let table = table.to_owned();
    desk.store.note("admin", "export", name.clone()).await?;
    let body = match table == "events" {
        true => events(desk, format),
        false => {
            let records = desk.store.outline().await?;
            let study = desk.store.study().clone();
            let bytes = tokio::task::spawn_blocking(move || {
                export::table(&records, &study, &table, format)
            });
            Body::from(bytes.await.map_err(Problem::internal)??)
        }
    };
    let disposition = HeaderValue::from_str(&format!("attachment; filename=\"{name}\""));
    let mut response = ([(header::CONTENT_TYPE, format.media_type())], body).into_response();
    if let Ok(disposition) = disposition {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, disposition);
    }
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

/// The table of events, sent as it is read: there may be more than fit in
/// memory. What fails on the way breaks the answer off.
fn events(desk: Arc<Desk>, format: Format) -> Body {
    let (send, receive) = mpsc::channel::<std::io::Result<Bytes>>(2);
    tokio::spawn(async move {
        let written = Pipe::default();
        let told = async {
            let mut events = export::Events::begin(format, written.clone())?;
            let mut reading = desk.store.events().await?;
            while let Some(some) = reading.next().await? {
                events.write(&some)?;
                // Nobody waits for it any more: then it ends here.
                send.send(Ok(written.take())).await.map_err(|_| Refused::Busy)?;
            }
            events.end()?;
            Ok::<(), cicerone::Error>(())
        };
        let last = match told.await {
            Ok(()) => Ok(written.take()),
            Err(error) => Err(std::io::Error::other(error)),
        };
        drop(send.send(last).await);
    });
    let next = |mut receive: mpsc::Receiver<_>| async move {
        receive.recv().await.map(|some| (some, receive))
    };
    Body::from_stream(futures_util::stream::unfold(receive, next))
}

/// What was written and not yet sent.
#[derive(Clone, Default)]
struct Pipe(Arc<Mutex<Vec<u8>>>);

impl Pipe {
    fn take(&self) -> Bytes {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner)).into()
    }
}

impl std::io::Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn page(html: String) -> Response {
    let headers = [
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    (headers, Html(html)).into_response()
}

fn overview_html(study: &Study, status: &StudyStatus, runs: &[RunRecord]) -> String {
    let complete = status.runs.get("complete").copied().unwrap_or(0);
    let mut html = format!(
        "<p><a href=\"/admin/preview\">All scenarios with their texts and pictures</a></p>\
         <p><strong>{complete}</strong> of {} runs are complete, by {} participants. Conditions of \
         a scenario differ by at most {}. {} runs of your own count for nothing.</p>\
         <progress max=\"{}\" value=\"{complete}\"></progress>\
         <h2>Results</h2><p><a href=\"/admin/report\">Report</a></p><table>",
        status.wanted, status.participants, status.imbalance, status.test_runs, status.wanted
    );
    for table in export::TABLES {
        let _ = write!(html, "<tr><td>{table}</td>");
        for ending in ["csv", "json", "parquet"] {
            let _ =
                write!(html, "<td><a href=\"/admin/export/{table}.{ending}\">{ending}</a></td>");
        }
        html.push_str("</tr>");
    }
    let counts = |html: &mut String, name: &str, counts: &BTreeMap<String, u32>| {
        let _ = write!(html, "</table><h2>{name}</h2><table>");
        for (what, count) in counts {
            let _ = write!(html, "<tr><td>{}</td><td>{count}</td></tr>", escaped(what));
        }
    };
    counts(&mut html, "Runs", &status.runs);
    counts(&mut html, "Visits, by how far they came", &status.visits);
    html.push_str("</table><h2>Scenarios</h2><table><tr><th>completed and live</th>");
    for name in &study.design.conditions {
        let _ = write!(html, "<th>{}</th>", escaped(name));
    }
    html.push_str("</tr>");
    for scenario in &study.scenarios {
        let _ = write!(html, "<tr><td>{}</td>", escaped(&scenario.id));
        let cells = status.balance.cells.get(&scenario.id);
        for name in &study.design.conditions {
            let count = cells.and_then(|cells| cells.get(name)).copied().unwrap_or(0);
            let _ = write!(html, "<td>{count}</td>");
        }
        html.push_str("</tr>");
    }
    html.push_str("</table><h2>Walks, the last first</h2><table>");
    let begun = runs.iter().rev().filter(|run| run.begun_at.is_some());
    for run in begun.take(LISTED) {
        let _ = write!(
            html,
            "<tr><td><a href=\"/admin/replay/{}\">{}</a></td><td>{}</td><td>{}</td><td>{:.0} s</td>\
             </tr>",
            escaped(&run.run),
            escaped(&run.participant),
            escaped(&run.scenario),
            escaped(&run.condition),
            run.seconds
        );
    }
    html.push_str("</table>");
    pages::page(&status.title, &html)
}
