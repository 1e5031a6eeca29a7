//! A program with a journal, and `hpd inspect` beside it.

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
pub(crate) fn program(file: &Path) -> Toolbox {
    program_over(SqliteJournal::open(file).unwrap())
}

/// The same with this journal.
pub(crate) fn program_over(journal: impl Journal + 'static) -> Toolbox {
    Toolbox::builder().plugin(Clock).journal(journal).build().unwrap()
}

pub(crate) fn call(program: &Toolbox, session: &str) {
    block_on(program.call(&Session::with_id(session), &RawCall::new("c1", "now", "{}")));
}

pub(crate) fn hpd(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_hpd")).args(arguments).output().unwrap()
}

/// A running `hpd inspect`, which is ended with the test.
pub(crate) struct Running {
    child: Child,
    host: String,
    cookie: String,
}

impl Drop for Running {
    /// By Ctrl-C, where the system has it.
    fn drop(&mut self) {
        if cfg!(unix) {
            Command::new("kill").args(["-INT", &self.child.id().to_string()]).status().unwrap();
        } else {
            self.child.kill().unwrap();
        }
        let status = self.child.wait().unwrap();
        assert!(!cfg!(unix) || std::thread::panicking() || status.success(), "{status}");
    }
}

impl Running {
    pub(crate) fn start(file: &Path) -> Self {
        Self::start_with(file, &[])
    }

    /// With more arguments, and where no browser is.
    pub(crate) fn start_with(file: &Path, arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_hpd"))
            .arg("inspect")
            .arg(file)
            .args(arguments)
            .env("PATH", "")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
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

    /// The next line of what it says beside the link.
    pub(crate) fn said(&mut self) -> String {
        let mut line = String::new();
        let said = self.child.stderr.as_mut().unwrap();
        BufReader::new(said).read_line(&mut line).unwrap();
        line
    }

    /// The port on which it listens.
    pub(crate) fn port(&self) -> &str {
        self.host.split_once(':').unwrap().1
    }

    pub(crate) fn get(&self, path: &str) -> String {
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
