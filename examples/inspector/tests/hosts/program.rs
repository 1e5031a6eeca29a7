//! A running program with its pages, as a user at its terminal and at its pages has it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

/// A loaded machine takes its time.
const AT_LAST: Duration = Duration::from_secs(50);

pub(crate) struct Program {
    child: Child,
    lines: Receiver<String>,
    host: String,
    cookie: String,
    csrf: String,
}

impl Drop for Program {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

/// The part of a text between two others.
fn between<'a>(text: &'a str, before: &str, after: &str) -> Option<&'a str> {
    text.split_once(before)?.1.split(after).next()
}

impl Program {
    pub(crate) fn start(journal: &str, options: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_hpd-example-inspector"))
            .args(["--journal", journal])
            .args(options)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (tell, lines) = channel();
        let output = BufReader::new(child.stdout.take().unwrap());
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if tell.send(line).is_err() {
                    return;
                }
            }
        });
        let link = lines.recv_timeout(AT_LAST).unwrap();
        let (host, path) = link.strip_prefix("http://").unwrap().split_once('/').unwrap();
        let (cookie, csrf) = (String::new(), String::new());
        let mut program = Self { child, lines, host: host.to_owned(), cookie, csrf };
        let entered = program.get(&format!("/{path}"));
        between(&entered, "set-cookie: ", ";").unwrap().clone_into(&mut program.cookie);
        between(&program.get("/"), "name=\"csrf\" content=\"", "\"").unwrap().clone_into(&mut program.csrf);
        program
    }

    /// Types a line.
    pub(crate) fn say(&mut self, line: &str) {
        writeln!(self.child.stdin.as_mut().unwrap(), "{line}").unwrap();
    }

    /// The next line of the program.
    pub(crate) fn line(&mut self) -> String {
        self.lines.recv_timeout(AT_LAST).unwrap()
    }

    pub(crate) fn line_within(&mut self, time: Duration) -> Option<String> {
        self.lines.recv_timeout(time).ok()
    }

    /// The lines of all: the first one, and those in some time after it.
    pub(crate) fn first_lines(programs: &mut [Self], first: Duration, after: Duration) -> Vec<String> {
        let (mut lines, mut until) = (Vec::new(), Instant::now() + first);
        while Instant::now() < until {
            let pause = Duration::from_millis(10);
            let more: Vec<_> = programs.iter_mut().filter_map(|program| program.line_within(pause)).collect();
            if lines.is_empty() && !more.is_empty() {
                until = Instant::now() + after;
            }
            lines.extend(more);
        }
        lines
    }

    fn exchange(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut response = String::new();
        stream.read_to_string(&mut response).unwrap();
        response
    }

    pub(crate) fn get(&self, path: &str) -> String {
        let Self { host, cookie, .. } = self;
        self.exchange(&format!(
            "GET {path} HTTP/1.1\r\nhost: {host}\r\ncookie: {cookie}\r\nconnection: close\r\n\r\n"
        ))
    }

    /// An answer, as the script of the page sends it.
    pub(crate) fn answer(&self, action: &str, body: &Value) -> String {
        let (Self { host, cookie, csrf, .. }, body) = (self, body.to_string());
        let length = body.len();
        self.exchange(&format!(
            "POST {action} HTTP/1.1\r\nhost: {host}\r\norigin: http://{host}\r\ncookie: {cookie}\r\n\
             x-hpd-csrf: {csrf}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\
             connection: close\r\n\r\n{body}"
        ))
    }

    /// The address and the phrase of the only open question.
    pub(crate) fn question(&self) -> (String, String) {
        let page = self.get("/approvals");
        let action = between(&page, "data-action=\"", "\"").expect("a question is open");
        let phrase = between(&page, "Type &quot;", "&quot; to confirm").expect("it has a phrase");
        (action.to_owned(), phrase.to_owned())
    }
}
