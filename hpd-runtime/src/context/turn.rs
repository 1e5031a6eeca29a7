//! The host's data about the calls of one model message.

use std::any::{Any, TypeId};
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Instant;

use super::access::Access;
use super::list_mode::ListMode;
use super::long_results::LongResults;
use super::{Cancellation, Principal};

/// The progress of a call.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Progress<'a> {
    /// The call's id.
    pub call_id: &'a str,
    /// The amount of work that is done.
    pub done: f64,
    /// The amount of all work, in the unit of `done`.
    pub total: Option<f64>,
    /// The current activity.
    pub message: &'a str,
}

/// The host's data about the calls of one model message.
#[derive(Clone)]
pub struct TurnContext {
    /// The principal on whose behalf the calls are made.
    pub principal: Principal,
    /// The time by which the calls have to be finished.
    pub deadline: Option<Instant>,
    /// Cancels the calls.
    pub cancellation: Cancellation,
    /// Values for functions, by type.
    pub extensions: Extensions,
    /// Receives progress updates of a call.
    pub progress: Option<ProgressSink>,
    /// Whether the host can put a question to the user while the turn lasts; `true` by default. Without it, a call that
    /// needs the user is an error that says so.
    pub can_ask: bool,
    /// Where the user answers instead, in words for the model: `https://acme.example/approvals`, `the tab "Approvals"`.
    /// Questions are stored then, and the model reads the place. It has no effect where the host can ask.
    pub answer_at: Option<Arc<str>>,
    /// Waits until the client has all earlier progress updates. The toolbox awaits it between the end of a function and
    /// its outcome, for one second at most. So no update follows the result.
    pub progress_delivered: Option<ProgressDelivered>,
    /// The tools that the calls reach; `None` leaves it to the session.
    pub access: Option<Access>,
    /// The kind of list; `None` leaves it to the session.
    pub list: Option<ListMode>,
    /// How the client reads results that are too long for a model.
    pub long_results: Option<LongResults>,
}

impl TurnContext {
    /// A turn on behalf of a principal.
    pub fn on_behalf_of(principal: Principal) -> Self {
        Self { principal, ..Self::empty() }
    }

    /// A turn without data.
    pub const fn empty() -> Self {
        Self {
            principal: Principal::unknown(),
            deadline: None,
            cancellation: Cancellation::never(),
            extensions: Extensions { values: Vec::new() },
            progress: None,
            can_ask: true,
            answer_at: None,
            progress_delivered: None,
            access: None,
            list: None,
            long_results: None,
        }
    }

    /// The turn of a client that can't put questions to its user.
    ///
    /// ```
    /// use hpd_runtime::TurnContext;
    ///
    /// let turn = TurnContext::default().without_questions();
    /// assert!(!turn.can_ask);
    /// ```
    #[must_use]
    pub fn without_questions(self) -> Self {
        Self { can_ask: false, ..self }
    }

    /// The turn of a client that can't put questions to its user, who answers elsewhere.
    ///
    /// ```
    /// use hpd_runtime::TurnContext;
    ///
    /// let turn = TurnContext::default().answered_at("https://acme.example/approvals");
    /// assert_eq!(turn.answer_at.as_deref(), Some("https://acme.example/approvals"));
    /// ```
    #[must_use]
    pub fn answered_at(self, place: impl Into<Arc<str>>) -> Self {
        Self { can_ask: false, answer_at: Some(place.into()), ..self }
    }
}

impl Default for TurnContext {
    fn default() -> Self {
        Self::empty()
    }
}

/// Receives progress updates of a call.
pub type ProgressSink = Arc<dyn Fn(&Progress<'_>) + Send + Sync>;

/// Waits until all earlier progress updates are delivered.
pub type ProgressDelivered = Arc<dyn Fn() -> Pin<Box<dyn Future<Output = ()> + Send>> + Send + Sync>;

impl std::fmt::Debug for TurnContext {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TurnContext")
            .field("principal", &self.principal.id)
            .field("tenant", &self.principal.tenant)
            .field("deadline", &self.deadline)
            .field("cancelled", &self.cancellation.is_cancelled())
            .field("can_ask", &self.can_ask)
            .finish_non_exhaustive()
    }
}

/// Values by type.
#[derive(Clone, Default)]
pub struct Extensions {
    /// A few at most: a list is searched as fast as a map, and costs nothing while it is empty.
    values: Vec<(TypeId, Arc<dyn Any + Send + Sync>)>,
}

impl Extensions {
    /// Inserts a value; replaces any value of the same type.
    pub fn insert<T: Any + Send + Sync>(&mut self, value: T) {
        self.values.retain(|(type_id, _)| *type_id != TypeId::of::<T>());
        self.values.push((TypeId::of::<T>(), Arc::new(value)));
    }

    /// The value of a type.
    pub fn get<T: Any + Send + Sync>(&self) -> Option<&T> {
        let (_, value) = self.values.iter().find(|(type_id, _)| *type_id == TypeId::of::<T>())?;
        value.downcast_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::Extensions;

    #[test]
    fn an_extension_replaces_one_of_its_type() {
        let mut extensions = Extensions::default();
        extensions.insert(1_u8);
        extensions.insert("text");
        extensions.insert(2_u8);
        assert_eq!(extensions.get::<u8>(), Some(&2));
        assert_eq!(extensions.get::<&str>(), Some(&"text"));
        assert_eq!(extensions.get::<u16>(), None);
    }
}
