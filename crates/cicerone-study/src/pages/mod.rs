//! Pages for the study's owners that run nothing and load nothing: all that
//! participants may be shown, and what one of them did.

mod preview;
mod replay;

pub use preview::preview;
pub use replay::replay;

use std::fmt::Write;

/// How these pages look.
const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;\
padding:0 1rem;color-scheme:light dark}table{border-collapse:collapse}td,th{padding:.25rem .75rem;\
border-bottom:1px solid #8884;text-align:right}td:first-child,th:first-child{text-align:left}\
progress{width:100%;height:1rem}img{max-width:100%;background:#fff}section{margin:3rem 0;\
break-inside:avoid}.texts{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(16rem,\
1fr))}.texts h3{margin:0 0 .25rem}.alike{color:#b3261e}svg{max-width:100%;background:#fff;\
border:1px solid #8884}.levels{display:grid;gap:1rem}";

/// A page of that title.
pub(crate) fn page(title: &str, body: &str) -> String {
    let title = escaped(title);
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>{title}</title>\
         <style>{STYLE}</style></head><body><h1>{title}</h1>{body}</body></html>\n"
    )
}

/// Text that is safe in a page.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A drawing as an image of its own, so that nothing in it meets another's.
fn picture(svg: &str, what: &str) -> String {
    let mut address = String::from("data:image/svg+xml,");
    for byte in svg.bytes() {
        match byte {
            b'a'..=b'z'
            | b'A'..=b'Z'
            | b'0'..=b'9'
            | b'-'
            | b'_'
            | b'.'
            | b'/'
            | b':'
            | b'='
            | b','
            | b' '
            | b';'
            | b'('
            | b')' => address.push(char::from(byte)),
            // Writing to a String cannot fail.
            _ => drop(write!(address, "%{byte:02X}")),
        }
    }
    format!("<img src=\"{address}\" alt=\"{}\">", escaped(what))
}
