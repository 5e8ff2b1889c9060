//! The worlds a server knows: the embedded ones, and those people uploaded.
//!
//! An uploaded world is a file named after its contents, written whole or not
//! at all and never changed afterwards. Uploading the same world twice is
//! therefore the same as once, and an id in a shared link stays true. Who runs
//! the server may take a file away, at any time: its world is then gone, and so
//! are the versions that people made of it.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use axum::http::StatusCode;
use cicerone::world::document::{Change, Unit};
use cicerone::world::{self, World, embedded};
use cicerone::{Error, write_whole};
use cicerone_maps::Warning;
use schemars::JsonSchema;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::problem::Problem;
use crate::versions::{self, ListedVersion, MOST_VERSIONS, Versions};

/// How many worlds people may upload in all.
const MOST_WORLDS: usize = 1000;
/// Uploaded worlds stay in memory until together they have more places.
const PLACES_IN_MEMORY: usize = 500_000;

/// The folder of a server's data that they are in.
pub(crate) const WORLDS: &str = "worlds";
/// What one client uploaded is counted for so long.
const DAY: Duration = Duration::from_secs(24 * 3600);

/// How much may be kept, in bytes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Storage {
    /// Of all clients.
    pub(crate) all: u64,
    /// Of one client in a day.
    pub(crate) per_client: u64,
    /// What a packed map may unpack to.
    pub(crate) unpacked: u64,
}

/// One world, in a few words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct WorldSummary {
    /// What the API calls it.
    pub(crate) id: String,
    /// What people call it.
    name: String,
    /// True if every server has it, false if it was uploaded here.
    embedded: bool,
    /// How many places it has.
    places: usize,
    /// How many passages it has.
    passages: usize,
    /// How many levels it has.
    levels: usize,
    /// What its lengths are counted in.
    unit: Unit,
}

/// A world that was uploaded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct UploadedWorld {
    #[serde(flatten)]
    pub(crate) summary: WorldSummary,
    /// What was left out of the map or put right, and why; at most 200, the last
    /// of which then says how many more there are.
    #[schemars(length(max = 200))]
    warnings: Vec<String>,
}

impl WorldSummary {
    fn new(id: &str, world: &World, embedded: bool) -> WorldSummary {
        WorldSummary {
            id: id.to_owned(),
            name: world.name().to_owned(),
            embedded,
            places: world.places().len(),
            passages: world.passages().len(),
            levels: world.building().levels.len(),
            unit: world.unit(),
        }
    }
}

/// All worlds of a server.
#[derive(Debug)]
pub(crate) struct Worlds {
    directory: PathBuf,
    storage: Storage,
    embedded: Vec<(WorldSummary, Arc<World>)>,
    uploaded: Mutex<Uploaded>,
    versions: Mutex<Versions>,
    /// Held by the one who writes. Two who write the same file would meet on
    /// the one beside it, and nobody else should wait for a disk.
    writing: Mutex<()>,
}

#[derive(Debug, Default)]
struct Uploaded {
    /// What there is, and how many bytes each file has.
    summaries: BTreeMap<String, (WorldSummary, u64)>,
    /// What each client uploaded, and since when that is counted.
    by_client: HashMap<IpAddr, (Instant, u64)>,
    /// The ones used last, the latest at the back.
    in_memory: VecDeque<(String, Arc<World>)>,
}

impl Worlds {
    /// Reads what is there. A file that is no world is left alone and told.
    pub(crate) fn open(directory: &Path, storage: Storage) -> cicerone::Result<Worlds> {
        std::fs::create_dir_all(directory).map_err(|error| {
            Error::io(format!("cannot be made: {error}"), error).in_file(directory)
        })?;
        let embedded = embedded::names()
            .map(|id| {
                let world = embedded::world(id)?;
                Ok((WorldSummary::new(id, &world, true), Arc::new(world)))
            })
            .collect::<cicerone::Result<Vec<_>>>()?;
        let mut uploaded = Uploaded::default();
        let files = std::fs::read_dir(directory).map_err(|error| {
            Error::io(format!("cannot be read: {error}"), error).in_file(directory)
        })?;
        for file in files.flatten().map(|entry| entry.path()) {
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if name.starts_with('.') && name.ends_with(".new") {
                // What a server that was killed did not finish.
                let _ = std::fs::remove_file(&file);
                continue;
            }
            let Some(id) = name.strip_suffix(".json") else { continue };
            match world::load(&file) {
                Ok(world) => {
                    let bytes = std::fs::metadata(&file).map_or(0, |data| data.len());
                    let summary = WorldSummary::new(id, &world, false);
                    uploaded.summaries.insert(id.to_owned(), (summary, bytes));
                }
                Err(error) => tracing::warn!(%error, "left out"),
            }
        }
        Ok(Worlds {
            directory: directory.to_path_buf(),
            storage,
            embedded,
            uploaded: Mutex::new(uploaded),
            versions: Mutex::new(Versions::open(directory)?),
            writing: Mutex::new(()),
        })
    }

