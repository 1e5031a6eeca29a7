//! `hpd inspect`, as a user runs it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use futures_executor::block_on;
use hpd_host::journal::{Journal, SqliteJournal};
use hpd_host::{RawCall, Session, Toolbox, plugin};

struct Clock;

#[plugin]
#[expect(clippy::unused_self, reason = "the plugin has nothing")]
impl Clock {
    /// The time.
    #[ai_function]
    fn now(&self) -> String {
        "12:00".to_owned()
    }
}

/// A program that makes calls.
fn program(file: &Path) -> Toolbox {
    Toolbox::builder().plugin(Clock).journal(SqliteJournal::open(file).unwrap()).build().unwrap()
}

fn call(program: &Toolbox, session: &str) {
    block_on(program.call(&Session::with_id(session), &RawCall::new("c1", "now", "{}")));
}

fn hpd(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_hpd")).args(arguments).output().unwrap()
}

/// A running `hpd inspect`, which is ended with the test.
struct Running {
    child: Child,
    host: String,
    cookie: String,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Running {
    fn start(file: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_hpd"))
            .arg("inspect")
            .arg(file)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
        assert_eq!(lines.next().unwrap(), "Open this link. It works once, within ten minutes:");
        let link = lines.next().unwrap();
        let (host, path) = link.strip_prefix("http://").unwrap().split_once('/').unwrap();
        let mut running = Self { child, host: host.to_owned(), cookie: String::new() };
        let response = running.get(&format!("/{path}"));
        let cookie = response.split("set-cookie: ").nth(1).unwrap();
        cookie.split(';').next().unwrap().clone_into(&mut running.cookie);
        running
    }

    fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        let Self { host, cookie, .. } = self;
        write!(
            stream,
            "GET {path} HTTP/1.1\r\nhost: {host}\r\ncookie: {cookie}\r\nconnection: close\r\n\r\n"
        )
        .unwrap();
        let mut response = String::new();
        stream.read_to_string(&mut response).unwrap();
        response
    }
}

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
fn the_command_line_says_what_it_takes() {
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
