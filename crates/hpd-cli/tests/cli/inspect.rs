//! `hpd inspect`, as a user runs it.

use futures_executor::block_on;

use crate::running::{Running, call, hpd, program};

#[test]
fn calls_of_a_running_program_are_shown_and_nothing_is_changed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("journal.db");
    let program = program(&file);
    call(&program, "first-session");
    let shown = Running::start(&file);
    assert!(shown.get("/").contains("first-session"));
    call(&program, "second-session");
    assert!(shown.get("/").contains("second-session"));
    let page = shown.get("/session/second-session");
    assert!(page.contains("12:00") && page.contains("Step 9f: MCP Execution"), "{page}");
    assert!(shown.get("/approvals").starts_with("HTTP/1.1 404"));
    let journal = program.journal().unwrap();
    assert_eq!(block_on(journal.head()).unwrap().number, 6);
    assert!(block_on(journal.verify(None)).unwrap().is_whole());
}

#[test]
fn what_can_t_be_shown_is_said_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("none.db");
    let place = file.to_str().unwrap();
    let output = hpd(&["inspect", place]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with(&format!("hpd: {place} can't be shown: ")), "{said}");
    assert!(!file.exists());
    std::fs::write(&file, "This is a letter, and not a database. ".repeat(100)).unwrap();
    let said = String::from_utf8(hpd(&["inspect", place]).stderr).unwrap();
    assert!(said.contains("file is not a database"), "{said}");
    let output = hpd(&["inspect", "postgres://agent:secret@127.0.0.1:1/agent"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with("hpd: the database can't be shown: ") && !said.contains("secret"), "{said}");
}

#[test]
fn a_taken_port_and_a_missing_browser_are_said_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("journal.db");
    drop(program(&file));
    let mut shown = Running::start_with(&file, &["--open", "--port", "0", "--schema", "books"]);
    assert_eq!(shown.said(), "hpd: no browser was found: open the link yourself\n");
    let port = shown.port();
    let output = hpd(&["inspect", file.to_str().unwrap(), "--port", port]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with(&format!("hpd: port {port} on 127.0.0.1 can't be used: ")), "{said}");
    assert!(said.ends_with("; take another one by --port\n"), "{said}");
}

#[test]
fn the_command_line_says_what_it_takes() {
    let version = String::from_utf8(hpd(&["-V"]).stdout).unwrap();
    assert_eq!(version, format!("hpd {}\n", env!("CARGO_PKG_VERSION")));
    let help = String::from_utf8(hpd(&["--help"]).stdout).unwrap();
    assert!(help.starts_with("Usage: hpd inspect FILE|postgres://.. [--port N] [--schema NAME] [--open]\n"));
    for (arguments, said) in [
        (&["look"][..], "hpd: there is no command `look`\n"),
        (&["inspect"], "hpd: a file, or the address of a database, is missing\n"),
        (&["inspect", "a", "b"], "hpd: unexpected argument \"b\"\n"),
        (
            &["inspect", "a", "--port", "x"],
            "hpd: cannot parse argument \"x\": invalid digit found in string\n",
        ),
    ] {
        let output = hpd(arguments);
        assert_eq!(output.status.code(), Some(2));
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.starts_with(said), "{text}");
    }
}