    /// The embedded ones in their order, then the uploaded ones by id.
    pub(crate) fn list(&self) -> Vec<WorldSummary> {
        self.sweep();
        let embedded = self.embedded.iter().map(|(summary, _)| summary.clone());
        let uploaded = self.uploaded();
        let uploaded = uploaded.summaries.values().map(|(summary, _)| summary.clone());
        embedded.chain(uploaded).collect()
    }

    /// Forgets the worlds whose files were taken away.
    fn sweep(&self) {
        let known: Vec<String> = self.uploaded().summaries.keys().cloned().collect();
        for id in known.iter().filter(|id| !self.file(id).exists()) {
            self.uploaded().forget(id);
        }
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.embedded.len() + self.uploaded().summaries.len()
    }

    /// The world with that id.
    pub(crate) fn get(&self, id: &str) -> Result<Arc<World>, Problem> {
        if let Some((_, world)) = self.embedded.iter().find(|(summary, _)| summary.id == id) {
            return Ok(world.clone());
        }
        if !self.uploaded().summaries.contains_key(id) {
            return self.get_version(id);
        }
        // The id is one we made, so it is a plain file name.
        if !self.file(id).exists() {
            self.uploaded().forget(id);
            return Err(self.unknown(id));
        }
        if let Some(world) = self.uploaded().recall(id) {
            return Ok(world);
        }
        // Read without the lock: others need not wait for this file.
        let world = Arc::new(world::load(self.file(id)).map_err(Problem::internal)?);
        self.uploaded().remember(id, world.clone());
        Ok(world)
    }

    /// A version: the first one, and everything that was changed since.
    fn get_version(&self, id: &str) -> Result<Arc<World>, Problem> {
        let history = self.changed().history(id);
        let (first, changes) = history.ok_or_else(|| self.unknown(id))?;
        if !self.is_first(&first) {
            return Err(self.unknown(id));
        }
        if let Some(world) = self.uploaded().recall(id) {
            return Ok(world);
        }
        let world = Arc::new(self.get(&first)?.changed(&changes).map_err(Problem::internal)?);
        self.uploaded().remember(id, world.clone());
        Ok(world)
    }

    /// True for an embedded world and an uploaded one that is still there.
    fn is_first(&self, id: &str) -> bool {
        let is_embedded = self.embedded.iter().any(|(summary, _)| summary.id == id);
        is_embedded || self.uploaded().summaries.contains_key(id) && self.file(id).exists()
    }

    /// All versions of the world that one of them is a version of.
    pub(crate) fn versions(&self, id: &str) -> Result<Vec<ListedVersion>, Problem> {
        let versions = self.changed();
        let first = versions.get(id).map_or(id, |version| &version.first).to_owned();
        let all = versions.all_of(&first);
        drop(versions);
        if self.is_first(&first) { Ok(all) } else { Err(self.unknown(id)) }
    }

    /// Keeps what comes of a world by some changes as its next version. True if it
    /// was not there before.
    pub(crate) fn change(
        &self,
        client: IpAddr,
        id: &str,
        changes: Vec<Change>,
    ) -> Result<(ListedVersion, bool), Problem> {
        let world = self.get(id)?.changed(&changes)?;
        let new = id_of(world.name(), &world::to_json(&world));
        if let Ok(known) = self.versions(&new)
            && let Some(known) = known.into_iter().find(|one| one.id == new)
        {
            return Ok((known, false));
        }
        let _writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let (version, text, count, bytes) = {
            let versions = self.changed();
            let (version, text) = versions.next(id, changes)?;
            (version, text, versions.count(), versions.bytes())
        };
        let size = versions::size(&text);
        {
            let mut uploaded = self.uploaded();
            if count >= MOST_VERSIONS || uploaded.bytes() + bytes + size > self.storage.all {
                return Err(Problem::new(
                    StatusCode::INSUFFICIENT_STORAGE,
                    "the server keeps as many versions of worlds as it may",
                ));
            }
            uploaded.count(client, size, self.storage.per_client)?;
        }
        if let Err(error) = self.changed().keep(&new, version.clone(), &text) {
            self.uploaded().uncount(client, size);
            return Err(error.into());
        }
        // Who changes a world looks at it next.
        self.uploaded().remember(&new, Arc::new(world));
        Ok((ListedVersion { id: new, version }, true))
    }

