use hpd_host::list::ListMode;
use hpd_host::{Provider, Toolbox, plugin};
use hpd_mcp::server::{HpdServer, ListPolicy};
use serde_json::json;

use super::desk::{Books, Lines, server, toolbox};

const FLAT: [&str; 6] = ["add", "void_invoice", "create_note", "delivery_day", "close_month", "amount"];

#[tokio::test]
async fn a_short_list_is_flat() {
    let mut client = Lines::begun(server(), "unknown", false).await;
    let mut names = client.names().await;
    names.retain(|name| !["read_skill_document", "read_result"].contains(&&**name));
    assert_eq!(names, FLAT);
    assert_eq!(client.text("add", json!({"a": 1, "b": 2})).await, "3");
}

#[test]
fn a_list_is_short_as_for_a_provider() {
    let bounds = (Provider::SHORT_LIST_TOOLS, Provider::SHORT_LIST_TOKENS);
    assert_eq!(bounds, (20, 3_500));
    assert_eq!(ListPolicy::new(), ListPolicy::new().flat_up_to(bounds.0, bounds.1));
    assert_ne!(ListPolicy::new(), ListPolicy::new().flat_up_to(20, 8_000));
}

#[tokio::test]
async fn a_long_list_is_constant_and_grows_for_known_clients() {
    let long = || server().lists(ListPolicy::new().flat_up_to(3, 8_000));
    let tokens = || server().lists(ListPolicy::new().flat_up_to(20, 50));
    for server in [long(), tokens()] {
        let mut client = Lines::begun(server, "unknown", false).await;
        assert!(client.names().await.contains(&"call_function".to_owned()));
        let call = json!({"name": "add", "arguments": {"a": 1, "b": 2}});
        assert_eq!(client.text("call_function", call).await, "3");
    }
    let mut client = Lines::begun(long(), "rmcp", false).await;
    let before = client.names().await;
    assert!(!before.contains(&"call_function".to_owned()) && !before.contains(&"add".to_owned()));
    assert!(client.text("add", json!({"a": 1, "b": 2})).await.contains("Math"));
    client.send(r#"{"jsonrpc":"2.0","id":90,"method":"tools/call","params":{"name":"Math"}}"#).await;
    let told = [client.message().await, client.message().await];
    assert!(told.iter().any(|message| message["method"] == "notifications/tools/list_changed"), "{told:?}");
    assert!(client.names().await.contains(&"add".to_owned()));
    assert_eq!(client.text("add", json!({"a": 1, "b": 2})).await, "3");

    let growing = long().lists(ListPolicy::new().flat_up_to(0, 0).growing_for(["ours"]));
    assert!(!Lines::begun(growing, "ours", false).await.names().await.contains(&"call_function".to_owned()));
}

#[tokio::test]
async fn lists_of_newer_clients_never_grow() {
    let always = server().lists(ListPolicy::always(ListMode::Growing));
    let mut client = Lines::stateless(always, false);
    assert!(client.names().await.contains(&"call_function".to_owned()));
    assert!(client.text("Math", json!({})).await.starts_with("Math is open. Functions: add."));
    let listed = client.request("tools/list", json!({})).await;
    let result = &listed["result"];
    assert_eq!(
        json!([result["resultType"], result["ttlMs"], result["cacheScope"]]),
        json!(["complete", 60_000, "private"])
    );
    let cursor = client.request("tools/list", json!({"cursor": "7"})).await;
    assert_eq!(cursor["error"]["code"], -32602);
}

struct Clock;

#[plugin]
impl Clock {
    /// Tells the hour.
    #[ai_function(read_only)]
    fn hour(&self) -> u8 {
        12
    }
}

#[tokio::test]
async fn a_new_snapshot_is_told_and_listed() {
    let server = HpdServer::new(toolbox(&Books::default()));
    let changes = server.changes();
    let mut client = Lines::begun(server, "unknown", false).await;
    client.request("ping", json!({})).await;
    while format!("{changes:?}").contains("connections: 0") {
        tokio::task::yield_now().await;
    }
    changes.replace(Toolbox::builder().plugin(Clock).build().unwrap());
    assert_eq!(client.message().await["method"], "notifications/tools/list_changed");
    assert_eq!(client.names().await, ["hour", "read_result"]);
}
