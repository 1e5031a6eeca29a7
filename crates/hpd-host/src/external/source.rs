//! Sources of external tools.

use std::sync::Arc;

use hpd_runtime::spec::SourceType;

use super::{ExternalHandler, ExternalToolList, Rules, UnknownFields};
use crate::class::Permission;

/// The tools of an MCP server, of a frontend, or of any list: only their names, descriptions and schemas are known.
///
/// Several tools lie in one container. A single tool is listed without one, since a container costs the model more than
/// one small tool. A source with [instructions](Self::post_expansion), or with another source or a skill put
/// [within](Self::within) it, always has a container. Calls of these tools pass the same checks as calls of Rust
/// functions. Then the [handler](Self::handler) makes the call. Without a handler, the call is
/// [forwarded](crate::outcome::OutcomeKind::Forward) and [completed](crate::Toolbox::complete) by its id.
///
/// | made by | container | qualified ids |
/// |---|---|---|
/// | `ExternalSource::mcp("github", ..)` | `MCP_github` | `MCP_github.get_me` |
/// | `ExternalSource::frontend("screen", ..)` | `Frontend_screen` | `Frontend_screen.open_tab` |
/// | `ExternalSource::list("Weather", ..)` | `Weather` | `Weather.forecast` |
///
/// # Names
///
/// A tool keeps the name from its source, if possible. A name that no provider accepts is mapped: invalid characters
/// become `_`, and a name that is too long ends in a hash. If a name is taken already, the source's name becomes a
/// prefix: `github__get_me`. Tools of this program come first, then the sources in the order of registration. Both stay
/// callable, and [`Toolbox::reports`](crate::Toolbox::reports) lists them. Calls to the source always use its own name
/// for the tool.
///
/// ```
/// use hpd_host::external::{ExternalSource, ExternalTool};
/// use hpd_host::{Session, Toolbox};
/// use serde_json::json;
///
/// let listed = json!({"tools": [
///     {"name": "list_issues", "inputSchema": {"type": "object"}},
///     {"name": "get.me", "inputSchema": {"type": "object"}}
/// ]});
/// let github = ExternalSource::mcp("github", ExternalTool::list_from_json(&listed)?)
///     .description("Issues and users");
/// let toolbox = Toolbox::builder().external(github).build()?;
///
/// let session = Session::new();
/// let names: Vec<_> = toolbox.tools(&session).into_iter().map(|tool| tool.name()).collect();
/// assert_eq!(names, ["MCP_github"]);
/// assert_eq!(toolbox.tool("get_me").unwrap().original_name(), "get.me");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
#[must_use]
pub struct ExternalSource {
    pub(crate) name: String,
    pub(crate) description: Option<String>,
    pub(crate) source_type: SourceType,
    pub(crate) list: ExternalToolList,
    pub(crate) handler: Option<Arc<dyn ExternalHandler>>,
    pub(crate) rules: Rules,
    pub(crate) always_wrap: bool,
    pub(crate) title: Option<String>,
    /// The host's name for the container.
    pub(crate) container_name: Option<String>,
    pub(crate) post_expansion: Option<String>,
    pub(crate) within: Option<String>,
    pub(crate) is_trusted: bool,
    pub(crate) unclassified: Option<Permission>,
    pub(crate) version: Option<String>,
    pub(crate) on_change: OnChange,
    pub(crate) unknown_fields: Option<UnknownFields>,
}

/// What happens when an external tool has changed since the user or the host agreed to it. A changed tool has another
/// [fingerprint](crate::Tool::fingerprint).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum OnChange {
    /// Permissions of the user for the former tool no longer apply, and open questions are asked again.
    #[default]
    Ask,
    /// The tool is blocked, until the host gives its source another [version](ExternalSource::version).
    Block,
}

impl ExternalSource {
    /// The tools of an MCP server.
    pub fn mcp(server: impl Into<String>, tools: impl Into<ExternalToolList>) -> Self {
        Self::new(server.into(), SourceType::Mcp, tools.into())
    }

    /// Tools that run in the client.
    pub fn frontend(name: impl Into<String>, tools: impl Into<ExternalToolList>) -> Self {
        Self::new(name.into(), SourceType::Frontend, tools.into())
    }

