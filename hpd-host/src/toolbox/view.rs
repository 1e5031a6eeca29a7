//! What a session sees of a toolbox.

use hpd_runtime::QualifiedId;

use super::{Tool, Toolbox};
use crate::call;
use crate::outcome::Expansion;
use crate::session::Session;
use crate::visibility::{self, Explanation, Plan, ToolList, VisibilityPolicy};

impl Toolbox {
    /// The tools that the model sees in the next turn of a session, in the order of the policy.
    pub fn tools(&self, session: &Session) -> Vec<&Tool> {
        visibility::indices(self, session).iter().map(|&tool| self.at(tool)).collect()
    }

    /// The same, as a list that is kept: made anew only when something was expanded or collapsed, or the toolbox is
    /// another one.
    pub fn tool_list(&self, session: &Session) -> ToolList {
        visibility::list(self, session)
    }

    /// What a session would see under another policy: a pure function of the three. Where `policy` asks for a constant
    /// list, `call_function` is in it only if this toolbox was built with one.
    pub fn tools_under(&self, session: &Session, policy: &VisibilityPolicy) -> Vec<&Tool> {
        let plan = Plan::new(self.all_tools(), policy.clone());
        let tools = plan.list(self.all_tools(), &session.seen().expansions);
        tools.iter().map(|&tool| self.at(tool)).collect()
    }

    /// What is decided about lists of tools.
    pub fn visibility(&self) -> &VisibilityPolicy {
        &self.plan().policy
    }

    /// For each tool, in the order of registration: whether a session sees it, and by which rule.
    ///
    /// ```
    /// use hpd_host::{Rule, Session, Toolbox, scope};
    ///
    /// struct Math;
    ///
    /// #[scope("Arithmetic")]
    /// impl Math {
    ///     /// Adds two numbers.
    ///     #[ai_function]
    ///     fn add(&self, /** The first number. */ a: i64, /** The second number. */ b: i64) -> i64 {
    ///         a + b
    ///     }
    /// }
    ///
    /// let toolbox = Toolbox::builder().plugin(Math).build()?;
    /// let explanations = toolbox.explain(&Session::new());
    /// assert_eq!(explanations[1].rule, Rule::Scope);
    /// assert_eq!(explanations[1].to_string(), "`Math.add` is hidden: its container `Math` is not expanded");
    /// # Ok::<(), hpd_host::BuildError>(())
    /// ```
    pub fn explain(&self, session: &Session) -> Vec<Explanation> {
        visibility::explain_all(self, self.plan(), session)
    }

    /// The same under another policy.
    pub fn explain_under(&self, session: &Session, policy: &VisibilityPolicy) -> Vec<Explanation> {
        visibility::explain_all(self, &Plan::new(self.all_tools(), policy.clone()), session)
    }

    /// Whether a session sees a tool, by its name, and by which rule; `None` if there is no such tool.
    pub fn explain_tool(&self, session: &Session, name: &str) -> Option<Explanation> {
        self.index(name).map(|tool| visibility::explain_one(self, self.plan(), session, tool))
    }

    /// Expands a container as a call of it would, under the policy of the toolbox: what is over its cap is collapsed.
    /// Works for containers that are hidden too. `None` if there is no such container.
    pub fn expand(&self, session: &Session, container: &QualifiedId) -> Option<Expansion> {
        self.plan()
            .container(container)
            .and_then(|container| call::expand_container(self, session, container))
    }
}
