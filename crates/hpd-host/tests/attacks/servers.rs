//! The seven servers of the reference collection, as they list themselves, with 57 calls of models.

use std::collections::BTreeMap;
use std::fmt;

use hpd_host::__private::text::may_write;
use hpd_host::approval::{Choice, OfferScope, Question};
use hpd_host::external::{Classification, ExternalSource, ExternalTool};
use hpd_host::outcome::OutcomeKind;
use hpd_host::{Approval, Session, Tool, Toolbox};
use serde_json::Value;

use crate::bank::{Ran, answer, built, call};

/// Each list has the server's name and version, as it gave them.
const LISTS: [(&str, &str); 7] = [
    ("everything", include_str!("servers/everything.json")),
    ("filesystem", include_str!("servers/filesystem.json")),
    ("memory", include_str!("servers/memory.json")),
    ("thinking", include_str!("servers/thinking.json")),
    ("git", include_str!("servers/git.json")),
    ("time", include_str!("servers/time.json")),
    ("fetch", include_str!("servers/fetch.json")),
];

/// Server, tool and arguments of each call: good ones and bad ones.
const CALLS: &str = include_str!("servers/calls.json");

/// A user.
#[derive(Clone, Copy)]
enum User {
    /// Takes the widest offer of each question.
    Widest,
    /// Confirms each write by itself, and takes the widest offer of other questions.
    Careful,
}

impl User {
    fn choice(self, question: &Question, is_write: bool) -> Choice {
        let offers = |scope| question.offers().iter().any(|offer| offer.scope() == scope);
        match self {
            Self::Careful if is_write => Choice::Confirm,
            _ if offers(OfferScope::Source) => Choice::ConfirmSource,
            _ if offers(OfferScope::Tool) => Choice::ConfirmTool,
            _ => Choice::Confirm,
        }
    }
}

/// The conversation with one server.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct Counts {
    calls: usize,
    /// Calls whose arguments were refused: neither asked about nor run.
    refused: usize,
    /// Questions about writes.
    asked_writes: usize,
    /// Questions about other tools.
    asked_others: usize,
    /// Writes that ran after a question of their own.
    ran_asked: usize,
    /// Writes that ran because the user allowed that very tool before.
    ran_allowed: usize,
    /// Writes that ran without either.
    ran_unasked: usize,
    /// Other tools that ran.
    ran_others: usize,
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { calls, refused, asked_writes, asked_others, .. } = self;
        write!(f, "{calls:3} {refused:3} {asked_writes:3} {asked_others:3}")?;
        let Self { ran_asked, ran_allowed, ran_unasked, ran_others, .. } = self;
        write!(f, " {ran_asked:3} {ran_allowed:3} {ran_unasked:3} {ran_others:3}")
    }
}

/// Whether a tool is a write by its name or its hints, without regard to what the toolbox makes of it.
fn says_write(tool: &Tool) -> bool {
    let hints = tool.annotations().unwrap_or_default();
    hints.read_only == Some(false) || hints.destructive == Some(true) || may_write(tool.original_name())
}

fn toolbox(ran: &Ran, host: fn(ExternalSource) -> ExternalSource) -> Toolbox {
    let source = |(name, list): (&str, &str)| {
        host(ExternalSource::mcp(name, ExternalTool::list_from_text(list).unwrap()).handler(ran.clone()))
    };
    built(Approval::new(), LISTS.map(source))
}

