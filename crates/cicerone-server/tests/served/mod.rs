//! A server on a free port, for as long as a test needs it, and a client that
//! checks every answer against the server's own OpenAPI document.

#![allow(dead_code)]

use std::net::SocketAddr;
use std::sync::LazyLock;
use std::thread::JoinHandle;
use std::time::Duration;

use cicerone::guide::Bundle;
use cicerone_server::ServerConfig;
use serde_json::Value;
use tokio::sync::oneshot;

/// The models of all servers: they take a while to load in a debug build.
static MODELS: LazyLock<Bundle> = LazyLock::new(|| Bundle::embedded().unwrap());

/// A server under test.
pub(crate) struct Served {
    pub(crate) address: SocketAddr,
    pub(crate) data: tempfile::TempDir,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
    document: Value,
}

/// An answer, read to its end.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: ureq::http::HeaderMap,
    pub(crate) text: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// What is wrong, if it is told as a problem should be.
    pub(crate) fn problem(&self, status: u16) -> String {
        assert_eq!(self.status, status, "{}", self.text);
        assert_eq!(self.header("content-type"), "application/problem+json");
        let problem = self.json();
        assert_eq!(problem["status"], status);
        problem["detail"].as_str().unwrap().to_owned()
    }
}

impl Served {
    pub(crate) fn start(config: ServerConfig) -> Served {
        let data = tempfile::tempdir().unwrap();
        let config = ServerConfig {
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            data: Some(data.path().to_path_buf()),
            ..config
        };
        let (stop, stopped) = oneshot::channel::<()>();
        let (tell, told) = std::sync::mpsc::channel();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
            let models = MODELS.clone();
            let stop = async { drop(stopped.await) };
            let ready = |address| tell.send(address).unwrap();
            runtime.block_on(cicerone_server::run(config, models, ready, stop)).unwrap();
        });
        let address = told.recv_timeout(Duration::from_secs(120)).unwrap();
        let document = cicerone_server::openapi();
        Served { address, data, stop: Some(stop), thread: Some(thread), document }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, None)
    }

    pub(crate) fn post(&self, path: &str, kind: &str, body: &[u8]) -> Answer {
        self.ask("POST", path, Some((kind, body)))
    }

    pub(crate) fn guide(&self, body: &Value) -> Answer {
        self.post("/api/guide", "application/json", body.to_string().as_bytes())
    }

    /// Asks, and holds the answer to what the document says about it.
    pub(crate) fn ask(&self, method: &str, path: &str, body: Option<(&str, &[u8])>) -> Answer {
        let answer = self.ask_freely(method, path, body, &[]);
        self.check_declared(method, path, &answer);
        answer
    }

    pub(crate) fn ask_freely(
        &self,
        method: &str,
        path: &str,
        body: Option<(&str, &[u8])>,
        headers: &[(&str, &str)],
    ) -> Answer {
        let agent: ureq::Agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(Duration::from_secs(600)))
            .build()
            .into();
        let mut request = ureq::http::Request::builder().method(method).uri(self.url(path));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let response = match body {
            Some((kind, bytes)) => {
                agent.run(request.header("content-type", kind).body(bytes).unwrap())
            }
            None => agent.run(request.body(()).unwrap()),
        };
        let mut response = response.unwrap();
        let status = response.status().as_u16();
        let headers = response.headers().clone();
        // What is packed is no text; only its headers matter then.
        let bytes = response.body_mut().with_config().limit(64 << 20).read_to_vec().unwrap();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Answer { status, headers, text }
    }

    /// Every answer of the API must be one its document declares, in status,
    /// in content type and in shape.
    fn check_declared(&self, method: &str, path: &str, answer: &Answer) {
        let path = path.split('?').next().unwrap();
        if !path.starts_with("/api/") || path == "/api/openapi.json" {
            return;
        }
        let paths = self.document["paths"].as_object().unwrap();
        let found = paths.iter().find(|(template, _)| {
            let (a, b): (Vec<&str>, Vec<&str>) =
                (template.split('/').collect(), path.split('/').collect());
            a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| a == b || a.starts_with('{'))
        });
        let Some((_, operations)) = found else {
            return assert_eq!(answer.status, 404, "{path} is not in the document");
        };
        let operation = &operations[method.to_lowercase()];
        if operation.is_null() {
            return assert_eq!(answer.status, 405, "{method} {path} is not in the document");
        }
        let declared = &operation["responses"][answer.status.to_string()];
        assert!(!declared.is_null(), "{method} {path} may not answer {}", answer.status);
        let kind = answer.header("content-type");
        let schema = &declared["content"][kind]["schema"];
        assert!(!schema.is_null(), "{method} {path} {} may not be {kind}", answer.status);
        if !kind.ends_with("json") {
            return;
        }
        let schema = serde_json::json!({
            "$ref": schema["$ref"], "components": self.document["components"],
        });
        let validator = jsonschema::validator_for(&schema).unwrap();
        let errors: Vec<String> =
            validator.iter_errors(&answer.json()).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{method} {path}: {errors:?}");
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let ended = thread.join();
            assert!(ended.is_ok() || std::thread::panicking());
        }
    }
}