    /// Any other list of tools.
    pub fn list(name: impl Into<String>, tools: impl Into<ExternalToolList>) -> Self {
        Self::new(name.into(), SourceType::Plugin, tools.into())
    }

    fn new(name: String, source_type: SourceType, list: ExternalToolList) -> Self {
        Self {
            name,
            description: None,
            source_type,
            list,
            handler: None,
            rules: Rules::default(),
            always_wrap: false,
            title: None,
            container_name: None,
            post_expansion: None,
            within: None,
            is_trusted: false,
            unclassified: None,
            version: None,
            on_change: OnChange::Ask,
            unknown_fields: None,
        }
    }

    /// Sets the description of the container: a summary of the tools, for the model.
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// Sets the name of the container for people.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Sets the model's name for the container, such as `git` in place of `MCP_git`. Qualified ids stay the same. If it is
    /// not a legal name, or another tool has it, the build [fails](crate::error::BuildProblem::SameName).
    ///
    /// ```
    /// use hpd_host::external::{ExternalSource, ExternalTool};
    /// use hpd_host::{Session, Toolbox};
    /// use serde_json::json;
    ///
    /// let tool = |name| ExternalTool::new(name, "", json!({"type": "object"}));
    /// let git =
    ///     ExternalSource::mcp("git", vec![tool("git_log"), tool("git_show")]).container_name("git");
    /// let toolbox = Toolbox::builder().external(git).build()?;
    /// assert_eq!(toolbox.tool_list(&Session::new()).names().collect::<Vec<_>>(), ["git"]);
    /// assert_eq!(toolbox.tool("git").unwrap().id().as_str(), "MCP_git");
    /// # Ok::<(), hpd_host::BuildError>(())
    /// ```
    pub fn container_name(mut self, name: impl Into<String>) -> Self {
        self.container_name = Some(name.into());
        self
    }

    /// The text for the model when the container is expanded, such as the instructions of an MCP server. A source with
    /// such a text has a container, even for a single tool.
    ///
    /// ```
    /// use hpd_host::external::{ExternalSource, ExternalTool};
    /// use hpd_host::{RawCall, Session, Toolbox};
    /// use serde_json::json;
    ///
    /// let tool = |name| ExternalTool::new(name, "", json!({"type": "object"}));
    /// let shop = ExternalSource::mcp("shop", vec![tool("find"), tool("buy")])
    ///     .post_expansion("Find before you buy.");
    /// let toolbox = Toolbox::builder().external(shop).build()?;
    ///
    /// # futures_executor::block_on(async {
    /// let expanded = toolbox.call(&Session::new(), &RawCall::new("1", "MCP_shop", "{}")).await;
    /// assert_eq!(
    ///     expanded.for_model().text,
    ///     "MCP_shop expanded. Functions: find, buy.\n\nFind before you buy."
    /// );
    /// # });
    /// # Ok::<(), hpd_host::BuildError>(())
    /// ```
    pub fn post_expansion(mut self, text: impl Into<String>) -> Self {
        self.post_expansion = Some(text.into());
        self
    }

    /// Puts the source into the container of a plugin with a scope, or of another source. `container` is its qualified
    /// id or its name. The source is hidden until that container is expanded. An outer source then always has a
    /// container, even for a single tool. With an unknown container, the build
    /// [fails](crate::error::BuildProblem::Within).
    ///
    /// ```
    /// use hpd_host::external::{ExternalSource, ExternalTool};
    /// use hpd_host::{Session, Toolbox};
    /// use serde_json::json;
    ///
    /// let tool = |name| ExternalTool::new(name, "", json!({"type": "object"}));
    /// let office = ExternalSource::mcp("office", vec![tool("calendar"), tool("mail")]);
    /// let rooms =
    ///     ExternalSource::mcp("rooms", vec![tool("book"), tool("free")]).within("MCP_office");
    /// let toolbox = Toolbox::builder().external(office).external(rooms).build()?;
    ///
    /// let session = Session::new();
    /// assert_eq!(toolbox.tool_list(&session).names().collect::<Vec<_>>(), ["MCP_office"]);
    /// session.expand(toolbox.tool("MCP_office").unwrap().id());
    /// let names = toolbox.tool_list(&session).names().map(str::to_owned).collect::<Vec<_>>();
    /// assert_eq!(names, ["MCP_office", "calendar", "mail", "MCP_rooms"]);
    /// # Ok::<(), hpd_host::BuildError>(())
    /// ```
    pub fn within(mut self, container: impl Into<String>) -> Self {
        self.within = Some(container.into());
        self
    }

