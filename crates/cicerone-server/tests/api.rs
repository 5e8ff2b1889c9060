//! The API as its users meet it: through real HTTP, every answer checked
//! against the OpenAPI document.

#![allow(clippy::unwrap_used)]

mod served;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::time::{Duration, Instant};

use cicerone::world::{GenerateConfig, Journey, Profile, embedded, generate, to_json};
use cicerone_server::ServerConfig;
use serde_json::{Value, json};
use served::Served;

fn served() -> Served {
    // A debug build on a busy machine may take its time.
    let timeout = Duration::from_secs(300);
    Served::start(ServerConfig { rate: 0, timeout, ..ServerConfig::default() })
}

/// `UPDATE=1 cargo test -p cicerone-server --test api` writes it anew.
#[test]
fn the_published_document_is_current() {
    let published = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schema/openapi.json");
    let current = serde_json::to_string_pretty(&cicerone_server::openapi()).unwrap() + "\n";
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&published, &current).unwrap();
    }
    assert_eq!(std::fs::read_to_string(published).unwrap(), current);
    let served = served();
    let document = served.get("/api/openapi.json").json();
    assert_eq!(document, cicerone_server::openapi());
    assert_eq!(document["openapi"], "3.1.0");
}

#[test]
fn the_document_refers_to_nothing_that_is_not_there() {
    let document = cicerone_server::openapi();
    let mut references = Vec::new();
    collect_references(&document, &mut references);
    assert!(references.len() > 20);
    for reference in references {
        let target = document.pointer(reference.trim_start_matches('#'));
        assert!(target.is_some(), "{reference}");
    }
    let operations: Vec<&Value> = document["paths"]
        .as_object()
        .unwrap()
        .values()
        .flat_map(|path| path.as_object().unwrap().values())
        .collect();
    let mut ids: Vec<&str> =
        operations.iter().map(|operation| operation["operationId"].as_str().unwrap()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), operations.len());
}

fn collect_references<'d>(value: &'d Value, found: &mut Vec<&'d str>) {
    match value {
        Value::Object(object) => {
            found.extend(object.get("$ref").and_then(Value::as_str));
            object.values().for_each(|value| collect_references(value, found));
        }
        Value::Array(list) => list.iter().for_each(|value| collect_references(value, found)),
        _ => {}
    }
}

#[test]
fn embedded_worlds_are_listed_and_fetched() {
    let served = served();
    let list = served.get("/api/worlds").json();
    let ids: Vec<&str> = list["worlds"]
        .as_array()
        .unwrap()
        .iter()
        .map(|world| world["id"].as_str().unwrap())
        .collect();
    assert_eq!(ids, embedded::names().collect::<Vec<_>>());
    for id in ids {
        let world = served.get(&format!("/api/worlds/{id}"));
        assert_eq!(world.status, 200);
        assert_eq!(world.text, to_json(&embedded::world(id).unwrap()));
    }
    let detail = served.get("/api/worlds/castle").problem(404);
    assert!(detail.contains("gallery, office, hospital, practice"), "{detail}");
}

#[test]
fn a_view_and_a_route_are_the_librarys() {
    let served = served();
    let view = served.get("/api/worlds/practice/view?at=0,0,90").json();
    assert_eq!(view["here"]["front"]["floor"], "blue");
    assert_eq!(view["ahead"].as_array().unwrap().len(), 3);
    let route = served.get("/api/worlds/office/route?from=0,0,90&to=14,8,0").json();
    assert_eq!(route["length"], 22);
    assert_eq!(route["poses"][0], json!([0, 0, 90]));
}

