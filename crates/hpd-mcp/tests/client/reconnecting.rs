//! Servers that end, and come back.

use std::time::Duration;

use crate::child::{self, noted, notes, server, text, toolbox};

/// Kills the process that started last.
async fn kill_last(folder: &std::path::Path) {
    let process = notes(folder, "starts").pop().unwrap();
    let killed = std::process::Command::new("kill").args(["-KILL", &process]).status().unwrap();
    assert!(killed.success());
    tokio::time::sleep(Duration::from_millis(100)).await;
}

#[tokio::test]
async fn a_killed_server_is_started_again_by_the_next_call() {
    let folder = tempfile::tempdir().unwrap();
    let connection = server("good", folder.path()).connect().await.unwrap();
    let toolbox = toolbox(&connection);
    kill_last(folder.path()).await;
    assert!(!connection.is_connected());
    assert_eq!(child::call(&toolbox, "write", "{}").await.status(), "ok");
    assert_eq!((connection.reconnects(), connection.is_connected()), (1, true));
    assert_eq!(notes(folder.path(), "starts").len(), 2);
}

#[tokio::test]
async fn a_write_whose_answer_is_lost_is_never_sent_again() {
    let folder = tempfile::tempdir().unwrap();
    let connection = server("die-in-call", folder.path()).connect().await.unwrap();
    assert_eq!(
        text(&toolbox(&connection), "write", "{}").await,
        "The connection to the server child ended before its answer. Do NOT call it again. Check first whether it \
         took effect, and tell the user that this is not known."
    );
    assert_eq!(notes(folder.path(), "calls"), ["write"]);
}

#[tokio::test]
async fn a_read_whose_answer_is_lost_is_sent_again() {
    let folder = tempfile::tempdir().unwrap();
    let connection = server("die-in-call", folder.path()).connect().await.unwrap();
    assert_eq!(child::call(&toolbox(&connection), "read", r#"{"text":"a"}"#).await.status(), "ok");
    assert_eq!(notes(folder.path(), "calls"), ["read", "read"]);
    assert_eq!(connection.reconnects(), 1);
}

#[tokio::test]
async fn a_server_that_stays_away_is_tried_again_after_a_pause() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("server");
    std::os::unix::fs::symlink(std::env::current_exe().unwrap(), &program).unwrap();
    let connection = child::server_at(&program, "good", folder.path()).connect().await.unwrap();
    let toolbox = toolbox(&connection);
    std::fs::remove_file(&program).unwrap();
    kill_last(folder.path()).await;

    let gone = "The server child can't be reached. Nothing ran.";
    assert_eq!(text(&toolbox, "write", "{}").await, gone);
    // Within the pause no attempt is made, though it would succeed.
    std::os::unix::fs::symlink(std::env::current_exe().unwrap(), &program).unwrap();
    assert_eq!(text(&toolbox, "write", "{}").await, gone);
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert_eq!(child::call(&toolbox, "write", "{}").await.status(), "ok");
    assert_eq!(notes(folder.path(), "starts").len(), 2);
}

#[tokio::test]
async fn a_tool_that_changed_with_the_new_process_is_not_called() {
    let folder = tempfile::tempdir().unwrap();
    let connection = server("change-at-restart", folder.path()).connect().await.unwrap();
    let toolbox = toolbox(&connection);
    kill_last(folder.path()).await;
    assert_eq!(
        text(&toolbox, "read", r#"{"text":"a"}"#).await,
        "The server child has changed the tool read. Nothing ran. Read its new description before you call it again."
    );
    assert_eq!(notes(folder.path(), "calls").len(), 0);
    // What did not change is called.
    assert_eq!(child::call(&toolbox, "write", "{}").await.status(), "ok");
    noted(folder.path(), "calls", 1).await;
}
