//! The report on all tools: what each is, and whether the user is asked about it.

use std::fmt;

use hpd_runtime::spec::Risk;

use super::Toolbox;
use crate::class::{ClassReason, Classification, Permission, ToolClass};
use crate::tool::{Role, Tool};

/// What a tool is, and whether its calls run without a question.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct ToolReport<'t> {
    /// The tool.
    pub tool: &'t Tool,
    /// The class; `None` for the tool that calls other tools by name: each call has the class of the called tool.
    pub classification: Option<Classification>,
    /// The risk of a write or of an unclassified tool. Rules and values may raise it for a call.
    pub risk: Option<Risk>,
    /// The reason for the class.
    pub reason: ClassReason,
    /// The host's permission, before rules and risk.
    pub permission: Permission,
}

/// One line: `MCP_books.wire_money: write, medium risk, ask (its name has the word `wire`)`.
impl fmt::Display for ToolReport<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let class = self.classification.map_or("calls tools", Classification::as_str);
        write!(f, "{}: {class}", self.tool.id())?;
        match self.risk {
            Some(Risk::Low) => f.write_str(", low risk")?,
            Some(Risk::Medium) => f.write_str(", medium risk")?,
            Some(Risk::High) => f.write_str(", high risk")?,
            None => {}
        }
        let permission = if self.tool.is_blocked() { "blocked" } else { self.permission.as_str() };
        write!(f, ", {permission} ({})", self.reason)
    }
}

impl Toolbox {
    /// All tools with their classes, in the order of registration: for a look at the start of a program.
    ///
    /// ```
    /// use hpd_host::Toolbox;
    /// use hpd_host::external::{ExternalSource, ExternalTool};
    /// use serde_json::json;
    ///
    /// let tool = |name| ExternalTool::new(name, "", json!({"type": "object"}));
    /// let books = ExternalSource::mcp("books", vec![tool("balance"), tool("wire_money")]);
    /// let toolbox = Toolbox::builder().external(books).build()?;
    ///
    /// let report: Vec<_> =
    ///     toolbox.tools_report().into_iter().map(|line| line.to_string()).collect();
    /// assert_eq!(
    ///     report,
    ///     [
    ///         "MCP_books: read, allow (a container only reveals tools)",
    ///         "MCP_books.balance: unclassified, medium risk, ask (nothing classifies it)",
    ///         "MCP_books.wire_money: write, medium risk, ask (its name has the word `wire`)",
    ///     ]
    /// );
    /// # Ok::<(), hpd_host::BuildError>(())
    /// ```
    pub fn tools_report(&self) -> Vec<ToolReport<'_>> {
        let tools = self.all_tools().iter().enumerate();
        let reports = tools.map(|(index, tool)| {
            let ToolClass { classification, risk, reason } = tool.class();
            let permission = self.safeguards().policy_of(index).permission.at_risk(risk);
            ToolReport { tool, classification, risk, reason, permission }
        });
        reports.collect()
    }
    /// The tools that a container or a skill reveals, in its order; none for a function. A skill reveals functions of
    /// other plugins, too. For the host only: list filters may hide some of them from a principal.
    ///
    /// ```
    /// use hpd_host::Toolbox;
    /// use hpd_host::external::{ExternalSource, ExternalTool};
    /// use serde_json::json;
    ///
    /// let tool = |name| ExternalTool::new(name, "", json!({"type": "object"}));
    /// let books = ExternalSource::mcp("books", vec![tool("balance"), tool("wire_money")]);
    /// let toolbox = Toolbox::builder().external(books).build()?;
    ///
    /// let container = toolbox.tool("MCP_books").ok_or("no container")?;
    /// let names: Vec<_> = toolbox.members(container).map(|tool| tool.name()).collect();
    /// assert_eq!(names, ["balance", "wire_money"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn members(&self, container: &Tool) -> impl Iterator<Item = &Tool> {
        let index = self.plan().container(container.id());
        let role = index.and_then(|index| match &self.tools_and_bridge().get(index)?.role {
            Role::Container(role) => Some(role),
            Role::Function(_) | Role::Bridge(_) => None,
        });
        let members = role.map(|role| role.members.as_slice()).unwrap_or_default();
        members.iter().filter_map(|&member| self.tools_and_bridge().get(member))
    }
}
