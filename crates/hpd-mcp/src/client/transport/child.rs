//! The process of a server.

use std::collections::VecDeque;
use std::io;
use std::process::Stdio;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use process_wrap::tokio::{ChildWrapper, CommandWrap};
use tokio::process::{ChildStderr, Command};

use super::bounded::{BoundedLines, Line};
use super::exchange::Wire;
use super::lines::Lines;
use crate::client::source::Program;

/// The time that a server has to end by itself, and once more after the signal to end.
const GRACE: Duration = Duration::from_secs(2);

/// The number of the signal to end, on every Unix.
#[cfg(unix)]
const SIGTERM: i32 = 15;

/// The longest line of standard error that is logged, in bytes.
const LONGEST_LOG_LINE: usize = 64 << 10;

/// The last lines of a server's standard error that are kept for the error of a start.
const KEPT_LINES: usize = 5;

/// The longest kept line, in characters.
const KEPT_LINE: usize = 300;

/// A process with all that it starts in its group. It is killed when it is dropped.
pub(super) struct Child {
    process: Option<Box<dyn ChildWrapper>>,
}

/// The last lines of a server's standard error.
#[derive(Clone, Default)]
pub(crate) struct LastWords(Arc<Mutex<VecDeque<String>>>);

impl LastWords {
    pub(crate) fn lines(&self) -> Vec<String> {
        self.kept().iter().cloned().collect()
    }

    fn push(&self, line: &str) {
        let mut kept = self.kept();
        if kept.len() == KEPT_LINES {
            kept.pop_front();
        }
        kept.push_back(line.chars().take(KEPT_LINE).collect());
    }

    fn kept(&self) -> std::sync::MutexGuard<'_, VecDeque<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Starts a program.
pub(crate) fn start(server: &str, program: &Program, wire: Arc<Wire>) -> io::Result<(Lines, LastWords)> {
    let mut command = Command::new(&program.command);
    if program.clean {
        command.env_clear();
        for name in ["PATH", "HOME"] {
            if let Some(value) = std::env::var_os(name) {
                command.env(name, value);
            }
        }
    }
    command.args(&program.arguments).envs(program.variables.iter().map(|(name, value)| (name, value)));
    if let Some(folder) = &program.folder {
        command.current_dir(folder);
    }
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut command = CommandWrap::from(command);
    #[cfg(unix)]
    command.wrap(process_wrap::tokio::ProcessGroup::leader());
    #[cfg(windows)]
    command.wrap(process_wrap::tokio::JobObject);
    let mut process = command.spawn()?;
    let taken = (process.stdin().take(), process.stdout().take(), process.stderr().take());
    let child = Child { process: Some(process) };
    let (Some(input), Some(output), Some(errors)) = taken else {
        return Err(io::Error::other("a pipe is missing"));
    };
    let server: Arc<str> = server.into();
    let words = LastWords::default();
    tokio::spawn(log(errors, Arc::clone(&server), words.clone()));
    Ok((Lines::new(child, input, output, wire, server), words))
}

/// Writes the standard error of a server to the log.
async fn log(errors: ChildStderr, server: Arc<str>, words: LastWords) {
    let mut lines = BoundedLines::new(errors, LONGEST_LOG_LINE);
    while let Ok(Some(line)) = lines.next().await {
        let Line::Whole(line) = line else { continue };
        let line = line.trim_end();
        if !line.is_empty() {
            tracing::debug!(target: "hpd_mcp::server", server = %server, "{line}");
            words.push(line);
        }
    }
}

impl Child {
    /// Waits for the process to end; then it is asked to, then killed.
    pub(super) async fn end(&mut self) -> io::Result<()> {
        let Some(process) = &mut self.process else { return Ok(()) };
        if tokio::time::timeout(GRACE, process.wait()).await.is_ok() {
            self.process = None;
            return Ok(());
        }
        #[cfg(unix)]
        if process.signal(SIGTERM).is_ok() && tokio::time::timeout(GRACE, process.wait()).await.is_ok() {
            self.process = None;
            return Ok(());
        }
        process.start_kill()?;
        process.wait().await?;
        self.process = None;
        Ok(())
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        let Some(mut process) = self.process.take() else { return };
        // It may have ended already.
        let _ = process.start_kill();
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            // Nobody else waits for the end of the process.
            runtime.spawn(async move { process.wait().await });
        }
    }
}
