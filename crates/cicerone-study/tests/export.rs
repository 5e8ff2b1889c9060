//! Exports come back as they went out, in every format.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use cicerone::world::embedded;
use cicerone_study::design::{Design, Scenario, Study};
use cicerone_study::export::{Format, TABLES, codebook, export, table};
use cicerone_study::records::{AuditRecord, EventRecord, Records};
use cicerone_study::report::rehearsal::{Rehearsal, scenario_name};
use parquet::basic::{LogicalType, Repetition, TimeUnit, Type as Physical};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::RowAccessor;

/// What somebody might write, to be funny or worse.
const COMMENT: &str = "=HYPERLINK(\"http://x\";\"a\"), \"quoted\"\r\nand | a 'line' more — ü 🙂";

fn study() -> Study {
    let world = embedded::world("practice").unwrap();
    let scenario = |number| Scenario {
        id: scenario_name(number),
        world: "practice".into(),
        path: vec![(0.0, 0.0, 90.0), (1.0, 0.0, 90.0)],
        instructions: ["human", "machine"]
            .map(|name| (name.to_owned(), format!("@{name}: walk, \"once\"")))
            .into(),
        ..Scenario::default()
    };
    let design: Design = serde_json::from_value(serde_json::json!({
        "format": "cicerone-study", "version": 1, "title": "Exports | tested",
        "consent": ["Yes?"], "conditions": ["human", "machine"],
        "survey": cicerone_study::design::paper_survey(), "comments": "Anything else?",
        "practice": {"world": "practice", "start": {"x": 0.0, "y": 0.0}, "seconds": 30},
        "tasks": 3, "limits": {"runs_per_cell": 2, "reservation_minutes": 30},
        "exclude": {"native_speaker": ["no"]},
        "seed": 7, "admin_token_sha256": "", "secret": "do not tell"
    }))
    .unwrap();
    let scenarios = (0..4).map(scenario).collect();
    Study::new("nowhere", design, scenarios, BTreeMap::from([("practice".into(), world)])).unwrap()
}

fn records(study: &Study) -> Records {
    let plan = Rehearsal { scenarios: 4, runs_per_cell: 2, tasks: 3, ..Rehearsal::default() };
    let mut records = plan.records(&study.design, 3);
    records.runs[0].comments = COMMENT.into();
    records.runs[0].start_heading = -90.5;
    records.runs[1].seconds = f64::NAN;
    records.runs[1].answers.insert("forgotten".into(), "-1".into());
    let event = |number: u32| EventRecord {
        run: records.runs[0].run.clone(),
        practice: number == 0,
        piece: 0,
        number,
        load: "a".into(),
        received_at: 1_772_357_400_125,
        t: f64::from(number) * 0.1,
        kind: "key".into(),
        x: (number > 0).then_some(-10.0),
        y: None,
        level: None,
        heading: Some(90.0),
        detail: "ArrowUp".into(),
    };
    records.events = (0..3).map(event).collect();
    records.audit = vec![AuditRecord {
        at: 1_772_357_400_125,
        actor: "admin".into(),
        action: "closed".into(),
        detail: "-1 is enough".into(),
    }];
    records
}

fn csv(bytes: &[u8]) -> (Vec<String>, Vec<Vec<String>>) {
    let mut reader = csv::Reader::from_reader(bytes);
    let names = reader.headers().unwrap().iter().map(str::to_owned).collect();
    let row = |row: csv::StringRecord| row.iter().map(str::to_owned).collect();
    (names, reader.records().map(|one| row(one.unwrap())).collect())
}

fn json(bytes: &[u8]) -> Vec<serde_json::Map<String, serde_json::Value>> {
    serde_json::from_slice(bytes).unwrap()
}

#[test]
fn every_format_tells_the_same() {
    let study = study();
    let records = records(&study);
    for name in TABLES {
        let read = |format| table(&records, &study, name, format).unwrap();
        let (names, rows) = csv(&read(Format::Csv));
        let objects = json(&read(Format::Json));
        let parquet = SerializedFileReader::new(bytes::Bytes::from(read(Format::Parquet))).unwrap();
        let columns = parquet.metadata().file_metadata().schema_descr();
        let typed: Vec<&str> = columns.columns().iter().map(|column| column.name()).collect();
        assert_eq!(names, typed, "{name}");
        assert_eq!(rows.len(), objects.len());
        assert_eq!(rows.len(), parquet.get_row_iter(None).unwrap().count());
        for (row, object) in rows.iter().zip(&objects) {
            assert_eq!(names.len(), object.len());
            for (column, cell) in names.iter().zip(row) {
                let exact = match &object[column] {
                    serde_json::Value::Null => String::new(),
                    serde_json::Value::String(text) => text.clone(),
                    serde_json::Value::Number(number) => {
                        assert_eq!(number.as_f64(), cell.parse().ok(), "{name}.{column}");
                        continue;
                    }
                    other => other.to_string(),
                };
                let text = cell.strip_prefix('\'').unwrap_or(cell);
                assert_eq!(text, exact, "{name}.{column}");
            }
        }
    }
}

