//! The pages of the study's owners: how it stands, its data, its report.
//! Who reads the report or takes a table is written down.

use std::fmt::Write;
use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{HeaderValue, header};
use axum::response::{Html, IntoResponse, Response};
use cicerone_server::Problem;

use super::token::Owner;
use super::{Desk, Json};
use crate::export::{self, Format};
use crate::store::StudyStatus;

/// These pages run nothing and load nothing.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;\
padding:0 1rem;color-scheme:light dark}table{border-collapse:collapse}td,th{padding:.25rem .75rem;\
border-bottom:1px solid #8884;text-align:right}td:first-child,th:first-child{text-align:left}\
.few{color:#777}";

pub(super) async fn overview(_: Owner, State(desk): State<Arc<Desk>>) -> Result<Response, Problem> {
    let status = desk.store.status().await?;
    Ok(page(overview_html(&status)))
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
    let records = match table == "events" {
        true => desk.store.records().await?,
        false => desk.store.outline().await?,
    };
    let study = desk.store.study().clone();
    let bytes =
        tokio::task::spawn_blocking(move || export::table(&records, &study, &table, format));
    let bytes = bytes.await.map_err(Problem::internal)??;
    let disposition = HeaderValue::from_str(&format!("attachment; filename=\"{name}\""));
    let mut response = ([(header::CONTENT_TYPE, format.media_type())], bytes).into_response();
    if let Ok(disposition) = disposition {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, disposition);
    }
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

fn page(html: String) -> Response {
    let headers = [
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    (headers, Html(html)).into_response()
}

fn overview_html(status: &StudyStatus) -> String {
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>{title}</title>\
         <style>{STYLE}</style></head><body><h1>{title}</h1>\
         <p><a href=\"/admin/report\">Report</a></p>",
        title = escaped(&status.title)
    );
    let complete = status.runs.get("complete").copied().unwrap_or(0);
    let _ = write!(
        html,
        "<p><strong>{complete}</strong> of {} runs are complete, by {} participants; \
         {} test runs count for nothing. Within a scenario, conditions differ by at most {}.</p>",
        status.wanted, status.participants, status.test_runs, status.imbalance
    );
    let _ = write!(html, "<h2>Runs</h2><table><tr><th>status</th><th>runs</th></tr>");
    for (name, count) in &status.runs {
        let _ = write!(html, "<tr><td>{}</td><td>{count}</td></tr>", escaped(name));
    }
    let _ = write!(html, "</table><h2>Visits</h2><table><tr><th>step</th><th>visits</th></tr>");
    for (name, count) in &status.visits {
        let _ = write!(html, "<tr><td>{}</td><td>{count}</td></tr>", escaped(name));
    }
    let _ = write!(html, "</table><h2>Scenarios</h2><table><tr><th>completed and live</th>");
    let conditions = status.balance.cells.values().next();
    for name in conditions.into_iter().flat_map(|cells| cells.keys()) {
        let _ = write!(html, "<th>{}</th>", escaped(name));
    }
    html.push_str("</tr>");
    for (scenario, cells) in &status.balance.cells {
        let _ = write!(html, "<tr><td>{}</td>", escaped(scenario));
        for count in cells.values() {
            let _ = write!(html, "<td>{count}</td>");
        }
        html.push_str("</tr>");
    }
    html.push_str("</table><h2>Data</h2><ul>");
    for table in export::TABLES {
        let _ = write!(html, "<li>{table}:");
        for ending in ["csv", "json", "parquet"] {
            let _ = write!(html, " <a href=\"/admin/export/{table}.{ending}\">{ending}</a>");
        }
        html.push_str("</li>");
    }
    html.push_str("</ul></body></html>\n");
    html
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