#[test]
fn what_is_wrong_is_said_in_the_librarys_words() {
    let served = served();
    for (path, status, words) in [
        ("/api/worlds/office/view?at=1,1,90", 422, "has no place at 1,1; the nearest is"),
        ("/api/worlds/office/view?at=0,0", 422, "a view needs one, such as 0,0,90"),
        ("/api/worlds/office/view", 400, "missing field `at`"),
        ("/api/worlds/office/view?at=x", 422, "nothing in 'Office' is called 'x'; the nearest are"),
        ("/api/worlds/office/route?from=0,0&to=NaN,1", 422, "write X,Y or X,Y,HEADING"),
        ("/api/worlds/office/route?from=0,0,400&to=0,0", 422, "0 to 360"),
        ("/api/worlds/nowhere/route?from=0,0&to=0,0", 404, "there is no world 'nowhere'"),
        ("/api/worlds/..%2F..%2Fx", 404, "there is no world '../../x'"),
        ("/api/worlds/%FF", 400, "UTF-8"),
        ("/api/nothing", 404, "nothing here"),
    ] {
        let detail = served.get(path).problem(status);
        assert!(detail.contains(words), "{path}: {detail}");
    }
    let answer = served.ask("DELETE", "/api/worlds", None);
    assert!(answer.problem(405).contains("DELETE"));
    assert_eq!(answer.header("allow"), "GET,HEAD,POST");
    assert_eq!(served.ask("POST", "/", None).header("allow"), "GET, HEAD");
}

#[test]
fn the_guide_speaks_about_its_route() {
    let served = served();
    let guided = served.guide(&json!({"world": "office", "from": "0,0,90", "to": "14,8"}));
    assert_eq!(guided.status, 200, "{}", guided.text);
    let guided = guided.json();
    let steps = guided["instruction"]["steps"].as_array().unwrap();
    let last = guided["route"]["poses"].as_array().unwrap().len() - 1;
    assert_eq!((&steps[0]["begin"], &steps[steps.len() - 1]["end"]), (&json!(0), &json!(last)));
    let texts: Vec<&str> = steps.iter().map(|step| step["text"].as_str().unwrap()).collect();
    assert_eq!(guided["instruction"]["text"], texts.join(" "));
    // The same route, pose by pose, is told in the same words.
    let path = served.guide(&json!({"world": "office", "path": guided["route"]["poses"]}));
    assert_eq!(path.json(), guided);
    for choose in ["fluent", "safe"] {
        let ends = json!({"world": "practice", "from": "0,0", "to": "2,2", "choose": choose});
        assert_eq!(served.guide(&ends).status, 200);
    }
    let styles = served.get("/api/guide").json();
    for style in styles["styles"].as_array().unwrap() {
        let ends = json!({"world": "practice", "from": "0,0", "to": "2,2", "style": style});
        assert_eq!(served.guide(&ends).status, 200, "{style}");
    }
}

#[test]
fn an_instruction_is_short_unless_asked_and_has_other_programs_shapes() {
    let served = served();
    let ends = json!({"world": "hospital", "from": "Reception", "to": "Room 2.14"});
    let asked = |key: &str, value: Value| {
        let mut request = ends.clone();
        request[key] = value;
        let answer = served.guide(&request);
        assert_eq!(answer.status, 200, "{}", answer.text);
        answer.json()
    };
    let short = served.guide(&ends).json();
    assert!(short["instruction"]["steps"][0].get("alternatives").is_none(), "{short}");
    let long = asked("explain", json!(true));
    assert!(long["instruction"]["steps"][0]["alternatives"].is_array(), "{long}");
    assert_eq!(asked("format", json!("osrm"))["code"], "Ok");
    assert_eq!(asked("format", json!("valhalla"))["trip"]["status"], 0);
    assert_eq!(asked("format", json!("geojson"))["type"], "FeatureCollection");
    let mut request = ends.clone();
    request["format"] = json!("gpx");
    let detail = served.guide(&request).problem(422);
    assert!(detail.contains("osrm"), "{detail}");
}

#[test]
fn sentences_are_followed_and_what_cannot_be_is_said() {
    let served = served();
    let follow = |request: &Value| {
        served.post("/api/follow", "application/json", request.to_string().as_bytes())
    };
    let walk = follow(&json!({"world": "practice", "at": "0,0,90",
                              "sentences": ["turn around", "turn around"]}));
    assert_eq!(walk.status, 200, "{}", walk.text);
    let walk = walk.json();
    let poses = walk["route"]["poses"].as_array().unwrap();
    assert_eq!(poses[0], json!([0, 0, 90]));
    assert_eq!(walk["sentences"][1]["end"], poses.len() - 1);
    for (request, status, words) in [
        (json!({"world": "castle", "at": "0,0,90", "sentences": ["go"]}), 404, "no world"),
        (json!({"world": "office", "at": "0,0", "sentences": ["go"]}), 422, "heading is unknown"),
        (json!({"world": "office", "at": "0,0,90", "sentences": []}), 422, "from 1 to 100"),
        (json!({"world": "office", "at": "x", "sentences": ["go"]}), 422, "is called 'x'"),
    ] {
        let detail = follow(&request).problem(status);
        assert!(detail.contains(words), "{request}: {detail}");
    }
}

