//! What a call costs over stdio, beside a server that is rmcp alone, and a list of 10,000 tools.
//!
//! ```sh
//! cargo run --release -p hpd-mcp --example overhead
//! ```
//!
//! Both servers are this program, started again. The client writes and reads lines without a library: the rest is the
//! pipes and the server. The minimum of many calls is what counts on a machine with other work.

#![expect(clippy::unused_self, reason = "tools without a state")]

mod hpd;
mod plain;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

type Failure = Box<dyn std::error::Error>;

/// Calls that are measured.
const CALLS: usize = 5_000;

/// Lists that are measured.
const LISTS: usize = 20;

fn main() -> Result<(), Failure> {
    match std::env::args().nth(1).as_deref() {
        None => measure(),
        Some("hpd") => run(hpd::serve(hpd::echo()?)),
        Some("hpd-10000") => run(hpd::serve(hpd::many(10_000)?)),
        Some("rmcp") => run(plain::serve()),
        Some(other) => Err(format!("unknown server {other}").into()),
    }
}

fn run(server: impl Future<Output = Result<(), Failure>>) -> Result<(), Failure> {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?.block_on(server)
}

fn measure() -> Result<(), Failure> {
    let call = r#""method":"tools/call","params":{"name":"echo","arguments":{"text":"hello","times":2}}"#;
    println!("{:<28} {:>9} {:>9}", "µs", "min", "p50");
    // In turns, so that both have the same neighbours on the machine.
    let (mut plain, mut hpd) = (Server::start("rmcp")?, Server::start("hpd")?);
    let (mut of_plain, mut of_hpd) = (Vec::new(), Vec::new());
    for _ in 0..CALLS {
        of_plain.push(plain.time(call)?);
        of_hpd.push(hpd.time(call)?);
    }
    let least = line("tools/call, rmcp alone", of_plain);
    let more = line("tools/call, hpd", of_hpd);
    println!("{:<28} {:>9.1}", "difference", micros(more) - micros(least));
    let mut many = Server::start("hpd-10000")?;
    let lists = (0..LISTS).map(|_| many.time(r#""method":"tools/list""#)).collect::<Result<_, _>>()?;
    line("tools/list, 10,000 tools", lists);
    Ok(())
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

/// Prints the minimum and the median, and returns the minimum.
fn line(name: &str, mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    println!("{name:<28} {:>9.1} {:>9.1}", micros(times[0]), micros(times[times.len() / 2]));
    times[0]
}

/// A server as a process.
struct Server {
    child: Child,
    write: ChildStdin,
    read: BufReader<ChildStdout>,
    next: u32,
}

impl Server {
    fn start(kind: &str) -> Result<Self, Failure> {
        let mut child = Command::new(std::env::current_exe()?)
            .arg(kind)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let write = child.stdin.take().ok_or("no input")?;
        let read = BufReader::with_capacity(1 << 20, child.stdout.take().ok_or("no output")?);
        let mut server = Self { child, write, read, next: 0 };
        server.time(
            r#""method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"overhead","version":"1"}}"#,
        )?;
        server.write.write_all(b"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n")?;
        Ok(server)
    }

    /// The time of a request and its answer.
    fn time(&mut self, request: &str) -> Result<Duration, Failure> {
        self.next += 1;
        let request = format!("{{\"jsonrpc\":\"2.0\",\"id\":{},{request}}}\n", self.next);
        let mut answer = Vec::new();
        let begin = Instant::now();
        self.write.write_all(request.as_bytes())?;
        self.read.read_until(b'\n', &mut answer)?;
        let time = begin.elapsed();
        if answer.windows(7).any(|part| part == b"\"error\"") || answer.len() < 10 {
            return Err(String::from_utf8_lossy(&answer).into());
        }
        Ok(time)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
