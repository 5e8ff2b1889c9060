//! What the columns mean, for people and for programs.

use std::fmt::Write;

use super::column::{Column, Table};
use crate::design::Study;

/// The codebook as a table: one row a column.
pub(super) fn table(tables: &[Table]) -> Table {
    let rows: Vec<(&Table, &Column)> =
        tables.iter().flat_map(|table| table.columns.iter().map(move |one| (table, one))).collect();
    let values: Vec<String> = rows.iter().map(|(_, column)| values(column)).collect();
    let columns = vec![
        Column::text("table", rows.iter().map(|(table, _)| table.name), "The table."),
        Column::text("column", rows.iter().map(|(_, one)| one.name.as_str()), "The column."),
        Column::text("type", rows.iter().map(|(_, one)| one.cells.kind()), "Its type."),
        Column::truth(
            "optional",
            rows.iter().map(|(_, one)| one.optional),
            "Whether a cell may be missing.",
        ),
        Column::text("unit", rows.iter().map(|(_, one)| one.unit), "Its unit, if any."),
        Column::text("meaning", rows.iter().map(|(_, one)| one.meaning.as_str()), "Its meaning."),
        Column::text("values", values.iter().map(String::as_str), "Its values, if they are few."),
    ];
    Table { name: "codebook", meaning: "one column of one table", columns }
}

fn values(column: &Column) -> String {
    let each = column.values.iter().map(|(value, meaning)| match meaning.as_str() {
        "" => value.clone(),
        meaning => format!("{value} = {meaning}"),
    });
    each.collect::<Vec<_>>().join("; ")
}

/// The codebook to read.
pub(super) fn markdown(tables: &[Table], study: &Study) -> String {
    let design = &study.design;
    let mut text = format!("# Codebook: {}\n\n", plain(&design.title));
    let _ = write!(
        text,
        "Conditions, in the order of the report: {}. Scenarios: {}. Every scenario's \
         instructions are in the table scenarios.\n\n",
        design.conditions.iter().map(|name| code(name)).collect::<Vec<_>>().join(", "),
        study.scenarios.len()
    );
    let left_out: Vec<String> = design
        .exclude
        .iter()
        .map(|(question, answers)| {
            let answers = answers.iter().map(|answer| code(answer)).collect::<Vec<_>>();
            format!("{} is {}", code(&format!("answer_{question}")), answers.join(" or "))
        })
        .collect();
    if !left_out.is_empty() {
        let _ = write!(text, "The report leaves out runs where {}.\n\n", left_out.join(", or "));
    }
    text.push_str(HOW_WRITTEN);
    for table in tables {
        let _ = write!(
            text,
            "\n## {}\n\nOne row is {}. {} rows.\n\n\
             | column | type | unit | meaning | values |\n|---|---|---|---|---|\n",
            table.name,
            table.meaning,
            table.rows()
        );
        for column in &table.columns {
            let kind = column.cells.kind();
            let kind =
                if column.optional { format!("{kind}, may be missing") } else { kind.into() };
            let each = column.values.iter();
            let each = each.map(|(value, meaning)| {
                format!("{} {}", code(value), plain(meaning)).trim().to_owned()
            });
            let _ = writeln!(
                text,
                "| {} | {kind} | {} | {} | {} |",
                code(&column.name),
                column.unit,
                plain(&column.meaning),
                each.collect::<Vec<_>>().join("<br>")
            );
        }
    }
    text
}

/// What is true of all tables.
const HOW_WRITTEN: &str = "\
Text is UTF-8. Timestamps are in UTC, to the millisecond.

| | CSV | JSON | Parquet |
|---|---|---|---|
| form | RFC 4180, lines end with CR LF | a list of objects | one row group, Snappy |
| text | see below | exact | STRING, exact |
| integer | digits | number | INT64 |
| number | shortest digits that give it back | number | DOUBLE |
| boolean | `true`, `false` | `true`, `false` | BOOLEAN |
| timestamp | `2026-03-01T09:30:00.125Z` | the same, as text | TIMESTAMP, milliseconds, UTC |
| missing | empty | `null` | null |

In CSV a text cell that a spreadsheet could take for a formula (its first
character, blanks aside, is `=`, `+`, `-` or `@`, also in full width, and it is
not a plain number) has one apostrophe put before it, and so has a text that
begins with an apostrophe itself. Take one leading apostrophe away to have the
text as it was. Numbers, timestamps and booleans are never changed. In CSV an
empty text and a missing one look alike.
";

/// Text that cannot break a Markdown table.
fn plain(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut safe = String::with_capacity(line.len());
    for sign in line.chars() {
        match sign {
            '<' => safe.push_str("&lt;"),
            '|' | '\\' | '`' | '*' | '_' | '[' => safe.extend(['\\', sign]),
            sign => safe.push(sign),
        }
    }
    safe
}

/// A name or value as code.
fn code(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.contains('`') { plain(&line) } else { format!("`{}`", line.replace('|', "\\|")) }
}
