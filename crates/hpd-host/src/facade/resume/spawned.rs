//! The carrying out of recorded approvals as a task of a tokio runtime.

use std::sync::Arc;

use futures_util::StreamExt;
use hpd_journal::events::{Event, StreamItem};
use hpd_journal::stream::{EventStream, StreamStart};
use tokio::task::JoinHandle;

use super::ResumedCall;
use crate::session::SessionSource;
use crate::toolbox::Toolbox;

/// The task of [`Toolbox::spawn_resuming`]. It ends when this guard is dropped.
#[derive(Debug)]
#[must_use = "the task ends when this guard is dropped"]
pub struct Resuming {
    task: JoinHandle<()>,
}

impl Drop for Resuming {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Toolbox {
    /// Starts a task that [carries out](Self::resume_approved) calls as soon as another process records their approval,
    /// and those from before. `done` gets each of them. The task ends with the returned guard, and with the toolbox.
    ///
    /// Without a journal there is nothing to hear, and the task ends at once.
    ///
    /// # Panics
    ///
    /// Panics outside of a tokio runtime, as [`tokio::spawn`] does.
    pub fn spawn_resuming(
        &self,
        sessions: Arc<dyn SessionSource>,
        done: impl Fn(ResumedCall) + Send + Sync + 'static,
    ) -> Resuming {
        let toolbox = self.downgrade();
        // The journal's events from this call on.
        let events = self.journal().map(|journal| EventStream::of_all(Arc::clone(journal), StreamStart::Now));
        let task = tokio::spawn(async move {
            let Some(mut events) = events else { return };
            let mut is_due = true;
            loop {
                let Some(current) = toolbox.upgrade() else { return };
                if is_due {
                    match current.resume_approved(&*sessions).await {
                        Ok(resumed) => resumed.into_iter().for_each(&done),
                        Err(error) => {
                            tracing::error!(target: "hpd::approval", %error, "recorded approvals are not carried out yet");
                        }
                    }
                }
                let Some(journal) = current.journal().map(Arc::clone) else { return };
                // To wait keeps nothing alive.
                drop(current);
                is_due = match events.next().await {
                    Some(Ok(StreamItem::Event(record))) => is_recorded_approval(&record.event),
                    // Whatever was missed is among the stored calls.
                    Some(Ok(StreamItem::Lagged { .. }) | Err(_)) | None => {
                        events = EventStream::of_all(journal, StreamStart::Now);
                        true
                    }
                };
            }
        });
        Resuming { task }
    }
}

fn is_recorded_approval(event: &Event) -> bool {
    let Event::Decision(decision) = event else { return false };
    decision.verdict == "approved" && decision.decided_by.as_ref().is_some_and(|by| by.runs_elsewhere)
}
