//! The course of a response: the user's part first, then the host's loop, then the end.

use std::error::Error;
use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use futures_util::FutureExt;
use hpd_journal::events::Event;
use hpd_journal::journal::EventFilter;
use hpd_journal::pending::{PendingView, Question};

use super::request::SentAnswer;
use super::served::LoopError;
use super::writer::{Exchange, ResponseWriter};
use crate::approval::{Answer, DecisionError, StoreError};
use crate::outcome::{Outcome, OutcomeKind, Replied};

/// How many of a session's last questions are searched for the open ones: far more than may be open at once.
const MAX_QUESTIONS: usize = 256;

type Failure = Box<dyn Error + Send + Sync>;

/// Writes the whole response.
pub(super) async fn run<F, Fut, E>(exchange: Arc<Exchange>, failure: &str, host: F)
where
    F: FnOnce(ResponseWriter) -> Fut,
    Fut: Future<Output = Result<(), E>>,
    E: LoopError,
{
    let work = AssertUnwindSafe(exchange.answer(host)).catch_unwind();
    let ended = work.await.unwrap_or_else(|_| Err("the host's loop panicked".into()));
    if let Err(error) = &ended {
        tracing::error!(target: super::LOG, %error, "a response failed");
    }
    exchange.write(|progress| match ended {
        Ok(()) => progress.frames.finish(),
        Err(_) => progress.frames.fail(failure),
    });
}

/// What the user's part of a request comes to.
enum UsersPart {
    /// The model has something to do.
    ForModel(Vec<Outcome>),
    /// The user has the next word.
    Over,
}

impl Exchange {
    async fn answer<F, Fut, E>(self: &Arc<Self>, host: F) -> Result<(), Failure>
    where
        F: FnOnce(ResponseWriter) -> Fut,
        Fut: Future<Output = Result<(), E>>,
        E: LoopError,
    {
        let bytes = self.toolbox.random_bytes::<16>().map_err(|error| error.to_string())?;
        let new_id = format!("{:032x}", u128::from_le_bytes(bytes));
        self.write(|progress| progress.frames.begin(&self.request.protocol, new_id));

        let newest = EventFilter::default().session(self.session_id.clone()).newest(true).limit(1);
        let last = self.journal.read(&newest).await?.last().map_or(0, |record| record.seq);
        self.write(|progress| {
            progress.last = last;
            String::new()
        });
        if let UsersPart::ForModel(news) = self.users_part().await? {
            let writer = ResponseWriter { exchange: Arc::clone(self), news };
            host(writer).await.map_err(LoopError::__hpd_boxed)?;
        }
        self.finish_answer_if_open().await?;
        Ok(self.remind().await?)
    }

    /// The questions that the user may still answer belong to the end of each response.
    async fn remind(&self) -> Result<(), StoreError> {
        let views = self.toolbox.pending_calls(&self.session, &self.user).await?;
        let open: Vec<_> = views.iter().filter_map(PendingView::question).map(Question::pending_id).collect();
        if open.is_empty() {
            return Ok(());
        }
        let questions = EventFilter::default().session(self.session_id.clone()).kinds(vec!["mcq"]);
        let records = self.journal.read(&questions.newest(true).limit(MAX_QUESTIONS)).await?;
        self.write(|progress| {
            for record in &records {
                if let Event::Mcq(question) = &record.event
                    && open
                        .iter()
                        .any(|id| question.0.get("pending_id").is_some_and(|sent| sent == id.as_str()))
                {
                    progress.frames.remind(record);
                }
            }
            String::new()
        });
        Ok(())
    }

    /// Carries out the user's answers, and takes the message.
    async fn users_part(&self) -> Result<UsersPart, StoreError> {
        let mut news = Vec::new();
        for answer in &self.request.answers {
            match self.decide(answer).await {
                Ok(outcome) => news.extend(outcome),
                // The text is for the user; a question that is still open can be answered again.
                Err(error) => self.tell(&error.to_string()),
            }
        }
        let mut has_message = false;
        if let Some(text) = &self.request.text {
            has_message = true;
            if !self.request.is_repeated {
                let message = self.user.message(text.as_str());
                let replied = self.toolbox.reply_with(&self.session, &self.turn, &message);
                match self.during(replied).await? {
                    Replied::NotAnAnswer => {}
                    Replied::Unclear(questions) => {
                        self.tell(&questions.join("\n"));
                        return Ok(UsersPart::Over);
                    }
                    Replied::Cancelled(outcome) | Replied::Answered(outcome) => {
                        has_message = false;
                        news.push(*outcome);
                    }
                }
            }
        }
        // The user was asked again, and the model has nothing to do.
        let is_pending =
            |kind: &OutcomeKind| matches!(kind, OutcomeKind::Confirm(_) | OutcomeKind::AskUser(_));
        news.retain(|outcome| !is_pending(&outcome.kind));
        Ok(if has_message || !news.is_empty() { UsersPart::ForModel(news) } else { UsersPart::Over })
    }

    async fn decide(&self, answer: &SentAnswer) -> Result<Option<Outcome>, DecisionError> {
        let answer = match answer {
            SentAnswer::Given(answer) => answer.clone(),
            SentAnswer::Abandoned(id) => {
                let views = self
                    .toolbox
                    .pending_calls(&self.session, &self.user)
                    .await
                    .map_err(DecisionError::Store)?;
                let view = views.iter().find(|view| view.id == *id);
                match view.and_then(|view| view.question()) {
                    Some(question) => Answer::cancel(question),
                    // It is over already, or another user's.
                    None => return Err(DecisionError::NotFound),
                }
            }
        };
        let decision = self.user.decision(answer);
        let decided = self.toolbox.decide_with(&self.session, &self.turn, &decision);
        self.during(decided).await.map(Some)
    }
}
