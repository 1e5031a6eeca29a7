//! Calls of a toolbox's tools.

use hpd_runtime::{Output, RawCall, ToolError, TurnContext};

use crate::call;
use crate::call_error::CallError;
use crate::outcome::CheckedCall;
use crate::outcome::Outcome;
use crate::session::{NotForwarded, Session};
use crate::toolbox::Toolbox;
use crate::turn;

impl Toolbox {
    /// Answers one call.
    #[inline]
    pub fn call<'a>(
        &'a self,
        session: &'a Session,
        call: &'a RawCall,
    ) -> impl Future<Output = Outcome> + Send + 'a {
        call::answer(self, session, const { &TurnContext::empty() }, call)
    }

    /// Answers one call, with the host's data about the turn.
    #[inline]
    pub fn call_with<'a>(
        &'a self,
        session: &'a Session,
        turn: &'a TurnContext,
        call: &'a RawCall,
    ) -> impl Future<Output = Outcome> + Send + 'a {
        call::answer(self, session, turn, call)
    }

    /// Answers the calls of one model message, in their order. Read-only calls run concurrently; an expansion takes
    /// effect for the calls after it.
    pub async fn turn(&self, session: &Session, calls: &[RawCall]) -> Vec<Outcome> {
        self.turn_with(session, const { &TurnContext::empty() }, calls).await
    }

    /// Answers the calls of one model message, with the host's data about the turn.
    pub async fn turn_with(
        &self,
        session: &Session,
        context: &TurnContext,
        calls: &[RawCall],
    ) -> Vec<Outcome> {
        turn::answer(self, session, context, calls).await
    }

    /// Completes a [forwarded](crate::outcome::OutcomeKind::Forward) call with its result. Several may be completed in any
    /// order, and the session may have been stored in between.
    ///
    /// An approved write must be completed within one day; after that its effect is unknown. If the completion can't be
    /// stored, the call stays forwarded, and the host may submit the result again.
    ///
    /// ```
    /// use hpd_host::external::{Classification, ExternalSource, ExternalTool};
    /// use hpd_host::{Output, RawCall, Session, ToolError, Toolbox};
    /// use serde_json::json;
    ///
    /// # futures_executor::block_on(async {
    /// let open_tab = ExternalTool::new("open_tab", "Opens a tab", json!({"type": "object"}))
    ///     .classified(Classification::Read);
    /// let toolbox = Toolbox::builder()
    ///     .external(ExternalSource::frontend("browser", vec![open_tab]))
    ///     .build()?;
    /// let session = Session::new();
    ///
    /// let forwarded = toolbox.call(&session, &RawCall::new("call_1", "open_tab", "{}")).await;
    /// assert_eq!(forwarded.status(), "forward");
    /// // The client opens the tab, and later:
    /// let outcome = toolbox
    ///     .complete(&session, "call_1", Ok(Output::Text("It is open.".to_owned())))
    ///     .await?;
    /// assert_eq!(outcome.for_model().text, "It is open.");
    /// # let again = toolbox.complete(&session, "call_1", Err(ToolError::new("The user closed the window."))).await;
    /// # assert!(again.is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// # }).unwrap();
    /// ```
    ///
    /// # Errors
    ///
    /// No forwarded call has this id: each is completed once.
    pub async fn complete(
        &self,
        session: &Session,
        call_id: &str,
        result: Result<Output, ToolError>,
    ) -> Result<Outcome, NotForwarded> {
        call::complete(self, session, const { &TurnContext::empty() }, call_id, result).await
    }

    /// Like [`complete`](Self::complete), with the turn of the caller. If the session was restored from an unsealed
    /// text, and turns have a principal, only the principal of the call completes an approved write.
    ///
    /// # Errors
    ///
    /// As for [`complete`](Self::complete), or the call is of another principal.
    pub async fn complete_with(
        &self,
        session: &Session,
        turn: &TurnContext,
        call_id: &str,
        result: Result<Output, ToolError>,
    ) -> Result<Outcome, NotForwarded> {
        call::complete(self, session, turn, call_id, result).await
    }

    /// Follows the path of a call up to, but not including, the run or the expansion.
    ///
    /// # Errors
    ///
    /// The error that the model would read.
    pub fn check(&self, session: &Session, call: &RawCall) -> Result<CheckedCall, CallError> {
        self.check_with(session, const { &TurnContext::empty() }, call)
    }

    /// Checks a call in a turn in the usual way up to, but not including, the run or the expansion.
    ///
    /// # Errors
    ///
    /// The error for the model.
    pub fn check_with(
        &self,
        session: &Session,
        turn: &TurnContext,
        call: &RawCall,
    ) -> Result<CheckedCall, CallError> {
        call::check(self.shown_to(session, turn, &mut None), session, turn, call)
    }
}
