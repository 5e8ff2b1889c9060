//! A table as bytes: CSV, JSON or Parquet.

use std::io::Write;
use std::sync::Arc;

use cicerone::{Error, Result};
use parquet::basic::{Compression, LogicalType, Repetition, TimeUnit, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type;
use serde::{Serialize, Serializer};
use serde_json::Value;

use super::Format;
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

/// Writes a table piece by piece, so that a long one is never in memory whole.
pub(super) struct Written<W: Write + Send>(Kind<W>);

enum Kind<W: Write + Send> {
    /// As RFC 4180 has it; a missing cell is empty.
    Csv(Box<csv::Writer<W>>),
    /// A list of objects, one a row, each with every column; nothing is changed.
    Json { out: W, rows: usize },
    /// With types: INT64, DOUBLE, BOOLEAN, UTF-8 and timestamps in milliseconds
    /// UTC; columns that may miss cells are optional. One group of rows a piece.
    Parquet(Box<SerializedFileWriter<W>>),
}

/// A whole table as bytes.
pub(super) fn whole(table: &Table, format: Format) -> Result<Vec<u8>> {
    let mut written = Written::begin(table, format, Vec::new())?;
    written.write(table)?;
    written.end()
}

fn no_csv(error: impl std::fmt::Display) -> Error {
    Error::input(format!("no CSV can be made: {error}"))
}

fn no_json(error: impl std::fmt::Display) -> Error {
    Error::input(format!("no JSON can be made: {error}"))
}

fn no_parquet(error: parquet::errors::ParquetError) -> Error {
    Error::input(format!("no Parquet can be made: {error}")).because(error)
}

impl<W: Write + Send> Written<W> {
    /// Begins a file of a table with these columns; what rows it has are not
    /// written yet.
    pub(super) fn begin(table: &Table, format: Format, mut out: W) -> Result<Written<W>> {
        Ok(Written(match format {
            Format::Csv => {
                let mut writer =
                    csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(out);
                let names = table.columns.iter().map(|column| guarded(&column.name));
                writer.write_record(names).map_err(no_csv)?;
                Kind::Csv(Box::new(writer))
            }
            Format::Json => {
                out.write_all(b"[").map_err(no_json)?;
                Kind::Json { out, rows: 0 }
            }
            Format::Parquet => {
                let fields = table.columns.iter().map(|column| field(column).map(Arc::new));
                let fields =
                    fields.collect::<parquet::errors::Result<Vec<_>>>().map_err(no_parquet)?;
                let schema = Type::group_type_builder(table.name).with_fields(fields).build();
                let schema = Arc::new(schema.map_err(no_parquet)?);
                let properties = WriterProperties::builder()
                    .set_compression(Compression::SNAPPY)
                    .set_created_by(format!("cicerone-study {}", env!("CARGO_PKG_VERSION")))
                    .build();
                let writer = SerializedFileWriter::new(out, schema, Arc::new(properties));
                Kind::Parquet(Box::new(writer.map_err(no_parquet)?))
            }
        }))
    }

    /// Adds the rows of a table of the same columns.
    pub(super) fn write(&mut self, table: &Table) -> Result<()> {
        match &mut self.0 {
            Kind::Csv(writer) => {
                for row in 0..table.rows() {
                    let cells = table.columns.iter().map(|column| csv_cell(&column.cells, row));
                    writer.write_record(cells).map_err(no_csv)?;
                }
                writer.flush().map_err(no_csv)
            }
            Kind::Json { out, rows } => {
                for row in 0..table.rows() {
                    let between: &[u8] = if *rows == 0 { b"\n" } else { b",\n" };
                    out.write_all(between).map_err(no_json)?;
                    serde_json::to_writer(&mut *out, &Row { table, row }).map_err(no_json)?;
                    *rows += 1;
                }
                Ok(())
            }
            Kind::Parquet(writer) => write_group(writer, table).map_err(no_parquet),
        }
    }

    /// Ends the file.
    pub(super) fn end(self) -> Result<W> {
        match self.0 {
            Kind::Csv(writer) => writer.into_inner().map_err(no_csv),
            Kind::Json { mut out, .. } => {
                out.write_all(b"\n]\n").map_err(no_json)?;
                Ok(out)
            }
            Kind::Parquet(writer) => writer.into_inner().map_err(no_parquet),
        }
    }
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

fn write_group<W: Write + Send>(
    writer: &mut SerializedFileWriter<W>,
    table: &Table,
) -> parquet::errors::Result<()> {
    let mut group = writer.next_row_group()?;
    for column in &table.columns {
        let optional = column.optional;
        match &column.cells {
            Cells::Text(cells) => {
                let bytes = |text: &String| ByteArray::from(text.as_str());
                let cells: Vec<_> = cells.iter().map(|cell| cell.as_ref().map(bytes)).collect();
                write_column::<ByteArrayType, W>(&mut group, &cells, optional)?;
            }
            Cells::Integer(cells) | Cells::Moment(cells) => {
                write_column::<Int64Type, W>(&mut group, cells, optional)?;
            }
            Cells::Real(cells) => write_column::<DoubleType, W>(&mut group, cells, optional)?,
            Cells::Truth(cells) => write_column::<BoolType, W>(&mut group, cells, optional)?,
        }
    }
    group.close()?;
    Ok(())
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

fn write_column<D: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
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
