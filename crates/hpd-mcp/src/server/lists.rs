//! Lists of tools: which kind a client gets, and their text, written once for each list.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use hpd_host::list::{Access, ListMode, LongResults, ToolList};
use hpd_host::results::estimated_tokens;
use hpd_host::{Provider, Session, Toolbox, TurnContext};
use rmcp::model::Tool;

/// Which kind of list clients get.
///
/// A short list is flat: every function, and no containers. A longer one is constant: containers, and `call_function` for
/// what is in them. A list that grows with each container is shorter for the model. But the client has to read it again
/// when it has changed. So only clients that are known to do this get a growing list. They are known by the name that
/// they give themselves.
///
/// ```
/// use hpd_host::list::ListMode;
/// use hpd_mcp::server::ListPolicy;
///
/// let policy = ListPolicy::new().flat_up_to(10, 4_000).growing_for(["our-agent"]);
/// let always = ListPolicy::always(ListMode::Constant);
/// # let _ = (policy, always);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListPolicy {
    always: Option<ListMode>,
    tools: usize,
    tokens: usize,
    growing: Vec<String>,
}

/// Clients that read a list again when it has changed, by the names that their libraries give them. Others were reported to
/// keep the first list.
const GROWING: [&str; 3] = ["rmcp", "mcp", "rig"];

impl Default for ListPolicy {
    fn default() -> Self {
        let growing = GROWING.map(str::to_owned).into();
        let (tools, tokens) = (Provider::SHORT_LIST_TOOLS, Provider::SHORT_LIST_TOKENS);
        Self { always: None, tools, tokens, growing }
    }
}

impl ListPolicy {
    /// Flat with at most 20 tools and 3,500 estimated tokens, else constant, and growing for clients that are known to read
    /// changed lists.
    pub fn new() -> Self {
        Self::default()
    }

    /// One kind for all clients. If it is a growing one, a client whose expansions this server does not keep gets a
    /// constant one.
    pub fn always(mode: ListMode) -> Self {
        Self { always: Some(mode), ..Self::default() }
    }

    /// The longest flat list, in tools and in [estimated tokens](estimated_tokens) of its JSON.
    #[must_use]
    pub fn flat_up_to(self, tools: usize, tokens: usize) -> Self {
        Self { tools, tokens, ..self }
    }

    /// The names of the clients that get growing lists, in place of the usual ones. A client gives its name itself.
    #[must_use]
    pub fn growing_for<N: Into<String>>(self, clients: impl IntoIterator<Item = N>) -> Self {
        Self { growing: clients.into_iter().map(Into::into).collect(), ..self }
    }
}

/// A list in both forms that transports take.
#[derive(Debug)]
pub(super) struct WrittenList {
    list: ToolList,
    /// The JSON array.
    pub(super) text: Arc<str>,
    /// The same for rmcp, if it was needed.
    tools: OnceLock<Vec<Tool>>,
}

impl WrittenList {
    /// The tools for rmcp.
    pub(super) fn tools(&self) -> Vec<Tool> {
        // A tool whose schema rmcp does not take can't be listed by it.
        let read = || serde_json::from_str(&self.text).unwrap_or_else(|_| each_tool(&self.text));
        self.tools.get_or_init(read).clone()
    }

    fn tokens(&self) -> usize {
        estimated_tokens(&self.text)
    }
}

fn each_tool(text: &str) -> Vec<Tool> {
    let all: Vec<serde_json::Value> = serde_json::from_str(text).unwrap_or_default();
    all.into_iter().filter_map(|tool| serde_json::from_value(tool).ok()).collect()
}

/// The lists that were written last. Principals who see the same share one.
#[derive(Debug, Default)]
pub(super) struct WrittenLists(Mutex<Vec<Arc<WrittenList>>>);

/// The number of lists that are kept.
const KEPT: usize = 16;

impl WrittenLists {
    /// The list of a turn, as JSON.
    pub(super) fn list(&self, toolbox: &Toolbox, session: &Session, turn: &TurnContext) -> Arc<WrittenList> {
        self.written(toolbox.tools_with(session, turn))
    }

    fn written(&self, list: ToolList) -> Arc<WrittenList> {
        let mut written = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = written.iter().find(|known| known.list.is_same(&list)) {
            return Arc::clone(known);
        }
        let tools: Vec<_> = list.iter().collect();
        let text = Provider::Mcp.tools(&tools).into();
        drop(tools);
        let new = Arc::new(WrittenList { list, text, tools: OnceLock::new() });
        if written.len() == KEPT {
            written.remove(0);
        }
        written.push(Arc::clone(&new));
        new
    }

    /// Sets which kind of list a turn has, what its calls reach, and how long results are read. `may_grow` is false for clients without a memory on this
    /// server, and in revisions of the protocol whose lists don't change with calls.
    pub(super) fn choose(
        &self,
        policy: &ListPolicy,
        toolbox: &Toolbox,
        session: &Session,
        turn: &mut TurnContext,
        client: Option<&str>,
        may_grow: bool,
    ) {
        let reads_again = client.is_some_and(|client| policy.growing.iter().any(|known| known == client));
        let mode = policy.always.unwrap_or_else(|| {
            turn.list = Some(ListMode::Flat);
            let flat = toolbox.tools_with(session, turn);
            // A long list need not be written for that.
            if flat.len() <= policy.tools && self.written(flat).tokens() <= policy.tokens {
                ListMode::Flat
            } else if reads_again {
                ListMode::Growing
            } else {
                ListMode::Constant
            }
        });
        let mode = if mode == ListMode::Growing && !may_grow { ListMode::Constant } else { mode };
        turn.list = Some(mode);
        // Other clients never see a tool that comes later.
        let reader = if reads_again && may_grow { LongResults::Announced } else { LongResults::Listed };
        turn.long_results.get_or_insert(reader);
        turn.access = Some(if mode == ListMode::Growing { Access::Expanded } else { Access::Open });
    }
}
