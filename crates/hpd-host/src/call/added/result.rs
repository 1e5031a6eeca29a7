//! Calls that read a part of a long result.

use std::sync::Arc;

use futures_channel::oneshot;
use hpd_journal::__private::shown;
use hpd_journal::pending::Owner;
use hpd_runtime::__private::SendCall;
use hpd_runtime::output::Failure;
use hpd_runtime::{Output, Principal};

use super::Reading;
use crate::background::Threads;
use crate::call_error::CallError;
use crate::results::{CHUNK, KeptResult, ReadError, Request, read, read_chunks};

/// A call whose arguments passed every check.
pub(super) struct ResultCall<'a> {
    reading: Reading<'a>,
    principal: &'a Principal,
    request: Arc<Request>,
}

impl<'a> ResultCall<'a> {
    /// # Errors
    ///
    /// Never: arguments that the schema accepts are such a request.
    pub(super) fn new(
        reading: Reading<'a>,
        principal: &'a Principal,
        arguments: &str,
    ) -> Result<Self, CallError> {
        let request = serde_json::from_str(arguments).map_err(|_| CallError::internal())?;
        Ok(Self { reading, principal, request: Arc::new(request) })
    }

    /// An attempt at the call, to be waited for.
    pub(super) fn start(&self) -> SendCall<'_> {
        Box::pin(async move {
            let Reading { tool, toolbox, session } = self.reading;
            let id = &*self.request.id;
            let Some(session) = session.id() else { return Err(unknown(id)) };
            let owner = Owner { session: session.to_owned(), principal: self.principal.clone() };
            // A missing chunk is a missing result.
            let load = async |part: &str| {
                let kept = toolbox.kept_result(&owner, part).await.map_err(|error| {
                    tracing::warn!(target: "hpd::call", { id, cause = %error }, "a long result can't be read");
                    not_now()
                })?;
                // A text that was changed in the store is no result.
                kept.filter(KeptResult::is_whole).ok_or_else(|| unknown(id))
            };
            let kept = load(id).await?;
            let limits = toolbox.limits_of_parts();
            let part = match kept.chunks() {
                None => {
                    let (name, text) = (tool.name.clone(), Arc::clone(&kept.text));
                    let request = Arc::clone(&self.request);
                    let job = move || read(&name, &text, &request, limits);
                    if kept.text.len() > CHUNK { on_a_thread(toolbox.threads(), job).await? } else { job()? }
                }
                Some(index) => read_chunks(&tool.name, &index, &self.request, limits, load).await?,
            };
            Ok(Output::Text(part))
        })
    }
}

/// Reads on a thread of the pool: millions of values would hold up the caller's executor, and no time limit could end the
/// call. Where no thread is free, it reads here: the call may be made by a function that holds the last one.
async fn on_a_thread(
    threads: &Threads,
    job: impl Fn() -> Result<String, ReadError> + Clone + Send + 'static,
) -> Result<String, Failure> {
    let (sender, receiver) = oneshot::channel();
    let there = job.clone();
    let started = threads.run(move || {
        // Nobody may be waiting any more.
        if !sender.is_canceled() {
            let _ = sender.send(there());
        }
    });
    match started {
        Ok(()) => Ok(receiver.await.map_err(|_| not_now())??),
        Err(_) => Ok(job()?),
    }
}

fn not_now() -> Failure {
    Failure::new("The result can't be read right now. You may try again.")
}

/// Another session's result is answered like none.
fn unknown(id: &str) -> Failure {
    Failure::new(format!(
        "There is no result '{}', or its time is over. Call the tool again that gave it.",
        shown(id)
    ))
}