    /// Sets the handler that makes the calls. Without a handler, calls are forwarded.
    pub fn handler(mut self, handler: impl ExternalHandler + 'static) -> Self {
        self.handler = Some(Arc::new(handler));
        self
    }

    /// The program's rules for the tools, in addition to their schemas.
    pub fn rules(mut self, rules: Rules) -> Self {
        self.rules = rules;
        self
    }

    /// The host trusts what the source says of its tools: a tool with `readOnlyHint: true` is a read, unless its name
    /// says otherwise. See [`Classification`](super::Classification).
    pub const fn trusted(mut self) -> Self {
        self.is_trusted = true;
        self
    }

    /// The permission for the unclassified tools of this source. By default, the toolbox's
    /// [permission](crate::Approval::unclassified) for such tools applies.
    pub const fn unclassified(mut self, permission: Permission) -> Self {
        self.unclassified = Some(permission);
        self
    }

    /// The host's version of the source: part of the fingerprint of each of its tools. With a new version, permissions
    /// for the former tools no longer apply.
    pub fn version(mut self, version: impl Into<String>) -> Self {
        self.version = Some(version.into());
        self
    }

    /// What happens to a tool that changes. By default, the user is asked about it anew.
    ///
    /// ```
    /// use hpd_host::Toolbox;
    /// use hpd_host::external::{ExternalSource, ExternalTool, OnChange};
    /// use serde_json::json;
    ///
    /// let source = |description: &str| {
    ///     let pay = ExternalTool::new("pay", description, json!({"type": "object"}));
    ///     ExternalSource::mcp("books", vec![pay]).on_change(OnChange::Block)
    /// };
    /// let toolbox = Toolbox::builder().external(source("Pays a bill")).build()?;
    /// let changed = toolbox.with_source(source("Pays what I say"))?;
    /// assert!(changed.tool("pay").unwrap().is_blocked());
    ///
    /// // The host has looked at the new tools, and agrees.
    /// let agreed = changed.with_source(source("Pays what I say").version("2"))?;
    /// assert!(!agreed.tool("pay").unwrap().is_blocked());
    /// # Ok::<(), hpd_host::BuildError>(())
    /// ```
    pub const fn on_change(mut self, on_change: OnChange) -> Self {
        self.on_change = on_change;
        self
    }

    /// What happens to fields that the schemas of the tools do not list, as far as no [rule](super::ToolRules) of a tool
    /// says otherwise. By default, they are errors for writes, and warnings for all other tools.
    pub const fn unknown_fields(mut self, unknown_fields: UnknownFields) -> Self {
        self.unknown_fields = Some(unknown_fields);
        self
    }

    /// Puts a tool into a container even if it is alone.
    pub const fn always_wrap(mut self) -> Self {
        self.always_wrap = true;
        self
    }

    /// The plugin name of the source: its container's name before it is made legal. It is also the first half of the
    /// tools' qualified ids.
    pub(crate) fn plugin_name(&self) -> String {
        match self.source_type {
            SourceType::Mcp => format!("MCP_{}", self.name),
            SourceType::Frontend => format!("Frontend_{}", self.name),
            SourceType::Plugin | SourceType::Skill => self.name.clone(),
        }
    }

    /// The description of the container for the model.
    pub(crate) fn container_text(&self) -> String {
        match (&self.description, self.source_type) {
            (Some(description), _) => description.clone(),
            (None, SourceType::Mcp) => format!("Tools of the MCP server {}", self.name),
            (None, SourceType::Frontend) => format!("Tools of the user's {}", self.name),
            (None, SourceType::Plugin | SourceType::Skill) => format!("Tools of {}", self.name),
        }
    }
}