#[test]
fn what_the_guide_cannot_do_is_said() {
    let served = served();
    for (request, status, words) in [
        (json!({"world": "castle", "from": "0,0", "to": "2,2"}), 404, "there is no world"),
        (json!({"world": "office"}), 422, "'from' and 'to', or by 'path'"),
        (json!({"world": "office", "from": "0,0", "to": "1,1"}), 422, "no place at 1,1"),
        (json!({"world": "office", "path": []}), 422, "the path is empty"),
        (json!({"world": "office", "path": [[0, 0, 90], [4, 0, 90]]}), 422, "step 1"),
        (json!({"world": "office", "path": [[0, 0, 1e300]]}), 422, "pose 1"),
        (json!({"world": "office", "from": "0,0", "to": "2,0", "style": "X"}), 422, "no style 'X'"),
        (json!({"world": "office", "from": "0,0", "to": "2,0", "choose": "x"}), 422, "fluent"),
        (json!({"world": "office", "steps": 3}), 422, "unknown field `steps`"),
    ] {
        let detail = served.guide(&request).problem(status);
        assert!(detail.contains(words), "{request}: {detail}");
    }
    served.post("/api/guide", "application/json", b"{").problem(400);
    served.post("/api/guide", "text/plain", b"{}").problem(415);
    served.post("/api/guide", "application/json", &vec![b' '; 70_000]).problem(413);
    let long = "[0,0,90],".repeat(2000);
    let body = format!("{{\"world\": \"office\", \"path\": [{}]}}", long.trim_end_matches(','));
    let answer = served.post("/api/guide", "application/json", body.as_bytes());
    assert!(answer.problem(422).contains("at most 1000"));
}

#[test]
fn a_full_queue_says_when_to_come_back() {
    let timeout = Duration::from_secs(300);
    let config = ServerConfig { rate: 0, workers: 1, queue: 0, timeout, ..ServerConfig::default() };
    let served = Served::start(config);
    let ends = json!({"world": "office", "from": "0,0", "to": "14,8"});
    let answers: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..12).map(|_| scope.spawn(|| served.guide(&ends))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let refused: Vec<_> = answers.iter().filter(|answer| answer.status == 503).collect();
    assert!(answers.iter().any(|answer| answer.status == 200));
    assert!(
        !refused.is_empty() && refused.iter().all(|answer| answer.header("retry-after") == "1")
    );
}

#[test]
fn a_world_is_uploaded_once_and_then_known() {
    let served = served();
    let config = GenerateConfig { places: 60, seed: 4, ..GenerateConfig::default() };
    let world = to_json(&generate(config).unwrap());
    let answer = served.post("/api/worlds", "application/json", world.as_bytes());
    assert_eq!(answer.status, 201, "{}", answer.text);
    let id = answer.json()["id"].as_str().unwrap().to_owned();
    assert_eq!(answer.header("location"), format!("/api/worlds/{id}"));
    let again = served.post("/api/worlds", "application/json; charset=utf-8", world.as_bytes());
    assert_eq!((again.status, again.json()["id"].as_str().unwrap()), (200, &*id));
    assert_eq!(served.get(&format!("/api/worlds/{id}")).text, world);
    let listed = served.get("/api/worlds").json();
    assert_eq!(listed["worlds"].as_array().unwrap().len(), embedded::names().count() + 1);
    let map = include_bytes!("../../cicerone/tests/data/map.xml");
    let sail = served.post("/api/worlds", "application/xml", map);
    assert_eq!(sail.status, 201, "{}", sail.text);
}

/// A map of the tests of `cicerone-maps`.
fn map(path: &str) -> Vec<u8> {
    let maps = concat!(env!("CARGO_MANIFEST_DIR"), "/../cicerone-maps/tests/maps");
    std::fs::read(format!("{maps}/{path}")).unwrap()
}

