//! Recorded messages of servers and clients of the two protocols; `recorded/README.md` lists them, and how they were
//! recorded.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use crate::events::reader::read;

/// A stream that a server of others sent.
pub(crate) struct Recorded {
    /// The name of its file.
    pub(crate) name: String,
    /// Its bytes.
    pub(crate) text: String,
    /// Its events.
    pub(crate) events: Vec<Value>,
    /// Whether `[DONE]` follows them.
    pub(crate) is_done: bool,
}

/// All streams that were recorded of a protocol.
pub(crate) fn streams(protocol: &str) -> Vec<Recorded> {
    let mut paths: Vec<_> = fs::read_dir(folder().join(protocol))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "sse"))
        .collect();
    paths.sort();
    paths.into_iter().map(|path| recorded(&path)).collect()
}

fn recorded(path: &std::path::Path) -> Recorded {
    let text = fs::read_to_string(path).unwrap();
    let mut data: Vec<_> = read(&text).events.into_iter().map(|event| event.data).collect();
    let is_done = data.pop_if(|last| last == "[DONE]").is_some();
    Recorded {
        name: path.file_name().unwrap().to_string_lossy().into_owned(),
        events: data.iter().map(|data| serde_json::from_str(data).unwrap()).collect(),
        is_done,
        text,
    }
}

/// Whether a stream is nothing but frames of one line of data.
pub(crate) fn is_framed(text: &str) -> bool {
    let is_frame = |frame: &str| frame.starts_with("data: ") && !frame.contains(['\n', '\r']);
    text.strip_suffix("\n\n").is_some_and(|frames| frames.split("\n\n").all(is_frame))
}

/// A file beside the streams.
pub(crate) fn file(protocol: &str, name: &str) -> String {
    fs::read_to_string(folder().join(protocol).join(name)).unwrap()
}

/// A file of JSON beside the streams.
pub(crate) fn json(protocol: &str, name: &str) -> Value {
    serde_json::from_str(&file(protocol, name)).unwrap()
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/journals/events/recorded")
}

/// All short streams of a few events, and the verdicts of the clients. Each event is written as a character.
pub(crate) struct Walk {
    /// The event of each character.
    pub(crate) events: BTreeMap<char, Value>,
    /// The streams that the clients accept, each with the next events that they refuse: all versions, and only the
    /// older one.
    pub(crate) streams: Vec<(String, String, String)>,
}

/// The verdicts of a protocol's clients on the order.
pub(crate) fn walk(protocol: &str) -> Walk {
    let mut walk = Walk { events: BTreeMap::new(), streams: Vec::new() };
    for line in file(protocol, "order.txt").lines() {
        if let Some((c, event)) = line.split_once(" = ") {
            walk.events.insert(c.parse().unwrap(), serde_json::from_str(event).unwrap());
        } else {
            let mut columns = line.split('|').map(|column| column.trim().to_owned());
            let mut column = || columns.next().unwrap_or_default();
            walk.streams.push((column(), column(), column()));
        }
    }
    walk
}

/// A schema that takes only the fields that it names, made of one that lets others pass.
pub(crate) fn closed(mut schema: Value) -> Value {
    close(&mut schema);
    schema
}

fn close(schema: &mut Value) {
    match schema {
        Value::Array(schemas) => schemas.iter_mut().for_each(close),
        Value::Object(keywords) => {
            if keywords.contains_key("properties") {
                keywords.insert("additionalProperties".to_owned(), Value::Bool(false));
            }
            keywords.values_mut().for_each(close);
        }
        _ => {}
    }
}
