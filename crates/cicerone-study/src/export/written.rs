//! A table as bytes: CSV, JSON or Parquet.

use std::sync::Arc;

use cicerone::{Error, Result};
use parquet::basic::{Compression, LogicalType, Repetition, TimeUnit, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type;
use serde::{Serialize, Serializer};
use serde_json::Value;

use super::column::{Cells, Column, Table, moment_text};

/// Characters with which a spreadsheet takes a text for a formula.
const FORMULA: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// A text no spreadsheet runs: one that could be a formula, or that begins
/// with an apostrophe, gets one apostrophe before it. Taking one leading
/// apostrophe away gives the text back. A plain number is left as it is.
pub(super) fn guarded(text: &str) -> String {
    let first = text.trim_start_matches(|sign: char| sign.is_whitespace() || sign.is_control());
    let is_formula = first.starts_with(FORMULA) && !is_number(text);
    if is_formula || text.starts_with('\'') { format!("'{text}") } else { text.to_owned() }
}

fn is_number(text: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_digit() || b"+-.eE".contains(&byte);
    text.bytes().all(fits) && text.parse::<f64>().is_ok()
}

/// As RFC 4180 has it; a missing cell is empty.
pub(super) fn csv(table: &Table) -> Result<Vec<u8>> {
    let wrong = |error: csv::Error| Error::input(format!("no CSV can be made: {error}"));
    let mut writer =
        csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    let names = table.columns.iter().map(|column| guarded(&column.name));
    writer.write_record(names).map_err(wrong)?;
    for row in 0..table.rows() {
        let cells = table.columns.iter().map(|column| csv_cell(&column.cells, row));
        writer.write_record(cells).map_err(wrong)?;
    }
    writer.into_inner().map_err(|error| Error::input(format!("no CSV can be made: {error}")))
}

fn csv_cell(cells: &Cells, row: usize) -> String {
    let cell = match cells {
        Cells::Text(cells) => cells[row].as_deref().map(guarded),
        Cells::Integer(cells) => cells[row].map(|number| number.to_string()),
        Cells::Real(cells) => cells[row].map(|number| number.to_string()),
        Cells::Truth(cells) => cells[row].map(|truth| truth.to_string()),
        Cells::Moment(cells) => cells[row].map(moment_text),
    };
    cell.unwrap_or_default()
}

/// A list of objects, one a row, each with every column; nothing is changed.
pub(super) fn json(table: &Table) -> Result<Vec<u8>> {
    let mut text = b"[".to_vec();
    for row in 0..table.rows() {
        text.extend_from_slice(if row == 0 { b"\n" } else { b",\n" });
        serde_json::to_writer(&mut text, &Row { table, row })
            .map_err(|error| Error::input(format!("no JSON can be made: {error}")))?;
    }
    text.extend_from_slice(b"\n]\n");
    Ok(text)
}

/// One row, its cells in the order of the columns.
struct Row<'t> {
    table: &'t Table,
    row: usize,
}

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let columns = self.table.columns.iter();
        serializer.collect_map(columns.map(|one| (&one.name, json_cell(&one.cells, self.row))))
    }
}

fn json_cell(cells: &Cells, row: usize) -> Value {
    match cells {
        Cells::Text(cells) => cells[row].clone().into(),
        Cells::Integer(cells) => cells[row].into(),
        Cells::Real(cells) => cells[row].into(),
        Cells::Truth(cells) => cells[row].into(),
        Cells::Moment(cells) => cells[row].map(moment_text).into(),
    }
}

/// With types: INT64, DOUBLE, BOOLEAN, UTF-8 and timestamps in milliseconds
/// UTC; columns that may miss cells are optional.
pub(super) fn parquet(table: &Table) -> Result<Vec<u8>> {
    write_parquet(table)
        .map_err(|error| Error::input(format!("no Parquet can be made: {error}")).because(error))
}

fn write_parquet(table: &Table) -> parquet::errors::Result<Vec<u8>> {
    let fields = table.columns.iter().map(|column| field(column).map(Arc::new));
    let fields = fields.collect::<parquet::errors::Result<Vec<_>>>()?;
    let schema = Type::group_type_builder(table.name).with_fields(fields).build()?;
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_created_by(format!("cicerone-study {}", env!("CARGO_PKG_VERSION")))
        .build();
    let mut writer = SerializedFileWriter::new(Vec::new(), Arc::new(schema), Arc::new(properties))?;
    let mut group = writer.next_row_group()?;
    for column in &table.columns {
        let optional = column.optional;
        match &column.cells {
            Cells::Text(cells) => {
                let bytes = |text: &String| ByteArray::from(text.as_str());
                let cells: Vec<_> = cells.iter().map(|cell| cell.as_ref().map(bytes)).collect();
                write_column::<ByteArrayType>(&mut group, &cells, optional)?;
            }
            Cells::Integer(cells) | Cells::Moment(cells) => {
                write_column::<Int64Type>(&mut group, cells, optional)?;
            }
            Cells::Real(cells) => write_column::<DoubleType>(&mut group, cells, optional)?,
            Cells::Truth(cells) => write_column::<BoolType>(&mut group, cells, optional)?,
        }
    }
    group.close()?;
    writer.into_inner()
}

fn field(column: &Column) -> parquet::errors::Result<Type> {
    let (physical, logical) = match column.cells {
        Cells::Text(_) => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        Cells::Integer(_) => (Physical::INT64, None),
        Cells::Real(_) => (Physical::DOUBLE, None),
        Cells::Truth(_) => (Physical::BOOLEAN, None),
        Cells::Moment(_) => (Physical::INT64, Some(LogicalType::timestamp(true, TimeUnit::MILLIS))),
    };
    let repetition = if column.optional { Repetition::OPTIONAL } else { Repetition::REQUIRED };
    Type::primitive_type_builder(&column.name, physical)
        .with_repetition(repetition)
        .with_logical_type(logical)
        .build()
}

fn write_column<D: DataType>(
    group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    cells: &[Option<D::T>],
    optional: bool,
) -> parquet::errors::Result<()> {
    let missing = || parquet::errors::ParquetError::General("a column is missing".into());
    let mut writer = group.next_column()?.ok_or_else(missing)?;
    let present: Vec<D::T> = cells.iter().flatten().cloned().collect();
    let levels: Vec<i16> = cells.iter().map(|cell| i16::from(cell.is_some())).collect();
    let levels = optional.then_some(levels.as_slice());
    writer.typed::<D>().write_batch(&present, levels, None)?;
    writer.close()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_be_a_formula_is_quoted_and_numbers_are_not() {
        for text in ["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "\t=1", " =1", "＝1", "-"] {
            assert_eq!(guarded(text), format!("'{text}"));
        }
        for text in ["", "-1", "+1.5", "-2e3", "3-4", "easy", "a=b", "18-24", "80+"] {
            assert_eq!(guarded(text), text);
        }
        // So that one apostrophe can always be taken away again.
        assert_eq!(guarded("'tis so"), "''tis so");
        assert_eq!(guarded("-inf"), "'-inf");
    }
}