/// A venue of two rooms on a corridor, packed as IMDF is, every file so often
/// that the archive has the size that is wanted.
fn venue(padding: usize) -> Vec<u8> {
    let square = |x: f64, y: f64, w: f64, h: f64| {
        let at = |x: f64, y: f64| json!([8.0 + x * 1e-5, 50.0 + y * 1e-5]);
        json!({"type": "Polygon", "coordinates":
            [[at(x, y), at(x + w, y), at(x + w, y + h), at(x, y + h), at(x, y)]]})
    };
    let unit = |id: &str, category: &str, name: &str, shape: Value| {
        json!({"id": id, "type": "Feature", "feature_type": "unit", "geometry": shape,
            "properties": {"category": category, "level_id": "level", "name": {"en": name}}})
    };
    let collection =
        |features: Vec<Value>| json!({"type": "FeatureCollection", "features": features});
    let level = json!({"id": "level", "type": "Feature", "feature_type": "level",
        "geometry": square(0.0, 0.0, 20.0, 10.0),
        "properties": {"ordinal": 0, "name": {"en": "Ground"}, "category": "unspecified"}});
    let units = collection(vec![
        unit("a", "room", "Studio", square(0.0, 3.0, 9.0, 7.0)),
        unit("b", "room", "Archive", square(9.0, 3.0, 11.0, 7.0)),
        unit("c", "walkway", "Passage", square(0.0, 0.0, 20.0, 3.0)),
    ]);
    let door = |id: &str, x: f64| {
        let at = |x: f64| json!([8.0 + x * 1e-5, 50.0 + 3.0 * 1e-5]);
        json!({"id": id, "type": "Feature", "feature_type": "opening",
            "geometry": {"type": "LineString", "coordinates": [at(x), at(x + 1.5)]},
            "properties": {"category": "pedestrian", "level_id": "level"}})
    };
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let mut add = |name: &str, text: String| {
        let options = zip::write::SimpleFileOptions::default();
        archive.start_file(name, options).unwrap();
        std::io::Write::write_all(&mut archive, text.as_bytes()).unwrap();
    };
    add("level.geojson", collection(vec![level]).to_string());
    add("unit.geojson", units.to_string() + &" ".repeat(padding));
    add("opening.geojson", collection(vec![door("d", 3.0), door("e", 14.0)]).to_string());
    archive.finish().unwrap().into_inner()
}

#[test]
fn every_format_of_maps_is_uploaded_as_it_is() {
    let served = served();
    let hotel = map("rmf/hotel.building.yaml");
    let graph = map("nav2/warehouse_graph.geojson");
    let station = map("osm/da_hbf.osm");
    let packed = map("small/small.osm.pbf");
    let venue = venue(0);
    for (kind, name, body) in [
        ("application/yaml", "hotel", &hotel),
        ("application/geo+json", "warehouse", &graph),
        ("text/xml; charset=utf-8", "da_hbf", &station),
        ("application/octet-stream", "da_hbf", &station),
        ("application/octet-stream", "small", &packed),
        ("application/zip", "venue", &venue),
    ] {
        let answer = served.post(&format!("/api/worlds?name={name}"), kind, body);
        assert!([200, 201].contains(&answer.status), "{name}: {}", answer.text);
        let answer = answer.json();
        let local = cicerone_maps::world_from_bytes(name, body).unwrap();
        let told: Vec<String> = local.1.iter().map(ToString::to_string).collect();
        let warnings = answer["warnings"].as_array().unwrap();
        assert_eq!(warnings.len(), told.len().min(200), "{name}");
        assert!(warnings.iter().zip(&told).all(|(one, other)| one == other), "{name}");
        assert_eq!(answer["levels"], local.0.building().levels.len());
        assert_eq!(answer["unit"], "metre");
        // What was stored is the same world, in our own format.
        let id = answer["id"].as_str().unwrap();
        assert_eq!(served.get(&format!("/api/worlds/{id}")).text, to_json(&local.0), "{name}");
    }
    let hotel = served.post("/api/worlds?name=hotel", "application/x-yaml", &hotel);
    let id = hotel.json()["id"].as_str().unwrap().to_owned();
    assert!(!hotel.json()["warnings"].as_array().unwrap().is_empty(), "{}", hotel.text);
    let route = served.get(&format!("/api/worlds/{id}/route?from=kitchen&to=master%20suite@L3"));
    assert_eq!(route.status, 200, "{}", route.text);
}

