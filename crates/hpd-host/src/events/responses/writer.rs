//! Writes a response while the host's loop runs.

use std::fmt;
use std::future::Future;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures_util::future::{Either, select};
use futures_util::{StreamExt, stream};
#[cfg(feature = "guardrail")]
use hpd_guardrail::CheckedAnswer;
use hpd_journal::clients::sse::data_frame;
use hpd_journal::events::StreamItem;
use hpd_journal::journal::Journal;
use hpd_journal::pending::StoreError;
use hpd_journal::receipt::ReceiptLanguages;
use hpd_journal::stream::{EventStream, StreamStart};
use hpd_runtime::{RawCall, TurnContext};
use serde::Serialize;

use super::body::Written;
use super::frames::Frames;
use super::request::ClientRequest;
use crate::approval::UserChannel;
use crate::listing::ToolList;
use crate::outcome::Outcome;
use crate::session::Session;
use crate::toolbox::Toolbox;

/// Writes the response to one request, while the host's loop asks the model. The events of the session come in their
/// places by themselves.
///
/// [`Responses`](super::Responses) gives one to the loop. It ends the response when the loop has ended.
pub struct ResponseWriter {
    pub(super) exchange: Arc<Exchange>,
    pub(super) news: Vec<Outcome>,
}

/// A request and its response.
pub(super) struct Exchange {
    pub(super) toolbox: Toolbox,
    pub(super) session: Arc<Session>,
    pub(super) user: UserChannel,
    pub(super) turn: TurnContext,
    pub(super) request: ClientRequest,
    pub(super) languages: Arc<ReceiptLanguages>,
    pub(super) journal: Arc<dyn Journal>,
    pub(super) session_id: String,
    pub(super) written: Arc<Written>,
    pub(super) progress: Mutex<Progress>,
}

/// How far the response is.
pub(super) struct Progress {
    pub(super) frames: Frames,
    /// The number of the last record that was written.
    pub(super) last: u64,
    /// The model's words since its last calls.
    pub(super) said: String,
    /// Whether the receipt follows those words already.
    pub(super) has_receipt: bool,
}

impl Exchange {
    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes in the form of the protocol.
    pub(super) fn write(&self, frames: impl FnOnce(&mut Progress) -> String) {
        let mut progress = self.progress();
        let text = frames(&mut progress);
        // Under the lock, so that texts keep their order.
        self.written.write(text);
    }

    /// Writes a text that is not the model's.
    pub(super) fn tell(&self, text: &str) {
        self.write(|progress| {
            let before = progress.frames.end_text();
            before + &progress.frames.text(text) + &progress.frames.end_text()
        });
    }

    fn take(&self, told: &StreamItem) {
        // After a lag, the rest is read from the journal.
        if let StreamItem::Event(record) = told {
            self.write(|progress| {
                progress.last = record.seq;
                progress.frames.record(record)
            });
        }
    }

    fn records(&self) -> EventStream {
        let start = StreamStart::After(self.progress().last);
        EventStream::of_session(Arc::clone(&self.journal), &*self.session_id, start)
    }

    /// Writes records while `work` runs, then the remaining ones. If the journal can't be read, a later call writes
    /// them.
    pub(super) async fn during<T>(&self, work: impl Future<Output = T>) -> T {
        let mut work = pin!(work);
        let mut live = self.records().chain(stream::pending());
        let done = loop {
            match select(work.as_mut(), live.next()).await {
                Either::Left((done, _)) => break done,
                Either::Right((Some(Ok(told)), _)) => self.take(&told),
                // The rest is read below.
                Either::Right(_) => {}
            }
        };
        if let Err(error) = self.catch_up().await {
            tracing::warn!(target: super::LOG, %error, "the journal can't be read for a response");
        }
        done
    }

    /// Writes the records that are in the journal.
    pub(super) async fn catch_up(&self) -> Result<(), StoreError> {
        let mut rest = self.records();
        rest.end_at(self.journal.head().await?.number);
        while let Some(told) = rest.next().await {
            self.take(&told?);
        }
        Ok(())
    }

    /// The check of the model's words since its last calls, and the receipt. `is_held`: the words were not written.
    #[cfg(feature = "guardrail")]
    async fn finish_answer(&self, is_held: bool) -> Result<CheckedAnswer, StoreError> {
        self.write(|progress| progress.frames.end_text());
        let said = self.progress().said.clone();
        let checked = self.during(self.toolbox.check_final_answer(&self.session, &said)).await?;
        if is_held {
            self.tell(&checked.text);
        } else {
            for triggered in &checked.triggered {
                self.tell(&triggered.replacement);
            }
        }
        self.write_receipt().await?;
        Ok(checked)
    }

