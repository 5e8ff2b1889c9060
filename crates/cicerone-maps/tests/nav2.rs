//! Nav2's route graphs: what is read, what is left out and said, what is refused.

#![allow(clippy::unwrap_used)]

use cicerone_maps::{Opened, Source, Warning};

fn read(text: &str) -> cicerone::Result<Opened> {
    cicerone_maps::read(&Source::from_bytes("graph.geojson", text.as_bytes()))
}

#[track_caller]
fn refused(text: &str, parts: &[&str]) {
    let error = cicerone_maps::from_bytes("graph.geojson", text.as_bytes()).unwrap_err();
    let message = error.to_string();
    assert!(error.is_input(), "{message}");
    for part in parts.iter().chain(&["graph.geojson"]) {
        assert!(message.contains(part), "'{part}' is not in: {message}");
    }
}

fn real(name: &str) -> Opened {
    let path = format!("{}/tests/maps/nav2/{name}_graph.geojson", env!("CARGO_MANIFEST_DIR"));
    cicerone_maps::read(&Source::from_path(path).unwrap()).unwrap()
}

fn says(warnings: &[Warning], part: &str) -> bool {
    warnings.iter().any(|warning| warning.to_string().contains(part))
}

fn node(id: u32, x: f64, y: f64, more: &str) -> String {
    format!(
        r#"{{"type": "Feature", "properties": {{"id": {id}{more}}},
            "geometry": {{"type": "Point", "coordinates": [{x}, {y}]}}}}"#
    )
}

fn edge(id: u32, from: u32, to: u32, line: &str, more: &str) -> String {
    format!(
        r#"{{"type": "Feature",
            "properties": {{"id": {id}, "startid": {from}, "endid": {to}{more}}},
            "geometry": {{"type": "LineString", "coordinates": {line}}}}}"#
    )
}

fn graph(features: &[String]) -> String {
    format!(r#"{{"type": "FeatureCollection", "features": [{}]}}"#, features.join(","))
}

#[test]
fn a_small_graph_is_read() {
    let text = graph(&[
        node(0, 0.0, 0.0, r#", "metadata": {"name": "living_room"}"#),
        node(1, 10.0, 0.0, ""),
        node(2, 10.0, 5.0, ""),
        edge(3, 1, 0, "[[10, 0], [0, 0]]", ""),
        edge(
            4,
            0,
            1,
            "[[0, 0], [10, 0]]",
            r#", "operations": {"open_door": {"type": "open_door"},
             "take_picture": {"type": "take_picture"}}"#,
        ),
        edge(5, 2, 1, "[[10, 5], [13, 5], [13, 0], [10, 0]]", ""),
        edge(6, 2, 1, "[]", ""),
    ]);
    let Opened { document, warnings } = read(&text).unwrap();
    assert_eq!(document.name, "graph");
    let places: Vec<_> = document.places.iter().map(|p| (p.id.as_str(), p.x, p.y)).collect();
    assert_eq!(places, [("0", 0.0, 0.0), ("1", 10.0, 0.0), ("2", 10.0, -5.0)]);
    assert_eq!(document.places[0].name.as_deref(), Some("living room"));
    assert_eq!(document.places[0].source_name.as_deref(), Some("living_room"));
    let ways: Vec<_> = document
        .passages
        .iter()
        .map(|way| (way.between[0].as_str(), way.between[1].as_str(), way.one_way, way.length))
        .collect();
    assert_eq!(ways, [("0", "1", false, None), ("2", "1", true, Some(11.0))]);
    assert_eq!(document.doors.len(), 1);
    assert_eq!(document.doors[0].line, [[5.0, -0.5], [5.0, 0.5]]);
    assert!(says(&warnings, "edge 6") && says(&warnings, "leads the same way"));
    assert!(says(&warnings, "take_picture"));
}

#[test]
fn real_graphs_have_what_is_counted_in_them() {
    // Nodes, directed edges, and those that are there twice.
    for (name, nodes, edges, twice) in
        [("sample", 9, 24, 0), ("warehouse", 96, 172, 0), ("turtlebot3", 20, 65, 1)]
    {
        let Opened { document, warnings } = real(name);
        assert_eq!(document.places.len(), nodes, "{name}");
        let one_way = document.passages.iter().filter(|way| way.one_way).count();
        let directed = 2 * document.passages.len() - one_way;
        assert_eq!(directed + twice, edges, "{name}");
        assert_eq!(says(&warnings, "leads the same way"), twice > 0, "{name}");
    }
    assert_eq!(real("warehouse").document.passages.iter().filter(|way| way.one_way).count(), 36);
    let sample = real("sample").document;
    assert_eq!(sample.doors.iter().map(|door| door.id.as_str()).collect::<Vec<_>>(), ["door_54"]);
}

#[test]
fn broken_graphs_are_refused_by_name() {
    let two = [node(0, 0.0, 0.0, ""), node(1, 1.0, 0.0, "")];
    let with = |feature: String| graph(&[two[0].clone(), two[1].clone(), feature]);
    refused(r#"{"type": "FeatureCollection", "features": [}"#, &["line 1"]);
    refused(&graph(&[]), &["has nodes"]);
    refused(&with(edge(2, 0, 7, "[]", "")), &["edge 2", "endid is 7"]);
    refused(&with(node(1, 5.0, 5.0, "")), &["node 1", "two nodes"]);
    refused(&with(node(9, 1e300, 0.0, "")), &["feature 9", "km"]);
    refused(&with(node(9, 1.0, 1.0, "").replace("[1, 1]", "[1]")), &["feature 9", "two numbers"]);
    refused(
        &graph(&[two[0].clone(), two[1].clone(), edge(2, 0, 1, "[]", ""), edge(2, 1, 0, "[]", "")]),
        &["edge 2", "two edges"],
    );
    refused(
        &with(edge(2, 0, 1, "[]", "").replace("\"startid\": 0", "\"startid\": -1")),
        &["feature 2", "startid should be a whole number, not -1"],
    );
    let text = graph(&two);
    refused(&text[..text.len() - 20], &[]);
}

#[test]
fn a_million_nodes_on_one_point_are_refused() {
    let nodes: Vec<String> = (0..1_000_000).map(|id| node(id, 1.0, 1.0, "")).collect();
    refused(&graph(&nodes), &["node 10000", "position"]);
}

#[test]
fn edges_are_where_their_nodes_are() {
    let bare = r#"{"type": "Feature", "properties": {"id": 2.0, "startid": 0, "endid": 1.0},
        "geometry": null}"#;
    let opened = read(&graph(&[node(0, 0.0, 0.0, ""), node(1, 9.0, 0.0, ""), bare.to_owned()]));
    assert_eq!(opened.unwrap().document.passages.len(), 1);
}

#[test]
fn degrees_are_no_metres() {
    let features = [node(0, 8.6, 49.0, ""), node(1, 8.6002, 49.0, "")];
    refused(&graph(&features), &["node 0", "not degrees"]);
}

#[test]
fn a_mark_before_the_text_is_no_part_of_it() {
    let features = [node(0, 0.0, 0.0, ""), node(1, 9.0, 0.0, ""), edge(2, 0, 1, "[]", "")];
    let text = graph(&features);
    let marked = format!("\u{feff}{text}");
    let open = |text: &str| cicerone_maps::from_bytes("graph.geojson", text.as_bytes()).unwrap();
    assert_eq!(open(&marked), open(&text));
    let file = tempfile::Builder::new().prefix("graph.").tempfile().unwrap();
    std::fs::write(file.path(), &marked).unwrap();
    assert_eq!(cicerone_maps::open(file.path()).unwrap().document.places.len(), 2);
}