    /// Reads a map of any format that a client sent and keeps its world, called
    /// by that name if the map has none. True if it was not there before.
    pub(crate) fn add(
        &self,
        client: IpAddr,
        name: &str,
        bytes: &[u8],
    ) -> Result<(UploadedWorld, bool), Problem> {
        let (world, warnings) =
            cicerone_maps::world_from_upload(name, bytes, self.storage.unpacked)?;
        let warnings = told(&warnings);
        let text = world::to_json(&world);
        let id = id_of(world.name(), &text);
        let summary = WorldSummary::new(&id, &world, false);
        let answer = UploadedWorld { summary: summary.clone(), warnings };
        let _writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        self.sweep();
        let size = text.len() as u64;
        let changed = self.changed().bytes();
        {
            let mut uploaded = self.uploaded();
            if uploaded.summaries.contains_key(&id) {
                return Ok((answer, false));
            }
            let bytes = uploaded.bytes() + changed + size;
            if bytes > self.storage.all || uploaded.summaries.len() >= MOST_WORLDS {
                return Err(Problem::new(
                    StatusCode::INSUFFICIENT_STORAGE,
                    "the server keeps as many worlds as it may; whoever runs it can remove some \
                     with `cicerone serve remove`",
                ));
            }
            uploaded.count(client, size, self.storage.per_client)?;
        }
        if let Err(error) = write_whole(self.file(&id), text.as_bytes()) {
            self.uploaded().uncount(client, size);
            return Err(error.into());
        }
        let mut uploaded = self.uploaded();
        // Whether anybody will ask for it is not known: memory is for those in use.
        uploaded.summaries.insert(id, (summary, size));
        Ok((answer, true))
    }

    /// Refuses an upload of so many bytes that would be more than one client may
    /// fill, before it is read.
    pub(crate) fn check_share(&self, client: IpAddr, bytes: u64) -> Result<(), Problem> {
        self.uploaded().check_share(client, bytes, self.storage.per_client)
    }

    fn file(&self, id: &str) -> PathBuf {
        self.directory.join(format!("{id}.json"))
    }

    fn unknown(&self, id: &str) -> Problem {
        let known: Vec<&str> = self.embedded.iter().map(|(summary, _)| &*summary.id).collect();
        let id: String = id.chars().take(100).collect();
        Problem::not_found(format!(
            "there is no world '{id}': neither an uploaded one, nor one of the embedded worlds {}",
            known.join(", ")
        ))
    }

    fn changed(&self) -> MutexGuard<'_, Versions> {
        self.versions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn uploaded(&self) -> MutexGuard<'_, Uploaded> {
        // Whoever panicked left no half-made entry: each is one insert.
        self.uploaded.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Warnings as people read them, with an end.
fn told(warnings: &[Warning]) -> Vec<String> {
    const MOST: usize = 200;
    let mut told: Vec<String> = warnings.iter().take(MOST).map(Warning::to_string).collect();
    if warnings.len() > MOST {
        told.pop();
        told.push(format!("and {} more", warnings.len() - told.len()));
    }
    told
}

impl Uploaded {
    fn bytes(&self) -> u64 {
        self.summaries.values().map(|(_, bytes)| bytes).sum()
    }

    fn forget(&mut self, id: &str) {
        self.summaries.remove(id);
        self.in_memory.retain(|(known, _)| known != id);
    }

    /// Refuses an upload that would be more than one client may fill.
    fn check_share(&self, client: IpAddr, bytes: u64, most: u64) -> Result<(), Problem> {
        let counted = self.by_client.get(&client).filter(|(since, _)| since.elapsed() < DAY);
        let all = counted.map_or(0, |(_, bytes)| *bytes) + bytes;
        match all > most {
            false => Ok(()),
            true => Err(Problem::new(
                StatusCode::INSUFFICIENT_STORAGE,
                format!(
                    "your worlds of today would take {all} bytes here, and one client may fill \
                     {most} a day"
                ),
            )
            .retry_after(3600)),
        }
    }