#[test]
fn maps_that_are_no_good_are_refused_as_strictly() {
    let config = ServerConfig { rate: 0, upload_limit: 100_000, ..ServerConfig::default() };
    let served = Served::start(config);
    let post = |path: &str, kind: &str, body: &[u8]| served.post(path, kind, body);
    // What is small packed and large unpacked.
    let bomb = venue(30_000_000);
    assert!(bomb.len() < 100_000, "{}", bomb.len());
    let said = post("/api/worlds", "application/zip", &bomb).problem(422);
    assert!(said.contains("unit.geojson") && said.contains("MiB"), "{said}");
    let cut = venue(0);
    let said = post("/api/worlds", "application/zip", &cut[..cut.len() / 2]).problem(422);
    assert!(said.contains("zip"), "{said}");
    for (kind, body) in [
        ("application/yaml", &b"levels: [\n"[..]),
        ("application/octet-stream", &b"\x00\x00\x00\x0d\x0a\x09OSMHeader\x18\xff\xff"[..]),
        ("application/xml", &b"<osm version=\"0.6\"><node id=\"1\"></osm>"[..]),
        ("application/geo+json", &b"{\"type\": \"FeatureCollection\", \"features\": []}"[..]),
        ("application/octet-stream", &[0xff; 5000][..]),
    ] {
        post("/api/worlds", kind, body).problem(422);
    }
    // Forms of other pages can send these; nobody else does.
    for kind in ["text/plain", "multipart/form-data", "application/x-www-form-urlencoded", ""] {
        post("/api/worlds", kind, &venue(0)).problem(415);
    }
    let long = "n".repeat(101);
    assert!(
        post(&format!("/api/worlds?name={long}"), "application/zip", &cut)
            .problem(422)
            .contains("100")
    );
    post("/api/worlds", "application/yaml", &vec![b' '; 100_001]).problem(413);
    assert_eq!(std::fs::read_dir(served.data.path().join("worlds")).unwrap().count(), 0);
}

#[test]
fn places_are_asked_for_by_name_and_with_a_profile() {
    let served = served();
    let hospital = embedded::world("hospital").unwrap();
    let ask = |more: &str| {
        served.get(&format!("/api/worlds/hospital/route?from=main%20entrance&to=room%202.14{more}"))
    };
    let local = |profile| {
        let journey = Journey::between("main entrance", "room 2.14");
        let route = journey.route_for(&hospital, profile).unwrap();
        serde_json::to_value(route.record(&hospital).unwrap()).unwrap()
    };
    assert_eq!(ask("").json(), local(Profile::Walk));
    assert_eq!(ask("&profile=walk").json(), local(Profile::Walk));
    assert_eq!(ask("&profile=step-free").json(), local(Profile::StepFree));
    assert_ne!(local(Profile::Walk), local(Profile::StepFree));
    ask("&profile=by-bike").problem(400);
    let unknown = served.get("/api/worlds/hospital/route?from=rector&to=cafe").problem(422);
    assert!(unknown.contains("nothing in 'Linden Hospital' is called 'rector'"), "{unknown}");
    let toilets = served.get("/api/worlds/hospital/route?from=cafe&to=toilets").problem(422);
    assert!(toilets.contains("Level 1") && toilets.contains("Level 2"), "{toilets}");
    let ends = json!({"world": "hospital", "from": "café", "to": "toilets@Level 1"});
    let guided = served.guide(&ends);
    assert_eq!(guided.status, 200, "{}", guided.text);
    let ends = json!({"world": "hospital", "from": "cafe", "to": "chapel", "profile": "step-free"});
    let guided = served.guide(&ends).json();
    let journey = Journey::between("cafe", "chapel").route_for(&hospital, Profile::StepFree);
    let expected = serde_json::to_value(journey.unwrap().record(&hospital).unwrap()).unwrap();
    assert_eq!(guided["route"], expected);
}

