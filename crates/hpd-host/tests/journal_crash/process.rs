//! Other processes, as the one that started them sees them.

use std::env;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::order::{ORDER, Order};
use crate::said::{Said, hear};

/// A process does not take longer than this for anything.
const PATIENCE: Duration = Duration::from_secs(120);

/// A process that was started. It is killed when this is dropped.
pub(crate) struct Process {
    child: Child,
    lines: Receiver<Said>,
    heard: Vec<Said>,
}

impl Process {
    pub(crate) fn start(order: &Order) -> Self {
        let program = env::current_exe().expect("this program is a file");
        let mut command = Command::new(program);
        command.env(ORDER, order.as_text()).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("there can be another process");
        let output = BufReader::new(child.stdout.take().expect("it has an output"));
        let (sender, lines) = channel();
        thread::spawn(move || {
            // The last line may be cut off.
            let said = output.lines().map_while(Result::ok).filter_map(|line| hear(&line));
            said.for_each(|said| drop(sender.send(said)));
        });
        Self { child, lines, heard: Vec::new() }
    }

    /// The input of the process.
    pub(crate) fn input(&mut self) -> &mut impl std::io::Write {
        self.child.stdin.as_mut().expect("it has an input")
    }

    /// Waits until it says something of this kind.
    pub(crate) fn wait_for(&mut self, is_it: impl Fn(&Said) -> bool) -> Said {
        let until = Instant::now() + PATIENCE;
        loop {
            let said = self.hear_until(until).expect("a process says what it is waited for");
            if is_it(&said) {
                return said;
            }
        }
    }

    /// Listens until this moment, or until everything is done; whether it is.
    pub(crate) fn is_done_by(&mut self, until: Instant) -> bool {
        while let Some(said) = self.hear_until(until) {
            if said == Said::Done {
                return true;
            }
        }
        false
    }

    /// `None` if the time is over.
    fn hear_until(&mut self, until: Instant) -> Option<Said> {
        match self.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(said) => {
                self.heard.push(said.clone());
                Some(said)
            }
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => panic!("a process ended that was to be killed"),
        }
    }

    /// Kills it by `SIGKILL`. Returns its messages until then.
    pub(crate) fn kill(mut self) -> Vec<Said> {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
        let mut heard = std::mem::take(&mut self.heard);
        heard.extend(self.lines.iter());
        heard
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have been killed already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
