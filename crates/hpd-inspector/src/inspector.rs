//! What the pages show, and to whom.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::Arc;

use axum::http::request::Parts;
use hpd_host::approval::UserChannel;
use hpd_host::journal::{Journal, MemoryJournal, SessionOverviews};
use hpd_host::system::{Clock, RandomError, SystemClock};
use hpd_host::{NoSessions, Session, SessionSource, Toolbox};
use serde_json::Value;

use crate::access::{Access, Login};
use crate::keeper::Keeper;
use crate::verifier::Verifier;

/// The answer to the question who looks at the page, as a host gives it for approvals.
pub(crate) type Who = Arc<dyn Fn(&Parts) -> Option<UserChannel> + Send + Sync>;

/// Pages for the calls of a program. [`router`](crate::router) serves them.
///
/// A clone is the same inspector: a [link](Self::link) of one opens the pages of all.
#[derive(Clone)]
pub struct Inspector {
    pub(crate) journal: Arc<dyn Journal>,
    pub(crate) toolbox: Option<Toolbox>,
    /// Whether there is a journal. Without one, all pages of calls are empty.
    pub(crate) is_recorded: bool,
    pub(crate) sessions: Arc<dyn SessionSource>,
    pub(crate) who: Option<Who>,
    pub(crate) access: Arc<Access>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) health: Arc<Keeper>,
    /// The badges of sessions, as they were counted last.
    pub(crate) overviews: Arc<SessionOverviews>,
    pub(crate) verifier: Arc<Verifier>,
    pub(crate) base: String,
    /// The parameters of each tool that take arrays: `Applications[]`.
    pub(crate) arrays: Arc<Arrays>,
}

/// Names of array parameters, by tool.
#[derive(Debug, Default)]
pub(crate) struct Arrays(HashMap<String, HashSet<String>>);

