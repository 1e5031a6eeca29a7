//! Decisions that one process records, and another one carries out.

use std::collections::BTreeMap;
use std::future::ready;
use std::sync::Arc;

use futures_util::{StreamExt, stream};
use hpd_journal::pending::{CallState, PendingCall, PendingFilter, PendingId, StoreError};

use crate::approval::{Decision, DecisionError, Recorded};
use crate::call;
use crate::outcome::Outcome;
use crate::session::{Session, SessionSource};
use crate::toolbox::Toolbox;

#[cfg(feature = "tokio")]
mod spawned;

#[cfg(feature = "tokio")]
pub use spawned::Resuming;

/// A call that was [carried out](Toolbox::resume_approved) after another process had recorded its approval.
#[derive(Debug)]
#[non_exhaustive]
pub struct ResumedCall {
    /// The id of the stored call.
    pub id: PendingId,
    /// The id of the session of the call.
    pub session: String,
    /// What became of it. The text of an error is for the user.
    pub outcome: Result<Outcome, DecisionError>,
}

impl Toolbox {
    /// Records the user's decision, and runs nothing. For a process without the functions, such as a page for approvers:
    /// its toolbox has the journal, the keys and the [rule on approvers](crate::Approval::may_answer) of the program, and
    /// no plugins. A process with the functions carries the call out by [`resume_approved`](Self::resume_approved).
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use hpd_host::approval::{Answer, Recorded, UserChannel};
    /// use hpd_host::journal::MemoryJournal;
    /// use hpd_host::{NoSessions, RawCall, Session, Toolbox, plugin};
    ///
    /// struct Notes;
    ///
    /// #[plugin]
    /// impl Notes {
    ///     /// Saves a note.
    ///     #[ai_function(write, risk = low)]
    ///     fn save(&self, /** The text. */ text: String) -> String {
    ///         format!("Saved: {text}")
    ///     }
    /// }
    ///
    /// # futures_executor::block_on(async {
    /// let journal = Arc::new(MemoryJournal::new());
    /// let program = Toolbox::builder().plugin(Notes).journal(Arc::clone(&journal)).build()?;
    /// let call = RawCall::new("1", "save", r#"{"text": "milk"}"#);
    /// program.call(&Session::with_id("s1"), &call).await;
    ///
    /// // The page for approvers, which has no functions.
    /// let page = Toolbox::builder().journal(journal).build()?;
    /// let user = UserChannel::local().via("page");
    /// let open = page.answerable(&user).await?;
    /// let decision = user.decision(Answer::confirm(open[0].question().expect("it is open")));
    /// let recorded = page.record_decision(&Session::with_id("s1"), &decision).await?;
    /// assert_eq!(recorded, Recorded::Approved);
    ///
    /// let resumed = program.resume_approved(&NoSessions).await?;
    /// assert_eq!(resumed[0].outcome.as_ref().expect("it ran").for_model().text, "Saved: milk");
    /// assert!(program.resume_approved(&NoSessions).await?.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// # }).unwrap();
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`decide`](Self::decide). An edit and an offer of the question are refused: only a process with the
    /// function can check them.
    pub async fn record_decision(
        &self,
        session: &Session,
        decision: &Decision,
    ) -> Result<Recorded, DecisionError> {
        call::record(self, session, decision).await
    }

    /// Carries out the calls whose approval another process [recorded](Self::record_decision). If several processes do
    /// this, only one of them claims a call. Filters, rules and the tool are compared first, as in
    /// [`decide`](Self::decide): after a change, the user is asked again. Calls of tools that this toolbox does not
    /// have stay where they are, and so do those whose sensitive values another process has.
    ///
    /// A call runs in the session from the source. If the source does not have it, a session is made from the id. Calls of
    /// one session run in their order, those of different sessions at the same time. The result has them as they ended.
    ///
    /// With [`ToolboxBuilder::keys`](crate::ToolboxBuilder::keys), an approval counts only with the seal of its recorder.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub async fn resume_approved(
        &self,
        sessions: &dyn SessionSource,
    ) -> Result<Vec<ResumedCall>, StoreError> {
        let mut resumed = Vec::new();
        self.resume_each(sessions, |call| resumed.push(call)).await?;
        Ok(resumed)
    }

    /// As [`resume_approved`](Self::resume_approved); `done` gets each call as it ends.
    async fn resume_each(
        &self,
        sessions: &dyn SessionSource,
        done: impl FnMut(ResumedCall),
    ) -> Result<(), StoreError> {
        let filter = PendingFilter::default().states(vec![CallState::Approved]);
        let rows = self.safeguards().store.list(&filter).await?;
        let mut by_session: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for row in rows.into_iter().filter(|row| call::may_resume(self, row)) {
            by_session.entry(row.owner.session.clone()).or_default().push(row);
        }
        let in_order = |(_, rows)| {
            let resume = move |row| Box::pin(self.resume_one(sessions, row));
            stream::iter(rows).then(resume)
        };
        let all = stream::select_all(by_session.into_iter().map(in_order));
        all.filter_map(ready).map(done).collect::<()>().await;
        Ok(())
    }

    /// Carries out a call. `None` if another process has claimed it: that one reports its end.
    async fn resume_one(&self, sessions: &dyn SessionSource, row: PendingCall) -> Option<ResumedCall> {
        let (id, session) = (row.id.clone(), row.owner.session.clone());
        let found = self.session_of(sessions, &session).await;
        let outcome = call::resume(self, &found, row).await?;
        Some(ResumedCall { id, session, outcome })
    }

    /// The session with this id: the host's own, or one that is made anew.
    pub async fn session_of(&self, sessions: &dyn SessionSource, id: &str) -> Arc<Session> {
        sessions.session(id).await.unwrap_or_else(|| Arc::new(Session::with_id(id)))
    }
}
