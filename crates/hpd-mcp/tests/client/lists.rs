//! Lists of tools, and their changes.

use hpd_host::approval::Permission;
use hpd_host::{Approval, Toolbox};
use hpd_mcp::client::McpServers;

use crate::child::{self, server, text, toolbox};

#[tokio::test]
async fn all_pages_are_listed_and_tools_that_need_tasks_are_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let connection = server("good", folder.path()).connect().await.unwrap();
    let toolbox = toolbox(&connection);
    let names: Vec<_> = toolbox.all_tools().iter().map(|tool| tool.name().to_owned()).collect();
    assert_eq!(names, ["MCP_child", "read", "write", "slow"]);
    let left_out: Vec<_> = connection.left_out().iter().map(ToString::to_string).collect();
    assert_eq!(left_out, ["research: each call needs a task of its own, which this client does not run"]);
}

#[tokio::test]
async fn what_the_server_says_of_a_tool_passes_through() {
    let folder = tempfile::tempdir().unwrap();
    let connection = server("good", folder.path()).connect().await.unwrap();
    let toolbox = toolbox(&connection);
    let read = toolbox.tool("read").unwrap();
    assert_eq!(read.output_schema().unwrap(), r#"{"type":"object","properties":{"z":{},"a":{}}}"#);
    assert_eq!(read.source_meta().unwrap().as_str(), r#"{"z":1,"a":2}"#);
    assert_eq!(read.icons().unwrap().as_str(), r#"[{"src":"https://example.com/i.png"}]"#);
    let properties = toolbox.tool("write").unwrap().input_schema();
    assert!(properties.find("\"z\"") < properties.find("\"a\""), "{properties}");
}

#[tokio::test]
async fn a_container_has_the_name_that_the_host_gives_and_the_servers_instructions() {
    let folder = tempfile::tempdir().unwrap();
    let source = server("good", folder.path()).container_name("kid");
    let connection = source.connect().await.unwrap();
    let toolbox = toolbox(&connection);
    let expanded = toolbox.call(&hpd_host::Session::new(), &hpd_host::RawCall::new("1", "kid", "{}")).await;
    assert_eq!(
        expanded.for_model().text,
        "kid expanded. Functions: read, write, slow.\n\nRead before you write."
    );
}

#[tokio::test]
async fn a_changed_list_becomes_a_new_snapshot() {
    let folder = tempfile::tempdir().unwrap();
    let servers = McpServers::connect([server("change", folder.path())]).await;
    let toolbox = servers
        .add_to(Toolbox::builder().approval(Approval::new().writes(Permission::Allow)))
        .build()
        .unwrap();
    let mut snapshots = servers.watch(toolbox.clone());
    let old = r#"{"text":"a"}"#;
    assert_eq!(child::call(&toolbox, "read", old).await.status(), "ok");

    // The server announced a change during the call.
    let next = loop {
        let next = snapshots.changed().await;
        if next.tool("read").unwrap().input_schema().contains("count") {
            break next;
        }
    };
    assert_eq!(child::call(&next, "read", r#"{"count":1}"#).await.status(), "ok");
    assert_eq!(text(&next, "read", old).await.lines().nth(1).unwrap(), "- count is required");
    // The former snapshot never calls the tool with arguments of its former schema.
    assert_eq!(
        text(&toolbox, "read", old).await,
        "The server child has changed the tool read. Nothing ran. Read its new description before you call it again."
    );
}
