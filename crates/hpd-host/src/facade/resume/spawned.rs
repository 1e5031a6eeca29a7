//! The carrying out of recorded approvals as a task of a tokio runtime.

use std::future::{Future, poll_fn};
use std::sync::Arc;
use std::task::{Poll, ready};
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use hpd_journal::BoxFuture;
use hpd_journal::events::{Event, EventRecord, StreamItem};
use hpd_journal::pending::StoreError;
use hpd_journal::stream::{EventStream, StreamStart};
use tokio::task::JoinHandle;

use super::ResumedCall;
use crate::session::SessionSource;
use crate::toolbox::Toolbox;

/// The first wait after a failure.
const SHORTEST: Duration = Duration::from_millis(100);
/// The longest one.
const LONGEST: Duration = Duration::from_secs(10);

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
    /// and those from before. `done` gets each of them as it ends. The task ends with the returned guard, and with the
    /// toolbox. A call that runs holds no later approval up.
    ///
    /// If the store or the journal fails, it is asked again after 0.1 s, then after twice the time, up to 10 s.
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
            let (mut pauses, mut is_due) = (Pauses(SHORTEST), true);
            let mut work = Work { events, rounds: FuturesUnordered::new(), pause: None };
            while let Some(current) = toolbox.upgrade() {
                let Some(journal) = current.journal().map(Arc::clone) else { return };
                let timer = current.shared_timer();
                if is_due {
                    work.rounds.push(round(current, &*sessions, &done));
                } else {
                    // To wait keeps nothing alive.
                    drop(current);
                }
                is_due = match work.next().await {
                    Happened::Heard(event) => is_recorded_approval(&event.event),
                    Happened::Ended(Ok(())) => {
                        pauses.begin_again_if(work.events.is_some() && work.pause.is_none());
                        false
                    }
                    Happened::Ended(Err(error)) | Happened::Failed(error) => {
                        tracing::error!(target: "hpd::approval", %error, "recorded approvals are not carried out yet");
                        work.pause.get_or_insert_with(|| timer.sleep(pauses.next()));
                        false
                    }
                    // Whatever was missed is among the stored calls.
                    Happened::Missed | Happened::Paused => {
                        let new = || EventStream::of_all(journal, StreamStart::Now);
                        work.events.get_or_insert_with(new);
                        true
                    }
                };
            }
        });
        Resuming { task }
    }
}

/// One look at the stored calls, with the runs of those that are approved.
async fn round(
    toolbox: Toolbox,
    sessions: &dyn SessionSource,
    done: &(impl Fn(ResumedCall) + Sync),
) -> Result<(), StoreError> {
    toolbox.resume_each(sessions, done).await
}

/// What the task waits for.
struct Work<R> {
    /// `None` after its end.
    events: Option<EventStream>,
    rounds: FuturesUnordered<R>,
    /// The wait after a failure.
    pause: Option<BoxFuture<'static, ()>>,
}

/// What it waited for.
enum Happened {
    Heard(Arc<EventRecord>),
    /// Events were missed.
    Missed,
    /// The journal has failed, and with it the stream.
    Failed(StoreError),
    /// A round has ended.
    Ended(Result<(), StoreError>),
    /// The wait after a failure is over.
    Paused,
}

impl<R: Future<Output = Result<(), StoreError>>> Work<R> {
    async fn next(&mut self) -> Happened {
        poll_fn(|cx| {
            if let Poll::Ready(Some(ended)) = self.rounds.poll_next_unpin(cx) {
                return Poll::Ready(Happened::Ended(ended));
            }
            if self.pause.as_mut().is_some_and(|pause| pause.as_mut().poll(cx).is_ready()) {
                self.pause = None;
                return Poll::Ready(Happened::Paused);
            }
            let Some(events) = &mut self.events else { return Poll::Pending };
            let happened = match ready!(events.poll_next_unpin(cx)) {
                Some(Ok(StreamItem::Event(record))) => return Poll::Ready(Happened::Heard(record)),
                Some(Ok(StreamItem::Lagged { .. })) | None => Happened::Missed,
                Some(Err(error)) => Happened::Failed(error),
            };
            self.events = None;
            Poll::Ready(happened)
        })
        .await
    }
}

/// The waits after failures: each is twice as long as the one before.
struct Pauses(Duration);

impl Pauses {
    fn next(&mut self) -> Duration {
        let pause = self.0;
        self.0 = (pause * 2).min(LONGEST);
        pause
    }

    const fn begin_again_if(&mut self, all_is_well: bool) {
        if all_is_well {
            self.0 = SHORTEST;
        }
    }
}

fn is_recorded_approval(event: &Event) -> bool {
    let Event::Decision(decision) = event else { return false };
    decision.verdict == "approved" && decision.decided_by.as_ref().is_some_and(|by| by.runs_elsewhere)
}

#[cfg(test)]
mod tests {
    use super::Pauses;

    #[test]
    fn waits_double_up_to_ten_seconds_and_begin_again() {
        let mut pauses = Pauses(super::SHORTEST);
        let all: Vec<_> = (0..9).map(|_| pauses.next().as_millis()).collect();
        assert_eq!(all, [100, 200, 400, 800, 1_600, 3_200, 6_400, 10_000, 10_000]);
        pauses.begin_again_if(false);
        assert_eq!(pauses.next().as_millis(), 10_000);
        pauses.begin_again_if(true);
        assert_eq!(pauses.next().as_millis(), 100);
    }
}
