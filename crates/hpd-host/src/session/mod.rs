//! The state of one conversation. Each concern has its own file and lock, so that concerns do not block each other.

mod answered;
mod changed;
mod expansions;
mod fingerprint;
mod forwarded;
mod journal_turn;
mod json;
mod list_dialect;
mod message_mark;
mod owner_state;
mod owner_states;
mod questions;
mod signed;
mod source;
mod speakers;
mod tries;
mod user;
mod ways;

use std::sync::{Arc, Mutex};
use std::task::Waker;

use hpd_journal::{Random, RandomError};
use hpd_runtime::list::{ListMode, LongResults};
use hpd_runtime::spec::QualifiedId;

use crate::approval::{Grant, GrantedPermission, UserChannel};
use crate::tool::ToolIndex;

use changed::SeenGuard;
pub use changed::SessionChanged;
pub(crate) use expansions::Expansions;
pub use forwarded::{AwaitedCall, NotForwarded};
pub(crate) use forwarded::{ForwardedCalls, NotAdded, Waiting};
use journal_turn::JournalTurn;
pub use json::SessionError;
pub(crate) use list_dialect::ListDialect;
pub(crate) use message_mark::MessageMark;
pub(crate) use owner_state::OwnerState;
use owner_state::PermissionChange;
pub(crate) use owner_states::{OwnerStates, StateSnapshot};
pub(crate) use questions::Questions;
pub use source::{NoSessions, SessionSource};
pub(crate) use speakers::Speakers;
pub(crate) use tries::{Tried, Tries};
use user::{AfterCall, SessionId, UserState};
use ways::SessionWays;

/// The state of one conversation: expansions, forwarded calls, and the user's statements and permissions. It is used by
/// shared reference, since the calls of a turn run concurrently. Any number of sessions share one toolbox.
///
/// It refers to tools by qualified id, so it outlives a toolbox. Ids unknown to the next toolbox are kept and ignored.
/// [`to_json`](Self::to_json) and [`from_json`](Self::from_json), or serde, save and restore the session. Where the text
/// leaves the host's own storage, [`to_signed`](Self::to_signed) and [`from_signed`](Self::from_signed) seal it.
///
/// ```
/// use hpd_host::spec::QualifiedId;
/// use hpd_host::Session;
///
/// let session = Session::new();
/// session.expand(&QualifiedId::new(None, "Math"));
/// assert_eq!(session.to_json(), r#"{"version":1,"expanded":["Math"]}"#);
///
/// let later = Session::from_json(&session.to_json())?;
/// assert!(later.is_expanded(&QualifiedId::new(None, "Math")));
/// # Ok::<(), hpd_host::error::SessionError>(())
/// ```
#[derive(Debug, Default)]
pub struct Session {
    state: Arc<State>,
}

/// The state of a session. A write that outlives its caller shares it.
#[derive(Debug, Default)]
struct State {
    seen: Mutex<Seen>,
    forwarded: ForwardedCalls,
    tries: Tries,
    id: SessionId,
    user: Mutex<UserState>,
    /// Whether questions about values may be open, or statements wait for their speaker: a call that succeeds looks no
    /// further as long as neither is so.
    after_call: AfterCall,
    owner_states: OwnerStates,
    message: MessageMark,
    journal_turn: JournalTurn,
    ways: SessionWays,
}

/// The model's view: the expansions, and the last list.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    pub(crate) expansions: Expansions,
    pub(crate) listed: Option<Listed>,
    list_dialect: Option<Arc<ListDialect>>,
    /// Futures that wait for the next revision.
    waiting: Vec<Waker>,
}

/// The list of tools that was made last, and its inputs. It is kept until something changes.
#[derive(Debug)]
pub(crate) struct Listed {
    /// The number of the toolbox: another one has other tools, or other indices.
    pub(crate) toolbox: u64,
    /// The number of the view: the toolbox after its list filters. 0 where they hide nothing.
    pub(crate) view: u64,
    pub(crate) mode: ListMode,
    pub(crate) results: Option<LongResults>,
    /// The revision of the expansions.
    pub(crate) revision: u64,
    pub(crate) tools: Arc<[ToolIndex]>,
}

impl Session {
    /// A conversation in which nothing is expanded yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Marks a new user message. The counts of failed calls start again, and a journal begins a new turn.
    pub fn new_user_message(&self) {
        self.state.tries.clear();
        self.state.journal_turn.hear(None);
        self.state.message.hear(None);
        self.end_answers();
    }

    /// A conversation with an id from the host: pending calls are stored under this id. The character U+0000, which not
    /// every database can hold, becomes U+FFFD.
    pub fn with_id(id: impl Into<Box<str>>) -> Self {
        let owner_states = OwnerStates::of_stored(true, Vec::new());
        Self::of(State {
            id: SessionId::given(id),
            after_call: true.into(),
            owner_states,
            ..State::default()
        })
    }