    /// Counts an upload of a client.
    fn count(&mut self, client: IpAddr, bytes: u64, most: u64) -> Result<(), Problem> {
        self.check_share(client, bytes, most)?;
        // There are no more clients to remember than worlds to be had in a day.
        self.by_client.retain(|_, (since, _)| since.elapsed() < DAY);
        self.by_client.entry(client).or_insert((Instant::now(), 0)).1 += bytes;
        Ok(())
    }

    fn uncount(&mut self, client: IpAddr, bytes: u64) {
        if let Some((_, counted)) = self.by_client.get_mut(&client) {
            *counted = counted.saturating_sub(bytes);
        }
    }

    fn recall(&mut self, id: &str) -> Option<Arc<World>> {
        let at = self.in_memory.iter().position(|(known, _)| known == id)?;
        let entry = self.in_memory.remove(at)?;
        let world = entry.1.clone();
        self.in_memory.push_back(entry);
        Some(world)
    }

    fn remember(&mut self, id: &str, world: Arc<World>) {
        if self.recall(id).is_none() {
            self.in_memory.push_back((id.to_owned(), world));
        }
        let mut places: usize = self.in_memory.iter().map(|(_, w)| w.places().len()).sum();
        while places > PLACES_IN_MEMORY && self.in_memory.len() > 1 {
            let dropped = self.in_memory.pop_front();
            places -= dropped.map_or(0, |(_, world)| world.places().len());
        }
    }
}

/// A world as it is kept by a server, for who runs it.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct StoredWorld {
    /// What the API calls it.
    pub id: String,
    /// What people call it; `None` for a file that is no world.
    pub name: Option<String>,
    /// How many places it has.
    pub places: usize,
    /// The size of its file.
    pub bytes: u64,
    /// When it was uploaded, in seconds since 1970.
    pub uploaded: u64,
}

/// The worlds that were uploaded to a server whose data is there, the latest
/// first. The server may be running.
pub fn stored_worlds(data: Option<&Path>) -> cicerone::Result<Vec<StoredWorld>> {
    let directory = crate::app::data_directory(data)?.join(WORLDS);
    let unreadable = |error: std::io::Error| {
        Error::io(format!("cannot be read: {error}"), error).in_file(&directory)
    };
    let mut stored = Vec::new();
    for entry in std::fs::read_dir(&directory).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let Some(id) = name.strip_suffix(".json").filter(|id| !id.starts_with('.')) else {
            continue;
        };
        let metadata = entry.metadata().map_err(unreadable)?;
        let uploaded = metadata.modified().ok();
        let uploaded = uploaded.and_then(|time| time.duration_since(SystemTime::UNIX_EPOCH).ok());
        let world = world::load(entry.path()).ok();
        stored.push(StoredWorld {
            id: id.to_owned(),
            name: world.as_ref().map(|world| world.name().to_owned()),
            places: world.as_ref().map_or(0, |world| world.places().len()),
            bytes: metadata.len(),
            uploaded: uploaded.map_or(0, |since| since.as_secs()),
        });
    }
    stored.sort_by(|a, b| b.uploaded.cmp(&a.uploaded).then(a.id.cmp(&b.id)));
    Ok(stored)
}

/// Removes a world that was uploaded to a server whose data is there. A server
/// that is running knows it no more from the next request on.
pub fn remove_world(data: Option<&Path>, id: &str) -> cicerone::Result<()> {
    let directory = crate::app::data_directory(data)?.join(WORLDS);
    let is_name = id.chars().all(|sign| sign.is_ascii_alphanumeric() || sign == '-');
    let file = directory.join(format!("{id}.json"));
    if !is_name || !file.exists() {
        return Err(Error::input(format!(
            "there is no uploaded world '{id}'; `cicerone serve worlds` lists them"
        )));
    }
    std::fs::remove_file(&file)
        .map_err(|error| Error::io(format!("cannot be removed: {error}"), error).in_file(&file))
}