#[test]
fn what_is_no_world_is_refused_and_leaves_nothing() {
    let served =
        Served::start(ServerConfig { rate: 0, upload_limit: 20_000, ..ServerConfig::default() });
    let post = |kind: &str, body: &[u8]| served.post("/api/worlds", kind, body);
    let good = to_json(&embedded::world("practice").unwrap());
    let broken = good.replace("\"chair\"", "\"throne\"");
    assert!(post("application/json", broken.as_bytes()).problem(422).contains("'throne'"));
    assert!(post("application/json", b"").problem(422).contains("empty"));
    assert!(post("application/json", b"\xff\xfe").problem(422).contains("UTF-8"));
    assert!(post("application/json", &b"[".repeat(10_000)).problem(422).contains("JSON"));
    let deep = format!("{{\"a\": {}", "[".repeat(15_000));
    assert!(post("application/json", deep.as_bytes()).problem(422).contains("line 1"));
    assert!(post("text/plain", good.as_bytes()).problem(415).contains("application/json"));
    post("application/json", &vec![b' '; 20_001]).problem(413);
    assert_eq!(std::fs::read_dir(served.data.path().join("worlds")).unwrap().count(), 0);
}

#[test]
fn every_answer_carries_the_headers_and_an_id() {
    let served = served();
    for path in ["/", "/api/worlds", "/nothing", "/health", "/metrics"] {
        let answer = served.ask_freely("GET", path, None, &[]);
        assert!(answer.header("content-security-policy").contains("default-src 'none'"), "{path}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert_eq!(answer.header("x-request-id").len(), 36, "{path}");
        assert_eq!(answer.header("access-control-allow-origin"), "");
    }
    let headers = [("x-request-id", "mine-7"), ("origin", "https://example.org")];
    let answer = served.ask_freely("GET", "/health", None, &headers);
    assert_eq!(answer.header("x-request-id"), "mine-7");
    assert_eq!(answer.header("access-control-allow-origin"), "");
    assert_eq!(answer.json()["status"], "ok");
    let forged = served.ask_freely("GET", "/health", None, &[("x-request-id", "a b")]);
    assert_eq!(forged.header("x-request-id").len(), 36);
}

#[test]
fn other_pages_may_ask_only_where_configured() {
    let origin = "https://example.org";
    let served = Served::start(ServerConfig {
        allow_origins: vec![origin.into()],
        ..ServerConfig::default()
    });
    let ask = |origin| served.ask_freely("GET", "/api/worlds", None, &[("origin", origin)]);
    assert_eq!(ask(origin).header("access-control-allow-origin"), origin);
    assert_eq!(ask("https://elsewhere.org").header("access-control-allow-origin"), "");
}

#[test]
fn metrics_count_by_route() {
    let served = served();
    for id in ["office", "gallery", "nowhere"] {
        served.get(&format!("/api/worlds/{id}"));
    }
    let text = served.get("/metrics").text;
    let has = |line: &str| assert!(text.lines().any(|other| other == line), "{line}\n{text}");
    has(r#"cicerone_requests_total{method="GET",route="/api/worlds/{id}",status="200"} 2"#);
    has(r#"cicerone_requests_total{method="GET",route="/api/worlds/{id}",status="404"} 1"#);
    has("cicerone_worlds 4");
    has("cicerone_queue 0");
    assert!(text.ends_with("# EOF\n"));
}

#[test]
fn who_asks_too_often_is_told_when_to_come_back() {
    let served = Served::start(ServerConfig { rate: 1, burst: 3, ..ServerConfig::default() });
    let statuses: Vec<u16> = (0..5).map(|_| served.get("/api/worlds").status).collect();
    assert_eq!(statuses, [200, 200, 200, 429, 429]);
    let answer = served.get("/api/worlds");
    assert!(answer.problem(429).contains("1 requests a second"));
    assert!(answer.header("retry-after").parse::<u64>().unwrap() >= 1);
    // The page and its health are not the API.
    assert_eq!(served.get("/health").status, 200);
}

#[test]
fn a_slow_sender_is_not_waited_for() {
    let timeout = Duration::from_millis(300);
    let served = Served::start(ServerConfig { rate: 0, timeout, ..ServerConfig::default() });
    let mut stream = TcpStream::connect(served.address).unwrap();
    let head = "POST /api/worlds HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\
                Content-Length: 1000\r\n\r\n{";
    stream.write_all(head.as_bytes()).unwrap();
    let started = Instant::now();
    let mut answer = [0; 20];
    stream.read_exact(&mut answer).unwrap();
    assert!(answer.starts_with(b"HTTP/1.1 503"), "{}", String::from_utf8_lossy(&answer));
    assert!(started.elapsed() < Duration::from_secs(30));
}

#[test]
fn open_requests_are_finished_before_the_end() {
    let served = served();
    let mut stream = TcpStream::connect(served.address).unwrap();
    let body = to_json(&embedded::world("practice").unwrap());
    let head = format!(
        "POST /api/worlds HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n",
        body.len()
    );
    let (first, last) = body.split_at(100);
    stream.write_all(head.as_bytes()).unwrap();
    stream.write_all(first.as_bytes()).unwrap();
    std::thread::sleep(Duration::from_millis(200));
    let stopping = std::thread::spawn(move || drop(served));
    std::thread::sleep(Duration::from_millis(200));
    stream.write_all(last.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 201"), "{answer}");
    stopping.join().unwrap();
}

#[test]
fn the_page_is_there_or_says_how_to_get_it() {
    let served = served();
    let page = served.get("/");
    assert_eq!((page.status, page.header("content-type")), (200, "text/html; charset=utf-8"));
    let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("page/index.html");
    let is_built = page.text.contains("/assets/");
    assert_eq!(is_built, dist.exists(), "{}", page.text);
    assert!(is_built || page.text.contains("make build"), "{}", page.text);
    if is_built {
        let script = page.text.split('"').find(|part| part.ends_with(".js")).unwrap();
        let answer = served.ask_freely("GET", script, None, &[("accept-encoding", "gzip")]);
        assert_eq!(answer.status, 200);
        assert!(answer.header("cache-control").contains("immutable"));
        let tag = served.ask_freely("GET", script, None, &[]).header("etag").to_owned();
        let known = served.ask_freely("GET", script, None, &[("if-none-match", &tag)]);
        assert_eq!(known.status, 304);
    }
}

#[test]
fn a_building_is_found_by_level_place_and_what_one_types() {
    let served = served();
    let levels = served.get("/api/worlds/hospital/levels").json();
    let world = embedded::world("hospital").unwrap();
    let count = levels["levels"].as_array().unwrap().len();
    assert_eq!(count, world.building().levels.len());
    let places: u64 = levels["levels"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["places"].as_u64().unwrap())
        .sum();
    assert_eq!(places as usize, world.places().len());
    let all = served.get("/api/worlds/hospital/places").json();
    assert_eq!(all["total"], world.named_places().len());
    let some = served.get("/api/worlds/hospital/places?skip=2&most=3").json();
    assert_eq!(some["places"][0], all["places"][2]);
    assert_eq!(some["places"].as_array().unwrap().len(), 3);
    let level = levels["levels"][0]["id"].as_str().unwrap();
    let here = served.get(&format!("/api/worlds/hospital/places?level={level}")).json();
    assert!(here["total"].as_u64() < all["total"].as_u64());
    served.get("/api/worlds/hospital/places?level=cellar").problem(422);
    served.get("/api/worlds/hospital/places?most=1001").problem(422);
    served.get("/api/worlds/hospital/search?q=lift&most=101").problem(422);
    let found = served.get("/api/worlds/hospital/search?q=RECEPTOIN").json();
    let first = found["places"][0]["name"].as_str().unwrap().to_lowercase();
    assert!(first.contains("reception"), "{found}");
    let two = served.get("/api/worlds/hospital/search?q=lift&most=2").json();
    assert_eq!(two["places"].as_array().unwrap().len(), 2);
    assert_eq!(served.get("/api/worlds/hospital/search?q=zzzzqqqq").json()["total"], 0);
    let long = "x".repeat(201);
    assert!(
        served.get(&format!("/api/worlds/hospital/search?q={long}")).problem(422).contains("200")
    );
    served.get("/api/worlds/nowhere/search?q=a").problem(404);
    served.get("/api/worlds/nowhere/levels").problem(404);
}

#[test]
fn changes_become_the_next_version_and_are_told_in_directions() {
    let served = served();
    let change = |id: &str, changes: Value| {
        let body = json!({ "changes": changes }).to_string();
        served.post(&format!("/api/worlds/{id}/versions"), "application/json", body.as_bytes())
    };
    let guide = |world: &str| {
        let request = json!({"world": world, "from": "in pool", "to": "in changing"});
        served.guide(&request).json()
    };
    let text = |world: &str| guide(world)["instruction"]["text"].as_str().unwrap().to_owned();
    let before = guide("hospital");
    // Beside the way, stretch by stretch, until it is worth a word.
    let poses: Vec<[f64; 2]> = before["route"]["poses"]
        .as_array()
        .unwrap()
        .iter()
        .map(|pose| [0, 1].map(|axis| pose[axis].as_f64().unwrap()))
        .collect();
    let walked = poses.windows(2).enumerate().filter(|(_, ends)| ends[0] != ends[1]);
    let spots = walked.flat_map(|(number, ends)| {
        let [x, y] = [0, 1].map(|axis| ends[1][axis] - ends[0][axis]);
        let middle = [0, 1].map(|axis| (ends[0][axis] + ends[1][axis]) / 2.0);
        let length = x.hypot(y).max(0.1);
        [-0.7, 0.7]
            .map(|off| (number, [middle[0] - y / length * off, middle[1] + x / length * off]))
    });
    let puts = spots.map(|(number, at)| {
        let level = &before["route"]["levels"][number];
        json!([{"change": "put-landmark", "level": level, "at": at, "kind": "stuffed parrot"}])
    });
    let told = puts.map(|parrot| (change("hospital", parrot.clone()), parrot)).find(|(put, _)| {
        assert_eq!(put.status, 201, "{}", put.text);
        text(put.json()["id"].as_str().unwrap()).contains("stuffed parrot")
    });
    let (put, parrot) = told.expect("somewhere a stuffed parrot is worth a word");
    let version = put.json();
    let id = version["id"].as_str().unwrap().to_owned();
    assert_eq!(version["previous"], "hospital");
    assert!(version["number"].as_u64() > Some(1));
    assert_eq!(put.header("location"), format!("/api/worlds/{id}"));
    let again = change("hospital", parrot);
    assert_eq!((again.status, again.json()["id"].as_str()), (200, Some(&*id)));
    let landmarks = served.get(&format!("/api/worlds/{id}")).json()["landmarks"].clone();
    let landmark = landmarks.as_array().unwrap().last().unwrap()["id"].clone();
    let removed = change(&id, json!([{"change": "remove-landmark", "id": landmark}])).json();
    let list = served.get(&format!("/api/worlds/{id}/versions")).json();
    let ids: Vec<&str> = list["versions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["id"].as_str().unwrap())
        .collect();
    let last = removed["id"].as_str().unwrap();
    assert_eq!((ids[0], ids[ids.len() - 1]), ("hospital", last));
    assert!(ids.contains(&&*id));
    assert_eq!(text(last), before["instruction"]["text"].as_str().unwrap());
    let worlds = served.get("/api/worlds").text;
    assert!(!worlds.contains(&id), "versions are not listed among the worlds");
    let lost = change("hospital", json!([{"change": "remove-landmark", "id": "nobody"}]));
    assert!(lost.problem(422).contains("there is no landmark"));
    change("hospital", json!([])).problem(422);
    change("hospital", json!([{"change": "paint"}])).problem(422);
    change("nowhere", json!([{"change": "remove-landmark", "id": "x"}])).problem(404);
    change("office", json!([{"change": "remove-landmark", "id": "x"}])).problem(422);
}

#[test]
fn a_link_is_drawn_as_a_sign() {
    let served = served();
    let sign = served.get("/api/sign?text=http%3A%2F%2Flocalhost%2F%3Fworld%3Dhospital");
    assert_eq!(sign.header("content-type"), "image/svg+xml");
    assert!(sign.text.contains("<svg"), "{}", sign.text);
    served.get("/api/sign?text=").problem(422);
    served.get("/api/sign").problem(400);
    served.get(&format!("/api/sign?text={}", "x".repeat(501))).problem(422);
}