/// Makes all calls, one conversation a server.
fn talk(user: User) -> BTreeMap<String, Counts> {
    let ran = Ran::default();
    let toolbox = toolbox(&ran, |source| source);
    let mut all: BTreeMap<String, Counts> = BTreeMap::new();
    let mut sessions: BTreeMap<String, (Session, Vec<String>)> = BTreeMap::new();
    let calls: Vec<(String, String, Value)> = serde_json::from_str(CALLS).unwrap();
    for (server, name, arguments) in calls {
        let (session, allowed) = sessions.entry(server.clone()).or_default();
        let id = format!("MCP_{server}.{name}");
        let tool = toolbox.all_tools().iter().find(|tool| tool.id().as_str() == id).unwrap();
        let is_write = says_write(tool);
        let counts = all.entry(server).or_default();
        counts.calls += 1;
        let outcome = call(&toolbox, session, tool.name(), &arguments.to_string());
        let asked = match &outcome.kind {
            OutcomeKind::Confirm(question) => {
                *(if is_write { &mut counts.asked_writes } else { &mut counts.asked_others }) += 1;
                let choice = user.choice(question, is_write);
                if choice == Choice::ConfirmTool {
                    allowed.push(id.clone());
                }
                answer(&toolbox, session, question, choice).unwrap();
                true
            }
            _ => false,
        };
        match (ran.take().len(), is_write) {
            (0, _) => counts.refused += 1,
            (_, false) => counts.ran_others += 1,
            _ if asked => counts.ran_asked += 1,
            _ if allowed.contains(&id) => counts.ran_allowed += 1,
            _ => counts.ran_unasked += 1,
        }
    }
    all
}

fn lines(all: &BTreeMap<String, Counts>) -> Vec<String> {
    all.iter().map(|(server, counts)| format!("{server:10} {counts}")).collect()
}

#[test]
fn no_write_of_seven_servers_runs_unasked() {
    let all = talk(User::Widest);
    assert_eq!(
        lines(&all),
        [
            "everything  17   4   2   1   2   0   0  11",
            "fetch        2   2   0   0   0   0   0   0",
            "filesystem  15   5   3   1   3   0   0   7",
            "git          8   2   2   1   2   0   0   4",
            "memory       8   1   2   1   2   2   0   3",
            "thinking     3   1   0   1   0   0   0   2",
            "time         4   1   0   1   0   0   0   3",
        ]
    );
    assert!(all.values().all(|counts| counts.ran_unasked == 0 && counts.asked_others <= 1));
}

#[test]
fn each_write_of_seven_servers_is_asked_about_by_itself() {
    let all = talk(User::Careful);
    assert_eq!(
        lines(&all),
        [
            "everything  17   4   2   1   2   0   0  11",
            "fetch        2   2   0   0   0   0   0   0",
            "filesystem  15   5   3   1   3   0   0   7",
            "git          8   2   2   1   2   0   0   4",
            "memory       8   1   4   1   4   0   0   3",
            "thinking     3   1   0   1   0   0   0   2",
            "time         4   1   0   1   0   0   0   3",
        ]
    );
    let is_asked = |counts: &Counts| counts.ran_unasked + counts.ran_allowed == 0 && counts.asked_others <= 1;
    assert!(all.values().all(is_asked));
}

/// The number of writes, of reads and of unclassified tools of each server.
fn classes(toolbox: &Toolbox) -> Vec<String> {
    let of_server = |(server, _): (&str, &str)| {
        let source = format!("MCP_{server}.");
        let tools = || toolbox.all_tools().iter().filter(|tool| tool.id().as_str().starts_with(&source));
        assert!(tools().filter(|tool| says_write(tool)).all(Tool::is_write));
        let number = |class| tools().filter(|tool| tool.classification() == Some(class)).count();
        let [writes, reads] = [Classification::Write, Classification::Read].map(number);
        format!("{server} {writes} {reads} {}", number(Classification::Unclassified))
    };
    LISTS.map(of_server).to_vec()
}

/// Hints of a server make no reads, unless the host trusts it.
#[test]
fn tools_of_seven_servers_are_no_reads_by_their_own_word() {
    let ran = Ran::default();
    assert_eq!(
        classes(&toolbox(&ran, |source| source)),
        [
            "everything 5 0 8",
            "filesystem 4 0 10",
            "memory 6 0 3",
            "thinking 0 0 1",
            "git 5 0 7",
            "time 0 0 2",
            "fetch 0 0 1",
        ]
    );
    assert_eq!(
        classes(&toolbox(&ran, ExternalSource::trusted)),
        [
            "everything 5 8 0",
            "filesystem 4 10 0",
            "memory 6 3 0",
            "thinking 0 1 0",
            "git 5 7 0",
            "time 0 2 0",
            "fetch 0 1 0",
        ]
    );
}
