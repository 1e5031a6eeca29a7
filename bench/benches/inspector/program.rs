//! A program with the pages in it. It does what its input says, and answers with a line.

use std::env;
use std::process::Stdio;
use std::sync::Arc;
use std::time::Instant;

use hpd_host::{RawCall, Session, Toolbox, plugin};
use hpd_inspector::{Inspector, router};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::net::TcpListener;
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

use crate::{Failure, open};

struct Books;

#[plugin]
impl Books {
    /// Gets an invoice.
    #[ai_function]
    fn get_invoice(
        /** Its number. */
        number: u32,
    ) -> String {
        format!("INV-{number}: 1190.00, due on Friday")
    }
}

/// Serves the pages. The lines: `verify`, or the session and the number of a call.
///
/// # Errors
///
/// There is no journal, or no port.
pub(crate) async fn run(at: &str) -> Result<(), Failure> {
    let journal = open(at).await?;
    let toolbox = Toolbox::builder().plugin(Books).journal(Arc::clone(&journal)).build()?;
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let inspector = Inspector::of(&toolbox);
    println!("{}", inspector.link(&format!("http://{}", listener.local_addr()?))?);
    tokio::spawn(async move { axum::serve(listener, router(inspector)).await });
    let mut lines = BufReader::new(tokio::io::stdin()).lines();
    while let Some(line) = lines.next_line().await? {
        if line == "verify" {
            let journal = Arc::clone(&journal);
            tokio::spawn(async move {
                let began = Instant::now();
                let is_whole = journal.verify(None).await.is_ok_and(|verification| verification.is_whole());
                println!("{:.1} s, whole: {is_whole}", began.elapsed().as_secs_f64());
            });
        } else if let Some((session, number)) = line.split_once(' ') {
            let call =
                RawCall::new(format!("call-{number}"), "get_invoice", format!(r#"{{"number": {number}}}"#));
            let outcome = toolbox.call(&Session::with_id(session), &call).await;
            println!("{}", outcome.status());
        }
    }
    Ok(())
}

/// A running program.
pub(crate) struct Running {
    child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
    pub(crate) link: String,
}

impl Running {
    /// # Errors
    ///
    /// It can't be started.
    pub(crate) async fn start(at: &str) -> Result<Self, Failure> {
        let mut child = Command::new(env::current_exe()?)
            .args(["--program", "--at", at])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()?;
        let input = child.stdin.take().ok_or("no input")?;
        let output = child.stdout.take().ok_or("no output")?;
        let mut running = Self { child, input, output: BufReader::new(output).lines(), link: String::new() };
        running.link = running.answer().await?;
        Ok(running)
    }

    /// # Errors
    ///
    /// The program has ended.
    pub(crate) async fn say(&mut self, line: &str) -> Result<(), Failure> {
        Ok(self.input.write_all(format!("{line}\n").as_bytes()).await?)
    }

    /// # Errors
    ///
    /// The program has ended.
    pub(crate) async fn answer(&mut self) -> Result<String, Failure> {
        Ok(self.output.next_line().await?.ok_or("the program has ended")?)
    }

    /// The memory of the program, in MB: now, and at its peak.
    pub(crate) fn memory(&self) -> Result<(u64, u64), Failure> {
        let process = self.child.id().ok_or("the program has ended")?;
        let status = std::fs::read_to_string(format!("/proc/{process}/status"))?;
        let megabytes = |name: &str| {
            let line = status.lines().find(|line| line.starts_with(name)).unwrap_or_default();
            let kilobytes = line.split_whitespace().nth(1).and_then(|number| number.parse::<u64>().ok());
            kilobytes.unwrap_or_default() / 1_024
        };
        Ok((megabytes("VmRSS:"), megabytes("VmHWM:")))
    }
}