impl Inspector {
    /// The pages for a toolbox and its journal. Nothing can be changed on them, unless [approvals](Self::approvals) are
    /// turned on.
    ///
    /// ```
    /// use hpd_host::Toolbox;
    /// use hpd_host::journal::MemoryJournal;
    /// use hpd_inspector::{Inspector, router};
    ///
    /// let toolbox = Toolbox::builder().journal(MemoryJournal::new()).build()?;
    /// let inspector = Inspector::of(&toolbox).under("/inspect");
    /// let link = inspector.link("http://127.0.0.1:8080")?;
    /// assert!(link.starts_with("http://127.0.0.1:8080/inspect/enter?token="));
    /// let app: axum::Router = axum::Router::new().nest("/inspect", router(inspector));
    /// # let _ = app;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of(toolbox: &Toolbox) -> Self {
        let journal = toolbox.journal().map(Arc::clone);
        let is_recorded = journal.is_some();
        let journal = journal.unwrap_or_else(|| Arc::new(MemoryJournal::new()));
        let arrays = Arc::new(Arrays::of(toolbox));
        // Pages and program agree about the moment at which a question expires.
        let clock = Arc::clone(toolbox.clock());
        Self { toolbox: Some(toolbox.clone()), is_recorded, arrays, clock, ..Self::of_journal(journal) }
    }

    /// The pages for a journal without its program: nothing can be changed on them.
    #[must_use]
    pub fn of_journal(journal: Arc<dyn Journal>) -> Self {
        Self {
            journal,
            toolbox: None,
            is_recorded: true,
            sessions: Arc::new(NoSessions),
            who: None,
            access: Arc::default(),
            clock: Arc::new(SystemClock),
            health: Arc::default(),
            overviews: Arc::default(),
            verifier: Arc::default(),
            base: String::new(),
            arrays: Arc::default(),
        }
    }

    /// Sets where the program keeps its sessions. Without it, each session is made anew from its id. Lists of tools are
    /// then those of a new session, and a call runs without the state of the session.
    #[must_use]
    pub fn sessions(self, source: impl SessionSource + 'static) -> Self {
        Self { sessions: Arc::new(source), ..self }
    }

    /// Turns approvals on. `who` says who looks at the page. It reads the parts of the request, such as a header of the
    /// host's own login. If it returns `None`, the reader may answer nothing. The rule of the program on
    /// [approvers](hpd_host::Approval::may_answer) decides about each question.
    ///
    /// A toolbox with the function runs an approved call. One without it records the decision: see
    /// [`Toolbox::record_decision`].
    #[must_use]
    pub fn approvals(self, who: impl Fn(&Parts) -> Option<UserChannel> + Send + Sync + 'static) -> Self {
        Self { who: Some(Arc::new(who)), ..self }
    }

    /// Sets the path under which the host nests the router: `/inspect`. Links on the pages begin with it.
    #[must_use]
    pub fn under(self, base: &str) -> Self {
        Self { base: base.trim_end_matches('/').to_owned(), ..self }
    }

    /// Serves requests to this host name, too, on any port. By default: `127.0.0.1`, `localhost` and `[::1]`. Use names of
    /// your own only behind TLS. Earlier clones do not change.
    #[must_use]
    pub fn host(self, name: impl Into<String>) -> Self {
        Self { access: Arc::new(self.access.with_host(name.into())), ..self }
    }

    /// Lets the host decide who sees the pages, by a layer of its own around the router: no link is needed. Foreign hosts,
    /// foreign origins and forged requests are refused in any case.
    #[must_use]
    pub fn guarded_by_host(self) -> Self {
        Self { access: Arc::new(self.access.with_login(Login::OfHost)), ..self }
    }

    /// A link that opens the pages once, within ten minutes. The browser then keeps a cookie for twelve hours. `origin`
    /// is the address that the reader's browser opens: `http://127.0.0.1:8080`. If it begins with `https://`, the browser
    /// sends the cookie by TLS alone.
    ///
    /// # Errors
    ///
    /// The system has no random bytes.
    pub fn link(&self, origin: &str) -> Result<String, RandomError> {
        let is_secure = origin.get(..8).is_some_and(|scheme| scheme.eq_ignore_ascii_case("https://"));
        let token = self.access.new_token(self.clock.now(), is_secure)?;
        Ok(format!("{}{}/enter?token={token}", origin.trim_end_matches('/'), self.base))
    }

    /// The address of the first page. Below a path, it is the path itself: a nested router has no page at `/inspect/`.
    pub(crate) fn home(&self) -> &str {
        if self.base.is_empty() { "/" } else { &self.base }
    }

    /// The session with this id: the host's own, or a new one.
    pub(crate) async fn session(&self, id: &str) -> Arc<Session> {
        self.sessions.session(id).await.unwrap_or_else(|| Arc::new(Session::with_id(id)))
    }
}

impl Arrays {
    fn of(toolbox: &Toolbox) -> Self {
        let arrays = |schema: &str| -> HashSet<String> {
            let schema: Value = serde_json::from_str(schema).unwrap_or_default();
            let properties = schema.get("properties").and_then(Value::as_object);
            let is_array = |schema: &Value| schema.get("type").is_some_and(|kind| kind == "array");
            let found = properties.into_iter().flatten().filter(|(_, schema)| is_array(schema));
            found.map(|(name, _)| name.clone()).collect()
        };
        let tools = toolbox.all_tools().iter();
        Self(tools.map(|tool| (tool.name().to_owned(), arrays(tool.input_schema()))).collect())
    }

    /// Whether a parameter of a tool takes an array, as far as that is known.
    pub(crate) fn has(&self, tool: &str, parameter: &str) -> bool {
        self.0.get(tool).is_some_and(|arrays| arrays.contains(parameter))
    }

    /// As if these parameters of a tool took arrays.
    #[cfg(test)]
    pub(crate) fn with(tool: &str, parameters: &[&str]) -> Self {
        let parameters = parameters.iter().map(|name| (*name).to_owned()).collect();
        Self(HashMap::from([(tool.to_owned(), parameters)]))
    }
}

/// Without contents and secrets.
impl fmt::Debug for Inspector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Inspector").field("base", &self.base).finish_non_exhaustive()
    }
}