/// What people call it, as far as a file name and a link can, and a hash.
fn id_of(name: &str, text: &str) -> String {
    let mut slug = String::new();
    for sign in name.chars().take(40) {
        match sign.to_ascii_lowercase() {
            sign if sign.is_ascii_alphanumeric() => slug.push(sign),
            _ if !slug.is_empty() && !slug.ends_with('-') => slug.push('-'),
            _ => {}
        }
    }
    let hash: String =
        Sha256::digest(text).iter().take(6).map(|byte| format!("{byte:02x}")).collect();
    match slug.trim_end_matches('-') {
        "" => format!("world-{hash}"),
        slug => format!("{slug}-{hash}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 1));
    const OTHER: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 2));

    fn storage(all: u64) -> Storage {
        Storage { all, per_client: all, unpacked: 1 << 20 }
    }

    fn text(name: &str) -> String {
        world::to_json(&embedded::world("practice").unwrap())
            .replace("\"Practice\"", &format!("{name:?}"))
    }

    #[test]
    fn uploads_outlive_the_server_and_leftovers_do_not() {
        let directory = tempfile::tempdir().unwrap();
        let worlds = Worlds::open(directory.path(), storage(1 << 20)).unwrap();
        let (UploadedWorld { summary, .. }, is_new) =
            worlds.add(ONE, "x", text("Ätna 7/../x").as_bytes()).unwrap();
        assert!(is_new && summary.id.starts_with("tna-7-x-"), "{summary:?}");
        assert!(!worlds.add(ONE, "x", text("Ätna 7/../x").as_bytes()).unwrap().1);
        std::fs::write(directory.path().join(".a.json.7.new"), "half").unwrap();
        std::fs::write(directory.path().join("broken.json"), "{").unwrap();
        let again = Worlds::open(directory.path(), storage(1 << 20)).unwrap();
        assert_eq!(again.list(), worlds.list());
        assert_eq!(again.get(&summary.id).unwrap().name(), "Ätna 7/../x");
        assert!(!directory.path().join(".a.json.7.new").exists());
        assert!(again.get("broken").is_err() && again.get("../x").is_err());
    }

    #[test]
    fn storage_ends_where_it_should() {
        let directory = tempfile::tempdir().unwrap();
        let limit = text("A").len() as u64 + 10;
        let worlds = Worlds::open(directory.path(), storage(limit)).unwrap();
        assert!(worlds.add(ONE, "x", text("A").as_bytes()).is_ok());
        assert!(worlds.add(ONE, "x", text("B").as_bytes()).is_err());
        assert_eq!(worlds.count(), embedded::names().count() + 1);
    }

    #[test]
    fn the_oldest_leave_memory_first() {
        let world = Arc::new(embedded::world("practice").unwrap());
        let mut uploaded = Uploaded::default();
        let large = world::GenerateConfig { places: PLACES_IN_MEMORY - 10, ..Default::default() };
        let large = Arc::new(world::generate(large).unwrap());
        uploaded.remember("a", world.clone());
        uploaded.remember("b", large);
        uploaded.recall("a");
        uploaded.remember("c", world);
        let ids: Vec<&str> = uploaded.in_memory.iter().map(|(id, _)| &**id).collect();
        assert_eq!(ids, ["a", "c"]);
    }

    #[test]
    fn one_client_cannot_fill_the_storage() {
        let directory = tempfile::tempdir().unwrap();
        let one = text("A").len() as u64;
        let limits = Storage { all: 100 * one, per_client: 2 * one + 10, unpacked: 1 << 20 };
        let worlds = Worlds::open(directory.path(), limits).unwrap();
        assert!(worlds.add(ONE, "x", text("A").as_bytes()).is_ok());
        assert!(worlds.add(ONE, "x", text("B").as_bytes()).is_ok());
        assert!(worlds.add(ONE, "x", text("C").as_bytes()).is_err());
        assert!(worlds.add(ONE, "x", text("A").as_bytes()).is_ok(), "it was there already");
        assert!(worlds.add(OTHER, "x", text("C").as_bytes()).is_ok());
    }

    #[test]
    fn who_runs_the_server_lists_and_removes_worlds() {
        let data = tempfile::tempdir().unwrap();
        let worlds = Worlds::open(&data.path().join(WORLDS), storage(1 << 20)).unwrap();
        let id = worlds.add(ONE, "x", text("A").as_bytes()).unwrap().0.summary.id;
        let stored = stored_worlds(Some(data.path())).unwrap();
        assert_eq!((stored.len(), &*stored[0].id), (1, &*id));
        assert!(stored[0].name.as_deref() == Some("A") && stored[0].bytes > 0);
        for wrong in ["b", "../worlds/x", ""] {
            assert!(remove_world(Some(data.path()), wrong).unwrap_err().is_input());
        }
        remove_world(Some(data.path()), &id).unwrap();
        assert!(worlds.get(&id).is_err());
        assert_eq!(worlds.count(), embedded::names().count());
        assert!(worlds.add(ONE, "x", text("A").as_bytes()).unwrap().1, "it is new again");
    }
}
