//! The OpenAPI document: paths from the handlers, schemas from the types that
//! are sent and answered, both generated.

use cicerone::world::{self, Ground, RouteRecord, ViewRecord};
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use super::finding::{LevelList, NamedPlaces};
use super::follow::{FollowRequest, Followed};
use super::guide::{GuideAnswer, GuideChoices, GuideRequest};
use super::versions::{ChangeRequest, VersionList};
use super::walk::Walked;
use super::worlds::WorldList;
use crate::problem::Problem;
use crate::worlds::UploadedWorld;

/// Where schemas refer to each other.
const SCHEMAS: &str = "#/components/schemas/";

/// What may go wrong whatever is asked.
const ALWAYS: [(&str, &str); 3] = [
    ("429", "The client asks too often; Retry-After says when to come back"),
    ("500", "A fault of the server"),
    ("503", "Too much to do, or it took too long; Retry-After says when to come back"),
];

/// The OpenAPI 3.1 document of the API.
pub fn openapi() -> Value {
    let (_, paths) = super::documented(0).split_for_parts();
    let mut document = serde_json::to_value(paths).unwrap_or_default();
    document["info"] = json!({
        "title": "Cicerone",
        "version": env!("CARGO_PKG_VERSION"),
        "description": "Directions the way people give them: worlds, views, routes, and routes \
                        in words. Errors are application/problem+json.",
        "license": {"name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0"},
    });
    document["servers"] = json!([{"url": "/"}]);
    document["components"] = json!({"schemas": schemas()});
    document["tags"] = json!([
        {"name": "worlds", "description": "Maps, and what can be seen and routed there"},
        {"name": "guide", "description": "Routes in words"},
    ]);
    let paths = document["paths"].as_object_mut().into_iter().flat_map(Map::values_mut);
    for operation in paths.filter_map(Value::as_object_mut).flat_map(Map::values_mut) {
        if let Some(responses) = operation["responses"].as_object_mut() {
            describe_problems(responses);
        }
    }
    document
}

/// Every answer from 400 on is a problem.
fn describe_problems(responses: &mut Map<String, Value>) {
    for (status, description) in ALWAYS {
        responses.insert(status.into(), json!({"description": description}));
    }
    for (status, response) in responses {
        if status.as_str() >= "400" {
            let schema = json!({"$ref": format!("{SCHEMAS}Problem")});
            response["content"] = json!({"application/problem+json": {"schema": schema}});
        }
        if matches!(status.as_str(), "429" | "503") {
            response["headers"] = json!({"Retry-After": {
                "description": "Seconds to wait", "schema": {"type": "integer"},
            }});
        }
    }
}

fn schemas() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = SCHEMAS.trim_start_matches('#').into();
    });
    let mut generator = settings.into_generator();
    generator.subschema_for::<Problem>();
    generator.subschema_for::<WorldList>();
    generator.subschema_for::<UploadedWorld>();
    generator.subschema_for::<LevelList>();
    generator.subschema_for::<NamedPlaces>();
    generator.subschema_for::<VersionList>();
    generator.subschema_for::<ChangeRequest>();
    generator.subschema_for::<ViewRecord>();
    generator.subschema_for::<Ground>();
    generator.subschema_for::<Walked>();
    generator.subschema_for::<RouteRecord>();
    generator.subschema_for::<GuideRequest>();
    generator.subschema_for::<GuideAnswer>();
    generator.subschema_for::<GuideChoices>();
    generator.subschema_for::<FollowRequest>();
    generator.subschema_for::<Followed>();
    let mut schemas = generator.take_definitions(true);
    schemas.extend(world_schemas());
    Value::Object(schemas)
}

/// The published schemas of the world format, their parts beside the others: a
/// world is of version 1 or 2.
fn world_schemas() -> Map<String, Value> {
    let mut schemas = Map::new();
    let versions = [("World1", world::json_schema()), ("World2", world::document_schema())];
    for (name, schema) in versions {
        let text = schema.to_string().replace("#/$defs/", &format!("{SCHEMAS}{name}"));
        let mut version: Value = serde_json::from_str(&text).unwrap_or_default();
        if let Some(version) = version.as_object_mut() {
            version.remove("$schema");
            if let Some(Value::Object(parts)) = version.remove("$defs") {
                let parts = parts.into_iter();
                schemas.extend(parts.map(|(part, value)| (format!("{name}{part}"), value)));
            }
        }
        schemas.insert(name.into(), version);
    }
    let refs = ["World1", "World2"].map(|name| json!({"$ref": format!("{SCHEMAS}{name}")}));
    schemas.insert("World".into(), json!({"oneOf": refs}));
    schemas
}
