//! Results that are too long for a model.

use hpd_host::results::LargeResults;
use hpd_host::{Toolbox, plugin};
use hpd_mcp::server::{HpdServer, ListPolicy};
use serde_json::{Value, json};

use super::desk::{Lines, text};

struct Log;

#[derive(serde::Serialize, schemars::JsonSchema)]
struct Entries {
    entries: Vec<Entry>,
    next: Option<String>,
}

#[derive(serde::Serialize, schemars::JsonSchema)]
struct Entry {
    id: u32,
}

#[plugin]
impl Log {
    /// The lines of a log.
    #[ai_function(read_only)]
    fn lines(&self) -> String {
        (1..=900).map(|line| format!("line {line}")).collect::<Vec<_>>().join("\n")
    }

    /// The entries of a log.
    #[ai_function(read_only)]
    fn entries(&self) -> Value {
        json!({"entries": (0..900).map(|id| json!({"id": id})).collect::<Vec<_>>(), "next": null})
    }

    /// The entries of a log, with a schema.
    #[ai_function(read_only)]
    fn described(&self) -> Entries {
        Entries { entries: (0..900).map(|id| Entry { id }).collect(), next: None }
    }

    /// One entry.
    #[ai_function(read_only)]
    fn entry(&self) -> Value {
        json!({"id": 1})
    }
}

pub(crate) fn server() -> HpdServer {
    let large = LargeResults::new().limit(1_000).preview(60);
    HpdServer::new(Toolbox::builder().plugin(Log).large_results(large).build().unwrap())
}

/// The id that a preview names.
pub(crate) fn id_of(preview: &str) -> String {
    preview.split("kept as \"").nth(1).unwrap_or_else(|| panic!("{preview}"))[..16].to_owned()
}

/// The whole text of the lines, read in parts.
async fn read_all(client: &mut Lines, through: bool) -> String {
    let preview = client.text("lines", json!({})).await;
    assert!(preview.starts_with("[The result has "), "{preview}");
    let id = id_of(&preview);
    let mut whole = String::new();
    for first in (1..=900).step_by(100) {
        let arguments = json!({"id": id, "lines": format!("{first}-{}", first + 99)});
        whole += &if through {
            client.text("call_function", json!({"name": "read_result", "arguments": arguments})).await
        } else {
            client.text("read_result", arguments).await
        };
    }
    whole
}

fn lines() -> String {
    (1..=900).map(|line| format!("line {line}")).collect::<Vec<_>>().join("\n")
}

#[tokio::test]
async fn no_byte_is_lost_in_any_kind_of_list() {
    let constant = || server().lists(ListPolicy::new().flat_up_to(0, 0));
    for (mut client, is_constant) in [
        (Lines::begun(server(), "unknown", false).await, false),
        (Lines::begun(server(), "rmcp", false).await, false),
        (Lines::stateless(server(), false), false),
        (Lines::begun(constant(), "unknown", false).await, true),
        (Lines::begun(constant(), "rmcp", false).await, false),
        (Lines::stateless(constant(), false), true),
    ] {
        assert_eq!(read_all(&mut client, is_constant).await, lines());
    }
}

#[tokio::test]
async fn the_reader_is_listed_from_the_start_where_lists_are_read_once() {
    let mut client = Lines::begun(server(), "unknown", false).await;
    assert_eq!(client.names().await, ["lines", "entries", "described", "entry", "read_result"]);
    let mut client = Lines::stateless(server(), false);
    assert_eq!(client.names().await, ["lines", "entries", "described", "entry", "read_result"]);
}

#[tokio::test]
async fn clients_that_read_changed_lists_are_told_of_the_reader() {
    let mut client = Lines::begun(server(), "rmcp", false).await;
    assert_eq!(client.names().await, ["lines", "entries", "described", "entry"]);
    client.send(r#"{"jsonrpc":"2.0","id":90,"method":"tools/call","params":{"name":"lines"}}"#).await;
    let told = [client.message().await, client.message().await];
    assert!(told.iter().any(|message| message["method"] == "notifications/tools/list_changed"), "{told:?}");
    assert_eq!(client.names().await, ["lines", "entries", "described", "entry", "read_result"]);
}

#[tokio::test]
async fn structured_content_counts() {
    let mut client = Lines::begun(server(), "unknown", false).await;
    let short = client.call("entry", json!({})).await;
    assert_eq!(short["result"]["structuredContent"], json!({"id": 1}));
    let long = client.call("entries", json!({})).await;
    assert_eq!(long["result"].get("structuredContent"), None);
    let preview = text(&long);
    assert!(preview.contains("It is an object with entries (array of 900), next (null)."), "{preview}");
    let read = json!({"id": id_of(&preview), "pointer": "/entries", "offset": 898});
    assert_eq!(client.text("read_result", read).await, r#"[{"id":898},{"id":899}]"#);
}

#[tokio::test]
async fn structured_content_that_a_schema_asks_for_ends_early() {
    let mut client = Lines::begun(server(), "unknown", false).await;
    let long = client.call("described", json!({})).await;
    let first: Vec<_> = (0..16).map(|id| json!({"id": id})).collect();
    assert_eq!(long["result"]["structuredContent"], json!({"entries": first, "next": null}));
    let read = json!({"id": id_of(&text(&long)), "pointer": "/entries", "offset": 899});
    assert_eq!(client.text("read_result", read).await, r#"[{"id":899}]"#);
}
