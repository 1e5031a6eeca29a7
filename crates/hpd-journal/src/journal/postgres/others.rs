//! Events that other processes write: each commit tells of itself by `NOTIFY`, and the events are read and published. The
//! end of the chain is asked for as well: a pooler may drop what a commit tells, or refuse it.

use std::sync::{Arc, Weak};
use std::time::Duration;

use futures_util::future::{Either, poll_fn, select};
use tokio::sync::mpsc::{Receiver, channel};
use tokio_postgres::{AsyncMessage, Config, NoTls};

use super::database::Database;
use super::error::PostgresFailure;
use crate::events::{EventRecord, Watching};
use crate::journal::writer::{Answer, ReadCommand, Shared};
use crate::journal::{EventFilter, LOG};
use crate::system::{SystemTimer, Timer, within};

/// How often the end of the chain is asked for where nothing can be heard.
const PAUSE: Duration = Duration::from_millis(100);
/// How often it is asked for where commits are heard: one that could not tell of itself is not missed.
const PAUSE_WHILE_HEARING: Duration = Duration::from_millis(250);
/// How long commits that follow each other are waited for.
const TOGETHER: Duration = Duration::from_millis(20);
/// How long is waited after a failure.
const AFTER_FAILURE: Duration = Duration::from_secs(1);
/// How many events are read at a time.
const PAGE: usize = 1_000;

/// Ends the task that watches the database when the journal is dropped.
pub(super) struct Others(Arc<Watching>);

impl Others {
    pub(super) fn new(shared: &Shared) -> Self {
        Self(Arc::clone(shared.hub.watching()))
    }

    /// Starts the task. Without an address, there is no connection that hears: the end of the chain is asked for.
    pub(super) fn start(&self, database: &Arc<Database>, address: Option<Config>) {
        let watcher = Watcher { watching: Arc::clone(&self.0), database: Arc::downgrade(database), address };
        tokio::spawn(watcher.run());
    }
}

impl Drop for Others {
    fn drop(&mut self) {
        self.0.end();
    }
}

struct Watcher {
    watching: Arc<Watching>,
    /// Nobody waits for the journal's end here.
    database: Weak<Database>,
    address: Option<Config>,
}

impl Watcher {
    async fn run(self) {
        let timer = SystemTimer::default();
        while self.watching.until_heard(true).await {
            if let Err(failure) = self.watch(&timer).await {
                tracing::warn!(target: LOG, %failure, "events of other processes come late");
                timer.sleep(AFTER_FAILURE).await;
            }
        }
    }

    /// Watches until nobody listens.
    async fn watch(&self, timer: &SystemTimer) -> Result<(), PostgresFailure> {
        let mut commits = self.listen().await;
        self.watching.begin();
        let Some(database) = self.database.upgrade() else { return Ok(()) };
        let mut seen = database.end().await?;
        // Events from before this moment are in the journal: whoever listens reads them.
        database.shared.hub.ask_to_catch_up();
        drop(database);
        loop {
            let next = std::pin::pin!(next_commit(&mut commits, timer));
            let over = std::pin::pin!(self.watching.until_heard(false));
            if let Either::Right(_) = select(next, over).await {
                return Ok(());
            }
            let Some(database) = self.database.upgrade() else { return Ok(()) };
            database.shared.hub.forget_gone();
            seen = database.publish_of_others(&self.watching, seen).await?;
        }
    }

    /// A connection that hears of commits; `None` if there is none.
    async fn listen(&self) -> Option<Receiver<()>> {
        let database = self.database.upgrade()?;
        let (statement, own) = (database.sql.listen(), database.sql.process().to_owned());
        drop(database);
        let (client, mut connection) = self.address.as_ref()?.connect(NoTls).await.ok()?;
        let (tell, commits) = channel(1);
        let listening = async move {
            while let Some(Ok(message)) = poll_fn(|cx| connection.poll_message(cx)).await {
                let AsyncMessage::Notification(told) = message else { continue };
                if told.payload() != own && tell.is_closed() {
                    return;
                }
                if told.payload() != own {
                    // One is enough: whoever hears it reads everything.
                    let _ = tell.try_send(());
                }
            }
        };
        tokio::spawn(async move {
            let stay = async {
                let is_heard = client.batch_execute(&statement).await.is_ok();
                if is_heard {
                    std::future::pending::<()>().await;
                }
            };
            select(std::pin::pin!(listening), std::pin::pin!(stay)).await;
        });
        Some(commits)
    }
}

/// Waits until another process commits, or for a while.
async fn next_commit(commits: &mut Option<Receiver<()>>, timer: &SystemTimer) {
    let Some(heard) = commits else { return timer.sleep(PAUSE).await };
    let Some(told) = within(timer, PAUSE_WHILE_HEARING, heard.recv()).await else { return };
    if told.is_none() {
        // The connection ended, or the server has no channels: the end of the chain is asked for from now on.
        *commits = None;
    }
    timer.sleep(TOGETHER).await;
    while commits.as_mut().is_some_and(|commits| commits.try_recv().is_ok()) {}
}

impl Database {
    /// The number of the last entry.
    async fn end(&self) -> Result<u64, PostgresFailure> {
        match self.look_up(&ReadCommand::Head).await? {
            Answer::Head(head) => Ok(head.number),
            _ => Err(PostgresFailure::refusal("the end of the chain was asked for")),
        }
    }

    /// Publishes the events after this entry that other processes wrote. Returns the number of the last entry.
    async fn publish_of_others(&self, watching: &Watching, seen: u64) -> Result<u64, PostgresFailure> {
        let head = self.end().await?;
        for range in watching.of_others(seen, head) {
            let mut filter = EventFilter::default()
                .after_entry(range.start().saturating_sub(1))
                .before_entry(range.end().saturating_add(1))
                .limit(PAGE);
            loop {
                let page = self.page(&filter).await?;
                let last = page.last().map(|record| record.entry);
                let may_go_on = filter.may_have_more(&page);
                self.shared.hub.publish_of_others(page);
                if !may_go_on {
                    break;
                }
                filter.after_entry = last;
            }
        }
        Ok(head)
    }

    async fn page(&self, filter: &EventFilter) -> Result<Vec<EventRecord>, PostgresFailure> {
        match self.look_up(&ReadCommand::Events(filter.clone())).await? {
            Answer::Events(events) => Ok(events),
            _ => Err(PostgresFailure::refusal("events were asked for")),
        }
    }

    async fn look_up(&self, command: &ReadCommand) -> Result<Answer, PostgresFailure> {
        let until = self.until(std::time::Instant::now());
        let client = self.connection_until(until).await?;
        let found = self.find(&client, command, until).await;
        let is_silent = found.as_ref().is_err_and(PostgresFailure::is_silence);
        drop(self.without_transaction(client, "COMMIT", is_silent).await);
        found
    }
}
