//! A session's view of a toolbox, and that of a principal.

use hpd_runtime::TurnContext;
use hpd_runtime::spec::QualifiedId;

use crate::call;
use crate::listing::{self, ToolList};
use crate::outcome::Expansion;
use crate::session::Session;
use crate::tool::Tool;
use crate::toolbox::Toolbox;
use crate::visibility::{Explanation, Plan, VisibilityPolicy};

/// A turn without a principal.
const NO_TURN: &TurnContext = &TurnContext::empty();

impl Toolbox {
    /// The tools that the model sees in the next turn of a session, in the order of the policy. [List
    /// filters](crate::filter::ListFilter) are evaluated for a turn without a principal: see [`tools_with`](Self::tools_with).
    pub fn tools(&self, session: &Session) -> Vec<&Tool> {
        self.listed_without_turn(session, |shown| listing::indices(shown, session))
    }

    /// The list of [`tools`](Self::tools) from a cache: rebuilt only after an expansion, a collapse or a change of
    /// toolbox.
    pub fn tool_list(&self, session: &Session) -> ToolList {
        self.tools_with(session, NO_TURN)
    }

    /// A session's list under another policy: a pure function of toolbox, session and policy.
    pub fn tools_under(&self, session: &Session, policy: &VisibilityPolicy) -> Vec<&Tool> {
        let plan = Plan::new(self.tools_and_bridge(), policy.clone());
        self.listed_without_turn(session, |shown| plan.list(shown, &session.seen().expansions, policy.list))
    }

    /// The policy for lists of tools.
    pub fn visibility(&self) -> &VisibilityPolicy {
        &self.plan().policy
    }

    /// For each tool, in the order of registration: whether a session sees it, and by which rule.
    ///
    /// ```
    /// use hpd_host::list::Rule;
    /// use hpd_host::{scope, Session, Toolbox};
    ///
    /// struct Math;
    ///
    /// #[scope("Arithmetic")]
    /// impl Math {
    ///     /// Adds two numbers.
    ///     #[ai_function(read_only)]
    ///     fn add(
    ///         &self,
    ///         /** The first number. */
    ///         a: i64,
    ///         /** The second number. */
    ///         b: i64,
    ///     ) -> i64 {
    ///         a + b
    ///     }
    /// }
    ///
    /// let toolbox = Toolbox::builder().plugin(Math).build()?;
    /// let explanations = toolbox.explain(&Session::new());
    /// assert_eq!(explanations[1].rule, Rule::Scope);
    /// assert_eq!(
    ///     explanations[1].to_string(),
    ///     "`Math.add` is hidden: its container `Math` is not expanded"
    /// );
    /// # Ok::<(), hpd_host::BuildError>(())
    /// ```
    pub fn explain(&self, session: &Session) -> Vec<Explanation> {
        self.explain_with(session, NO_TURN)
    }

    /// The result of [`explain`](Self::explain) under another policy.
    pub fn explain_under(&self, session: &Session, policy: &VisibilityPolicy) -> Vec<Explanation> {
        let plan = Plan::new(self.tools_and_bridge(), policy.clone());
        listing::explain_all(self.shown_to(session, NO_TURN, &mut None), &plan, policy.list, session)
    }

    /// Whether a session sees a tool, by its name, and by which rule; `None` if there is no such tool.
    pub fn explain_tool(&self, session: &Session, name: &str) -> Option<Explanation> {
        let tool = self.registered_index(name)?;
        Some(listing::explain_one(self.shown_to(session, NO_TURN, &mut None), session, tool))
    }

    /// Expands a container like a call of it, under the toolbox's policy: containers beyond the limit are collapsed.
    /// Works for hidden containers too. `None` for an unknown container.
    pub fn expand(&self, session: &Session, container: &QualifiedId) -> Option<Expansion> {
        self.expand_with(session, NO_TURN, container)
    }
}

/// The toolbox as the principal of a turn sees it. Without a turn there is no principal.
impl Toolbox {
    /// The tools that the model sees in a turn of a session. Tools that a [list filter](crate::filter::ListFilter) hides from
    /// the turn's principal are left out. No text of a listed tool names a hidden one. Without list filters, the result
    /// is [`tool_list`](Self::tool_list).
    pub fn tools_with(&self, session: &Session, turn: &TurnContext) -> ToolList {
        listing::list(self.shown_to(session, turn, &mut None), session)
    }

    /// For each tool, in the order of registration: whether a session sees it in a turn, and by which rule. For the
    /// host only: it names hidden tools.
    pub fn explain_with(&self, session: &Session, turn: &TurnContext) -> Vec<Explanation> {
        let mut narrowed = None;
        let shown = self.shown_to(session, turn, &mut narrowed);
        listing::explain_all(shown, self.plan(), shown.ways().list, session)
    }

    /// Expands a container as a call of it in a turn would: see [`expand`](Self::expand). Returns `None` also if list
    /// filters hide the container.
    pub fn expand_with(
        &self,
        session: &Session,
        turn: &TurnContext,
        container: &QualifiedId,
    ) -> Option<Expansion> {
        let mut narrowed = None;
        let shown = self.shown_to(session, turn, &mut narrowed);
        let container = self.plan().container(container).filter(|&container| !shown.hides(container))?;
        call::expand_container(shown, session, container)
    }
}
