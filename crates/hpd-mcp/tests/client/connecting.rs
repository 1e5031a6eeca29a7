//! Start, failures and their reasons.

use std::time::{Duration, Instant};

use hpd_host::Toolbox;
use hpd_mcp::client::{ConnectProblem, McpServers, McpSource, TimeLimits};

use crate::child::{self, server};

#[tokio::test]
async fn a_server_that_crashes_at_its_start_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let error = server("crash", folder.path()).connect().await.unwrap_err();
    let ConnectProblem::Ended(lines) = error.problem() else { panic!("{error}") };
    assert_eq!(lines.last().unwrap(), "AttributeError: no attribute 'list_resources'");
    assert_eq!(
        error.to_string(),
        "the MCP server child is not connected: it ended at once, and wrote: the server starts as crash / \
         AttributeError: no attribute 'list_resources'"
    );
}

#[tokio::test]
async fn a_server_that_hangs_ends_with_its_time() {
    let folder = tempfile::tempdir().unwrap();
    let limits = TimeLimits::default().connect(Duration::from_millis(1500));
    let error = server("hang", folder.path()).limits(limits).connect().await.unwrap_err();
    assert_eq!(error.to_string(), "the MCP server child is not connected: it did not answer within 1.5s");
    let process = child::noted(folder.path(), "starts", 1).await[0].clone();
    ended(&process).await;
}

#[tokio::test]
async fn a_list_that_does_not_come_ends_with_its_time() {
    let folder = tempfile::tempdir().unwrap();
    let limits = TimeLimits::default().list(Duration::from_millis(300));
    let error = server("slow-list", folder.path()).limits(limits).connect().await.unwrap_err();
    assert_eq!(error.to_string(), "the MCP server child is not connected: it did not answer within 300ms");
}

#[tokio::test]
async fn a_program_that_is_not_there_is_named_with_the_reason() {
    let error = McpSource::stdio("none", "/no/such/program").connect().await.unwrap_err();
    assert_eq!(error.server(), "none");
    assert_eq!(
        error.to_string(),
        "the MCP server none is not connected: it can't be started or reached: No such file or directory (os error 2)"
    );
}

#[tokio::test]
async fn broken_servers_do_not_stop_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let begin = Instant::now();
    let hang = server("hang", folder.path()).limits(TimeLimits::default().connect(Duration::from_secs(3)));
    let servers = McpServers::connect([
        McpSource::stdio("none", "/no/such/program"),
        server("good", folder.path()),
        hang,
        server("crash", folder.path()),
    ])
    .await;
    assert!(begin.elapsed() < Duration::from_secs(20));
    let names: Vec<_> = servers.connections().iter().map(hpd_mcp::client::McpConnection::name).collect();
    assert_eq!(names, ["child"]);
    assert_eq!(servers.failures().len(), 3);
    let toolbox = servers.add_to(Toolbox::builder()).build().unwrap();
    let tools: Vec<_> = toolbox.all_tools().iter().map(|tool| tool.name().to_owned()).collect();
    assert_eq!(tools, ["MCP_child", "read", "write", "slow"]);
}

#[tokio::test]
async fn the_process_ends_with_the_last_toolbox_that_has_it() {
    let folder = tempfile::tempdir().unwrap();
    let connection = server("good", folder.path()).connect().await.unwrap();
    let process = child::noted(folder.path(), "starts", 1).await[0].clone();
    let toolbox = child::toolbox(&connection);
    drop(connection);
    assert_eq!(child::call(&toolbox, "read", r#"{"text":"a"}"#).await.status(), "ok");
    drop(toolbox);
    ended(&process).await;
}

/// Waits for the end of a process.
async fn ended(process: &str) {
    for _ in 0..500 {
        let state = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        if state.is_empty() || state.contains(") Z ") {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the process {process} still runs after 10 s")
}