#[test]
fn free_text_is_exact_in_json_and_no_formula_in_csv() {
    let study = study();
    let records = records(&study);
    let runs = |format| table(&records, &study, "runs", format).unwrap();
    assert_eq!(json(&runs(Format::Json))[0]["comments"], COMMENT);
    let (names, rows) = csv(&runs(Format::Csv));
    let cell = |row: usize, name: &str| &rows[row][names.iter().position(|n| n == name).unwrap()];
    assert_eq!(*cell(0, "comments"), format!("'{COMMENT}"));
    assert_eq!(cell(0, "start_heading"), "-90.5");
    assert_eq!(cell(1, "seconds"), "");
    assert_eq!(cell(1, "answer_forgotten"), "-1");
    let text = String::from_utf8(table(&records, &study, "audit", Format::Csv).unwrap()).unwrap();
    assert!(text.ends_with(",closed,'-1 is enough\r\n"), "{text}");
}

#[test]
fn parquet_has_types() {
    let study = study();
    let bytes = table(&records(&study), &study, "runs", Format::Parquet).unwrap();
    let reader = SerializedFileReader::new(bytes::Bytes::from(bytes)).unwrap();
    let schema = reader.metadata().file_metadata().schema_descr_ptr();
    let find = |name: &str| {
        let columns = schema.columns();
        let place = columns.iter().position(|column| column.name() == name).unwrap();
        let info = columns[place].self_type().get_basic_info();
        let kind = (columns[place].physical_type(), info.logical_type_ref().cloned());
        (place, kind.0, kind.1, info.repetition())
    };
    let moment = Some(LogicalType::timestamp(true, TimeUnit::MILLIS));
    let required = Repetition::REQUIRED;
    let optional = Repetition::OPTIONAL;
    let (run, kind, logical, repetition) = find("run");
    assert_eq!((kind, logical), (Physical::BYTE_ARRAY, Some(LogicalType::String)));
    assert_eq!(repetition, required);
    let (reserved, kind, logical, repetition) = find("reserved_at");
    assert_eq!((kind, logical, repetition), (Physical::INT64, moment.clone(), required));
    let (_, kind, logical, repetition) = find("completed_at");
    assert_eq!((kind, logical, repetition), (Physical::INT64, moment, optional));
    assert_eq!((find("test").1, find("test").3), (Physical::BOOLEAN, required));
    assert_eq!((find("seconds").1, find("seconds").3), (Physical::DOUBLE, optional));
    assert_eq!((find("distance").1, find("distance").3), (Physical::INT64, optional));
    let (comments, ..) = find("comments");
    let row = reader.get_row_iter(None).unwrap().next().unwrap().unwrap();
    assert_eq!(row.get_string(run).unwrap(), "run-00000");
    assert_eq!(row.get_string(comments).unwrap(), COMMENT);
    assert_eq!(row.get_timestamp_millis(reserved).unwrap(), 1_772_355_540_000);
}

#[test]
fn an_empty_study_has_tables_with_heads() {
    let study = study();
    let directory = tempfile::tempdir().unwrap();
    for format in [Format::Csv, Format::Json, Format::Parquet] {
        let within = directory.path().join(format.extension());
        let files = export(&Records::default(), &study, format, &within).unwrap();
        assert_eq!(files.len(), TABLES.len() + 2);
        assert!(files.iter().all(|file| file.is_file()));
        assert_eq!(std::fs::read_dir(&within).unwrap().count(), files.len());
    }
    let read = |file: &str| std::fs::read(directory.path().join(file)).unwrap();
    let (names, rows) = csv(&read("csv/runs.csv"));
    assert!(names.contains(&"answer_difficulty".to_owned()) && rows.is_empty());
    assert!(json(&read("json/events.json")).is_empty());
    let events = bytes::Bytes::from(read("parquet/events.parquet"));
    let events = SerializedFileReader::new(events).unwrap();
    assert_eq!(events.metadata().file_metadata().num_rows(), 0);
    assert_eq!(json(&read("json/scenarios.json")).len(), 8);
}

#[test]
fn the_codebook_knows_every_column_and_no_secret() {
    let study = study();
    let records = records(&study);
    let text = codebook(&records, &study);
    let (_, rows) = csv(&table(&records, &study, "codebook", Format::Csv).unwrap());
    let mut known = rows.iter();
    for name in TABLES {
        let (columns, _) = csv(&table(&records, &study, name, Format::Csv).unwrap());
        for column in columns {
            assert!(text.contains(&format!("| `{column}` |")), "{column}");
            let row = known.next().unwrap();
            assert_eq!((row[0].as_str(), row[1].as_str()), (name, column.as_str()));
            assert!(!row[5].is_empty());
        }
    }
    assert!(text.contains("How would you evaluate the task in terms of difficulty?"));
    assert!(text.contains("`very_easy` Very easy") && text.contains("Exports \\| tested"));
    assert!(!text.contains("do not tell"));
}

#[test]
fn what_is_not_there_is_said() {
    let study = study();
    let error = table(&Records::default(), &study, "users", Format::Csv).unwrap_err();
    assert!(error.is_input() && error.to_string().contains("runs, answers"), "{error}");
    assert!("xlsx".parse::<Format>().unwrap_err().to_string().contains("parquet"));
    let file = tempfile::NamedTempFile::new().unwrap();
    let error = export(&Records::default(), &study, Format::Csv, file.path()).unwrap_err();
    assert!(error.is_io(), "{error}");
}
