//! The interface that the shared tests need of a database, and the events that they write.

use hpd_host::approval::PendingCall;
use hpd_host::events::NewEvent;
use hpd_host::journal::{Durability, Journal, JournalOptions};
use hpd_host::system::Timestamp;

use crate::common::turns::{event, says};

/// A database of its own for one test, with one journal.
pub(crate) trait Database: Sized + Sync {
    type Journal: Journal;

    /// How many calls are a load for it.
    const MANY_CALLS: usize;

    /// `None`, after a line that says so, if there can be none here.
    fn empty() -> Option<Self>;

    /// The journal in it. It may be open more than once.
    fn open(&self, options: JournalOptions) -> Self::Journal;

    fn block_on<T>(&self, future: impl Future<Output = T>) -> T;

    /// Executes statements past the journal, as another program would. The error is the database's message.
    fn execute(&self, sql: &str) -> Result<(), String>;

    /// The first column of a statement's rows, as texts.
    fn texts(&self, sql: &str) -> Vec<String>;

    /// All that it keeps, as a text.
    fn contents(&self) -> String;

    /// A journal with default options.
    fn durable(&self) -> Self::Journal {
        self.open(JournalOptions::default())
    }

    /// A journal that does not wait for the disk.
    fn relaxed(&self) -> Self::Journal {
        self.open(JournalOptions { durability: Durability::Relaxed, ..JournalOptions::default() })
    }

    /// Those of the texts that it keeps.
    fn found<'a>(&self, texts: &'a [String]) -> Vec<&'a str> {
        let contents = self.contents();
        texts.iter().map(|text| &**text).filter(|text| contents.contains(text)).collect()
    }
}

/// A message of the user in a session.
pub(crate) fn message(session: &str, text: &str) -> NewEvent {
    event("turn", "call", 0, says(text)).session(session.to_owned())
}

/// A call of a session that is not over before the year 2200.
pub(crate) fn patient(mut call: PendingCall, session: &str) -> PendingCall {
    session.clone_into(&mut call.owner.session);
    call.expires = Timestamp::from_millis(7_258_118_400_000);
    call.sealed(None)
}