    fn of(state: State) -> Self {
        Self { state: Arc::new(state) }
    }

    /// The same conversation, for a write that may outlive its caller.
    pub(crate) fn share(&self) -> Self {
        Self { state: Arc::clone(&self.state) }
    }

    /// The id: from the host, or generated when the first call had to wait for the user. `None` before.
    pub fn id(&self) -> Option<&str> {
        self.state.id.get()
    }

    /// # Errors
    ///
    /// There are no random bytes to make one up.
    pub(crate) fn id_or_new(&self, random: &dyn Random) -> Result<&str, RandomError> {
        self.state.id.get_or_new(random)
    }

    /// Adds a user's permission or denial, from the [user channel](crate::approval::UserChannel::grant). The store gets
    /// it with the session's next write, or by [`Toolbox::sync_permissions`](crate::Toolbox::sync_permissions).
    pub fn grant(&self, grant: Grant) {
        self.state.owner_states.change(PermissionChange::Granted(grant.granted));
    }

    /// The permissions and denials of a user in this session, as far as the session has read them. A session with an id
    /// reads them from the store with its first call, or by
    /// [`Toolbox::sync_permissions`](crate::Toolbox::sync_permissions).
    pub fn grants(&self, user: &UserChannel) -> Vec<GrantedPermission> {
        self.state.owner_states.of(user.principal())
    }

    /// Takes back a permission or denial of a user. Returns whether it was there.
    ///
    /// ```
    /// use hpd_host::approval::{Lifetime, Permission, UserChannel};
    /// use hpd_host::external::{ExternalSource, ExternalTool};
    /// use hpd_host::{Session, Toolbox};
    /// use serde_json::json;
    ///
    /// let pay = ExternalTool::new("pay", "Pays a bill", json!({"type": "object"}));
    /// let toolbox =
    ///     Toolbox::builder().external(ExternalSource::mcp("books", vec![pay])).build()?;
    /// let (session, user) = (Session::new(), UserChannel::local());
    /// let pay = toolbox.tool("pay").unwrap();
    /// session.grant(user.grant(pay, Permission::Allow, Lifetime::Session));
    ///
    /// let granted = session.grants(&user).remove(0);
    /// assert_eq!(granted.tool().as_str(), "MCP_books.pay");
    /// assert!(session.revoke(&user, &granted));
    /// assert!(session.grants(&user).is_empty());
    /// # Ok::<(), hpd_host::BuildError>(())
    /// ```
    pub fn revoke(&self, user: &UserChannel, permission: &GrantedPermission) -> bool {
        self.state.owner_states.revoke(permission, user.principal())
    }

    pub(crate) fn owner_states(&self) -> &OwnerStates {
        &self.state.owner_states
    }

    pub(crate) fn message(&self) -> &MessageMark {
        &self.state.message
    }

    pub(crate) fn journal_turn(&self) -> &JournalTurn {
        &self.state.journal_turn
    }

    /// Whether failed calls are to be stored. A session without an id gets one for a write alone: a model may correct the
    /// arguments of a write a few times only.
    #[inline]
    pub(crate) fn has_tries_to_save(&self) -> bool {
        self.state.tries.have_changed() && (self.id().is_some() || self.state.tries.have_write())
    }

    pub(crate) fn tries(&self) -> &Tries {
        &self.state.tries
    }

    /// Whether a container is expanded.
    pub fn is_expanded(&self, container: &QualifiedId) -> bool {
        self.seen().expansions.contains(container)
    }

    /// Expands a container. Returns whether the container was not expanded before. No other container is collapsed: for
    /// an expansion under the policy of a toolbox, use [`Toolbox::expand`](crate::Toolbox::expand).
    pub fn expand(&self, container: &QualifiedId) -> bool {
        self.seen().expansions.insert(container)
    }

    /// Collapses a container. Returns whether the container was expanded. Expanded containers inside it stay expanded,
    /// and their members stay listed.
    pub fn collapse(&self, container: &QualifiedId) -> bool {
        self.seen().expansions.remove(container)
    }

    /// Collapses everything.
    pub fn collapse_all(&self) {
        self.seen().expansions.clear();
    }

    /// The expanded containers, in the order in which they were expanded. Tools that a search found count as expanded, and
    /// so does `read_result` once there is a long result.
    pub fn expanded(&self) -> Vec<QualifiedId> {
        self.seen().expansions.in_order().into_iter().cloned().collect()
    }

    /// A number that grows whenever something is expanded or collapsed, or the host chooses another kind of list.
    pub fn revision(&self) -> u64 {
        self.seen().expansions.revision()
    }

    pub(crate) fn seen(&self) -> SeenGuard<'_> {
        SeenGuard::lock(&self.state.seen)
    }
}
