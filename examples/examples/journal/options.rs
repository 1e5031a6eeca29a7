//! The command line.

use std::ffi::OsString;
use std::path::PathBuf;

use hpd_examples::reading::{JOURNAL_HELP, JournalPlace, NO_JOURNAL, moment};
use hpd_host::journal::ChainHead;
use hpd_host::system::{Clock, SystemClock, Timestamp};
use lexopt::{Arg, Parser, ValueExt};

use crate::status::Status;

const HELP: &str = "\
Shows what a journal says of calls.

Usage: journal --journal PLACE [OPTIONS]

{JOURNAL}
Without more, the newest calls are listed: when each was made, its session, its tool, what it came to, how long that took, and what
the user had said. A write that its check blocked is blocked; a call that waits for the user's answer is asked.

Which calls:
  --tool NAME        calls of this tool
  --session ID       calls of this session
  --status STATUS    called, asked, approved, running, forwarded, ok, error, unknown, rejected, cancelled, blocked or expired
  --write            calls of tools that write
  --since MOMENT     calls made since then: 30m, 24h or 7d ago, a date as 2026-01-31 (UTC), or a time as
                     2026-01-31T08:00:00Z
  --limit NUMBER     the newest of them: 50, if nothing is said
  --follow           goes on with calls as they are asked about and end

What else:
  --json             all events, a line of JSON each; with --session, --since and --follow
  --call ID          everything that happened to a call, by the id that the model's provider gave it; with --session
  --verify           whether the journal is as it was written, and the head of its chain; ends with 1 if it is not
  --head NUMBER:HASH with --verify: a head that was kept elsewhere, to see whether anything behind it is gone
  --key FILE         with --verify: the key that the chain was made with; the bytes of the file
  --now MOMENT       the time that it is, if not that of the machine's clock
  --help             this text
";

/// Default for the number of listed calls.
const LIMIT: usize = 50;

/// The program's help.
pub(crate) fn help() -> String {
    HELP.replace("{JOURNAL}", JOURNAL_HELP)
}

/// The program's task.
pub(crate) enum Command {
    Show(Options),
    Help,
}

/// The journal, the task, and the choice of events.
#[derive(Debug)]
pub(crate) struct Options {
    pub(crate) journal: JournalPlace,
    pub(crate) key: Option<PathBuf>,
    pub(crate) task: Task,
    pub(crate) session: Option<String>,
    pub(crate) since: Option<Timestamp>,
    pub(crate) follow: bool,
}

/// The kind of output.
#[derive(Debug)]
pub(crate) enum Task {
    List(Choice),
    Export,
    Call(String),
    Verify(Option<ChainHead>),
}

/// Which calls are listed.
#[derive(Debug, Clone, Default)]
pub(crate) struct Choice {
    pub(crate) tool: Option<String>,
    pub(crate) status: Option<Status>,
    pub(crate) write: bool,
    pub(crate) limit: usize,
}

/// The options as they were given.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option without a value")]
struct Given {
    journal: Option<OsString>,
    schema: Option<String>,
    key: Option<PathBuf>,
    head: Option<ChainHead>,
    tool: Option<String>,
    session: Option<String>,
    status: Option<Status>,
    since: Option<String>,
    limit: Option<usize>,
    call: Option<String>,
    now: Option<Timestamp>,
    write: bool,
    follow: bool,
    json: bool,
    verify: bool,
}

pub(crate) fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Command, lexopt::Error> {
    let mut parser = Parser::from_iter(arguments);
    let mut given = Given::default();
    while let Some(argument) = parser.next()? {
        match argument {
            Arg::Long("journal") => given.journal = Some(parser.value()?),
            Arg::Long("schema") => given.schema = Some(parser.value()?.string()?),
            Arg::Long("key") => given.key = Some(parser.value()?.into()),
            Arg::Long("head") => given.head = Some(parser.value()?.parse_with(head)?),
            Arg::Long("tool") => given.tool = Some(parser.value()?.string()?),
            Arg::Long("session") => given.session = Some(parser.value()?.string()?),
            Arg::Long("status") => given.status = Some(parser.value()?.parse()?),
            Arg::Long("since") => given.since = Some(parser.value()?.string()?),
            Arg::Long("limit") => given.limit = Some(parser.value()?.parse()?),
            Arg::Long("call") => given.call = Some(parser.value()?.string()?),
            Arg::Long("now") => {
                given.now = Some(parser.value()?.parse_with(|text| moment(text, SystemClock.now()))?);
            }
            Arg::Long("write") => given.write = true,
            Arg::Long("follow") => given.follow = true,
            Arg::Long("json") => given.json = true,
            Arg::Long("verify") => given.verify = true,
            Arg::Long("help") | Arg::Short('h') => return Ok(Command::Help),
            other => return Err(other.unexpected()),
        }
    }
    given.options().map(Command::Show)
}

impl Given {
    fn options(self) -> Result<Options, lexopt::Error> {
        let task = self.task()?;
        let journal = JournalPlace::new(self.journal.ok_or(NO_JOURNAL)?, self.schema)?;
        let now = self.now.unwrap_or_else(|| SystemClock.now());
        let since = self.since.map(|since| OsString::from(since).parse_with(|text| moment(text, now)));
        Ok(Options {
            journal,
            key: self.key,
            task,
            session: self.session,
            since: since.transpose()?,
            follow: self.follow,
        })
    }

    /// The kind of output. An option without effect is refused rather than silently ignored.
    fn task(&self) -> Result<Task, &'static str> {
        let chooses = self.tool.is_some() || self.status.is_some() || self.write || self.limit.is_some();
        let narrows = self.since.is_some() || self.follow;
        if !self.verify && (self.key.is_some() || self.head.is_some()) {
            return Err("--key and --head go with --verify");
        }
        match (self.verify, &self.call, self.json) {
            (true, None, false) if chooses || narrows || self.session.is_some() => {
                Err("--verify is of the whole journal: it goes with --head and --key only")
            }
            (true, None, false) => Ok(Task::Verify(self.head.clone())),
            (false, Some(_), false) if chooses || narrows => Err("--call goes with --session only"),
            (false, Some(id), false) => Ok(Task::Call(id.clone())),
            (false, None, true) if chooses => Err("--json goes with --session, --since and --follow only"),
            (false, None, true) => Ok(Task::Export),
            (false, None, false) => Ok(Task::List(Choice {
                tool: self.tool.clone(),
                status: self.status,
                write: self.write,
                limit: self.limit.unwrap_or(LIMIT),
            })),
            _ => Err("give one of --json, --call and --verify"),
        }
    }
}

fn head(text: &str) -> Result<ChainHead, &'static str> {
    let head = text.split_once(':').and_then(|(number, hash)| Some((number.parse().ok()?, hash)));
    let (number, hash) = head.ok_or("a head is a number, a colon, and 64 hexadecimal digits")?;
    if hash.len() != 64 || !hash.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return Err("a head is a number, a colon, and 64 hexadecimal digits");
    }
    Ok(ChainHead::new(number, hash.to_ascii_lowercase()))
}