    /// The receipt alone, where answers are not checked.
    #[cfg(not(feature = "guardrail"))]
    async fn finish_unchecked(&self) -> Result<(), StoreError> {
        self.write(|progress| progress.frames.end_text());
        self.write_receipt().await
    }

    /// Writes what really happened, beside the model's words.
    async fn write_receipt(&self) -> Result<(), StoreError> {
        let receipt = self.toolbox.receipt(&self.session).await?;
        let words = self.languages.of(&self.request.language);
        self.write(|progress| {
            progress.has_receipt = true;
            progress.frames.receipt(&receipt, words)
        });
        Ok(())
    }

    /// The same at the end of the loop, if the host has not done it.
    pub(super) async fn finish_answer_if_open(&self) -> Result<(), StoreError> {
        let is_open = {
            let progress = self.progress();
            // Without the feature, no other place writes the receipt.
            !progress.has_receipt && (!progress.said.is_empty() || cfg!(not(feature = "guardrail")))
        };
        if is_open {
            #[cfg(feature = "guardrail")]
            self.finish_answer(false).await?;
            #[cfg(not(feature = "guardrail"))]
            self.finish_unchecked().await?;
        }
        self.catch_up().await
    }
}

impl ResponseWriter {
    /// The request that is answered.
    pub fn request(&self) -> &ClientRequest {
        &self.exchange.request
    }

    /// The conversation.
    pub fn session(&self) -> &Session {
        &self.exchange.session
    }

    /// The user who sent the request.
    pub fn user(&self) -> &UserChannel {
        &self.exchange.user
    }

    /// Outcomes of earlier calls that the request has brought: of a confirmed or cancelled write, and of a call whose
    /// values the user gave. The model knows these calls as pending, and has to learn their end.
    pub fn news(&self) -> &[Outcome] {
        &self.news
    }

    /// The tools for the model now, on behalf of the user.
    pub fn tools(&self) -> ToolList {
        self.exchange.toolbox.tools_with(&self.exchange.session, &self.exchange.turn)
    }

    /// Writes a part of the model's text, as it comes.
    pub fn text(&mut self, delta: &str) {
        self.exchange.write(|progress| {
            progress.said.push_str(delta);
            progress.has_receipt &= delta.is_empty();
            progress.frames.text(delta)
        });
    }

    /// Answers the calls of one message of the model. Their events are written while they run.
    pub async fn turn(&mut self, calls: &[RawCall]) -> Vec<Outcome> {
        let Exchange { toolbox, session, turn, .. } = &*self.exchange;
        self.exchange.write(|progress| {
            progress.said.clear();
            progress.has_receipt = false;
            progress.frames.end_text()
        });
        self.exchange.during(toolbox.turn_with(session, turn, calls)).await
    }

    /// Does anything else that has events, and writes them meanwhile.
    pub async fn during<T>(&mut self, work: impl Future<Output = T>) -> T {
        self.exchange.during(work).await
    }

    /// Checks the model's text since its last calls [against the journal](Toolbox::check_final_answer). Writes the
    /// facts in place of false claims, then the [receipt](Toolbox::receipt). The checked text is for the conversation.
    /// If the loop ends without this call, the same is done at its end.
    ///
    /// # Errors
    ///
    /// The journal can't be read or written.
    #[cfg(feature = "guardrail")]
    pub async fn final_answer(&mut self) -> Result<CheckedAnswer, StoreError> {
        self.exchange.finish_answer(false).await
    }

    /// Writes the model's final answer after its check, for hosts that hold the text back: a false claim is never
    /// visible. Then writes the receipt.
    ///
    /// # Errors
    ///
    /// The journal can't be read or written.
    #[cfg(feature = "guardrail")]
    pub async fn held_answer(&mut self, text: &str) -> Result<CheckedAnswer, StoreError> {
        self.exchange.write(|progress| {
            progress.said.clear();
            progress.said.push_str(text);
            String::new()
        });
        self.exchange.finish_answer(true).await
    }

    /// Writes an event or a chunk of the host's own, in the form of the request's protocol.
    ///
    /// # Errors
    ///
    /// The value can't be JSON.
    pub fn data(&mut self, value: &(impl Serialize + ?Sized)) -> Result<(), serde_json::Error> {
        let frame = data_frame(value)?;
        self.exchange.write(|_| frame);
        Ok(())
    }

    /// Whether a client reads the response now. A client that is gone may come back.
    pub fn has_reader(&self) -> bool {
        self.exchange.written.has_readers()
    }
}

impl fmt::Debug for ResponseWriter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ResponseWriter").field("request", &self.exchange.request).finish_non_exhaustive()
    }
}
