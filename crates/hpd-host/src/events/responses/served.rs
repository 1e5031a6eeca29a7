//! The responses of a program.

use std::collections::HashMap;
use std::error::Error;
use std::fmt;
use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use hpd_journal::receipt::ReceiptLanguages;
use hpd_runtime::{Principal, TurnContext};

use super::body::{ResponseBody, Written};
use super::exchange;
use super::request::ClientRequest;
use super::writer::{Exchange, Progress, ResponseWriter};
use crate::approval::UserChannel;
use crate::session::Session;
use crate::toolbox::Toolbox;

/// The silence before a comment is sent. Many proxies close connections that are silent for 30 or 60 seconds.
const HEARTBEAT_AFTER: Duration = Duration::from_secs(15);
/// What the user reads if the host's loop fails.
const FAILURE: &str = "This did not work. Please try again.";

/// The responses of a program: settings, and those that are being written. Make one for the program, and share it.
#[derive(Clone)]
pub struct Responses {
    heartbeat: Duration,
    failure: Arc<str>,
    languages: Arc<ReceiptLanguages>,
    running: Arc<Running>,
}

/// A session's id, and a user.
type Place = (String, Principal);

/// The responses that are being written.
#[derive(Default)]
struct Running {
    responses: Mutex<HashMap<Place, Arc<Written>>>,
}

impl Running {
    fn responses(&self) -> MutexGuard<'_, HashMap<Place, Arc<Written>>> {
        self.responses.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The error of the host's loop: any that `?` turns into `Box<dyn Error + Send + Sync>`. It goes to the log.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be the error of an agent's loop",
    label = "is not `Send + Sync`, or is no error",
    note = "write `Box<dyn std::error::Error + Send + Sync>` in place of `Box<dyn std::error::Error>`"
)]
pub trait LoopError: 'static {
    /// The error, for the log.
    #[doc(hidden)]
    fn __hpd_boxed(self) -> Box<dyn Error + Send + Sync>;
}

#[diagnostic::do_not_recommend]
impl<E: Into<Box<dyn Error + Send + Sync>> + 'static> LoopError for E {
    fn __hpd_boxed(self) -> Box<dyn Error + Send + Sync> {
        self.into()
    }
}

impl Responses {
    /// The responses of a program, with a comment each 15 seconds, and the receipt's languages of hpd.
    pub fn new() -> Self {
        Self {
            heartbeat: HEARTBEAT_AFTER,
            failure: FAILURE.into(),
            languages: Arc::default(),
            running: Arc::default(),
        }
    }

    /// Sends a comment whenever nothing has happened for this time.
    #[must_use]
    pub fn heartbeat(mut self, after: Duration) -> Self {
        self.heartbeat = after;
        self
    }

    /// What the user reads if the host's loop fails.
    #[must_use]
    pub fn failure_text(mut self, text: impl Into<Arc<str>>) -> Self {
        self.failure = text.into();
        self
    }

    /// The languages of receipts.
    #[must_use]
    pub fn languages(mut self, languages: ReceiptLanguages) -> Self {
        self.languages = Arc::new(languages);
        self
    }

    /// The response to a request: its body, and the work that writes it. Spawn the work, so that it runs to its end
    /// without its client. `user` is who the host has authenticated; the client's body is no proof.
    ///
    /// `host` is the loop that asks the model, `async |response| ..` or `|response| async move { .. }`. It is not called
    /// if the request leaves nothing to the model.
    ///
    /// # Errors
    ///
    /// The toolbox has no journal, or the session has no id: there are no events then.
    pub fn respond<F, Fut, E>(
        &self,
        toolbox: &Toolbox,
        session: &Arc<Session>,
        user: UserChannel,
        mut request: ClientRequest,
        host: F,
    ) -> Result<(ResponseBody, impl Future<Output = ()> + Send + 'static), CannotRespond>
    where
        F: FnOnce(ResponseWriter) -> Fut + Send + 'static,
        Fut: Future<Output = Result<(), E>> + Send + 'static,
        E: LoopError,
    {
        let journal = toolbox.journal().cloned().ok_or(CannotRespond::NoJournal)?;
        let session_id = session.id().ok_or(CannotRespond::NoSessionId)?.to_owned();
        let frames = request.frames();
        let written = Written::new(frames.headers());
        let body = ResponseBody::new(&written, toolbox.shared_timer(), self.heartbeat);
        let key = (session_id.clone(), user.principal().clone());
        self.running.responses().insert(key.clone(), Arc::clone(&written));
        let turn = TurnContext { principal: user.principal().clone(), ..std::mem::take(&mut request.turn) };
        let end = End { running: Arc::clone(&self.running), key, written: Arc::clone(&written) };
        let exchange = Arc::new(Exchange {
            toolbox: toolbox.clone(),
            session: Arc::clone(session),
            user,
            turn,
            request,
            languages: Arc::clone(&self.languages),
            journal,
            session_id,
            written,
            progress: Mutex::new(Progress { frames, last: 0, said: String::new(), has_receipt: false }),
        });
        let failure = Arc::clone(&self.failure);
        let work = async move {
            let _end = end;
            exchange::run(exchange, &failure, host).await;
        };
        Ok((body, work))
    }

    /// The response that is being written for this user in this session, from its start: for a client that lost its
    /// connection. `None` if none is.
    pub fn again(&self, toolbox: &Toolbox, session_id: &str, user: &UserChannel) -> Option<ResponseBody> {
        let key = (session_id.to_owned(), user.principal().clone());
        let written = self.running.responses().get(&key).cloned()?;
        Some(ResponseBody::new(&written, toolbox.shared_timer(), self.heartbeat))
    }
}

impl Default for Responses {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Responses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Responses").field("heartbeat", &self.heartbeat).finish_non_exhaustive()
    }
}

/// Ends a response when its work has ended, or was dropped.
struct End {
    running: Arc<Running>,
    key: Place,
    written: Arc<Written>,
}

impl Drop for End {
    fn drop(&mut self) {
        let mut responses = self.running.responses();
        // A later request of the conversation may have taken the place.
        if responses.get(&self.key).is_some_and(|written| Arc::ptr_eq(written, &self.written)) {
            responses.remove(&self.key);
        }
        drop(responses);
        self.written.end();
    }
}

/// Why there can be no response: a mistake of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum CannotRespond {
    /// The toolbox has no journal.
    NoJournal,
    /// The session has no id.
    NoSessionId,
}

impl fmt::Display for CannotRespond {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoJournal => "the toolbox has no journal: call `ToolboxBuilder::journal`",
            Self::NoSessionId => "the session has no id: create it by `Session::with_id`",
        })
    }
}

impl Error for CannotRespond {}
