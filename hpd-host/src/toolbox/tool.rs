//! A tool of a toolbox.

use hpd_runtime::args::{ArgumentPlan, Reader, Refused};
use hpd_runtime::spec::{FunctionSpec, ScopeSpec, SkillInfo};
use hpd_runtime::{BoundPlugin, CallContext, Metadata, PreparedCall, QualifiedId, ToolName, prepare};

use super::outside::OutsideFunction;

/// The place of a tool in its toolbox.
pub(crate) type ToolIndex = usize;

/// A tool of a toolbox: what the model sees of it, and what a call of it does.
#[derive(Debug)]
pub struct Tool {
    pub(crate) name: ToolName,
    /// The name that the source gave it, where that is not a legal one.
    pub(crate) original_name: Option<Box<str>>,
    pub(crate) id: QualifiedId,
    pub(crate) title: Option<Box<str>>,
    pub(crate) description: Box<str>,
    pub(crate) input_schema: Box<str>,
    pub(crate) metadata: Metadata,
    pub(crate) role: Role,
    pub(crate) reveal: Reveal,
}

/// When a tool is listed.
#[derive(Debug, Default)]
pub(crate) struct Reveal {
    /// From the start.
    pub(crate) always: bool,
    /// While one of these containers is expanded.
    pub(crate) by: Vec<ToolIndex>,
}

/// What a call of a tool does.
#[derive(Debug)]
pub(crate) enum Role {
    /// Runs a function.
    Function(FunctionRole),
    /// Reveals members.
    Container(ContainerRole),
}

/// A tool that runs.
#[derive(Debug)]
pub(crate) enum FunctionRole {
    /// Code of this program.
    Here(RustFunction),
    /// Code that is not in this program.
    Elsewhere(OutsideFunction),
}

/// A function of this program, and how its arguments are read.
pub(crate) struct RustFunction {
    pub(crate) plan: ArgumentPlan,
    pub(crate) target: Target,
}

/// Which function.
pub(crate) enum Target {
    /// A method.
    Member { plugin: BoundPlugin, function: usize },
    /// A free function.
    Free(&'static FunctionSpec<()>),
}

impl RustFunction {
    /// Reads the arguments of a call. Nothing runs.
    #[inline]
    pub(crate) fn prepare<'a>(
        &'a self,
        reader: &mut Reader<'_>,
        context: &'a CallContext<'a>,
    ) -> Result<PreparedCall<'a>, Refused> {
        match &self.target {
            Target::Member { plugin, function } => plugin.prepare(*function, reader, context),
            Target::Free(spec) => prepare(spec, &(), reader, context),
        }
    }
}

impl std::fmt::Debug for RustFunction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("RustFunction").field(&self.plan.info().name).finish()
    }
}

/// A tool that reveals others.
#[derive(Debug)]
pub(crate) struct ContainerRole {
    /// What it reveals, in order.
    pub(crate) members: Vec<ToolIndex>,
    /// Parameters of its functions that are never echoed.
    pub(crate) sensitive: Vec<&'static str>,
    pub(crate) kind: ContainerKind,
}

/// The kinds of containers.
#[derive(Debug)]
pub(crate) enum ContainerKind {
    /// Of a plugin.
    Scope(&'static ScopeSpec),
    /// A skill.
    Skill { info: &'static SkillInfo, plugin: BoundPlugin, skill: usize },
    /// Of tools from outside.
    External,
}

impl Tool {
    /// The name by which the model calls it.
    pub fn name(&self) -> &str {
        self.name.as_str()
    }

    /// The name that the source gave it, where that is not a legal one.
    pub fn original_name(&self) -> &str {
        self.original_name.as_deref().unwrap_or_else(|| self.name.as_str())
    }

    /// `Plugin.tool`: unique, and the same in every toolbox.
    pub const fn id(&self) -> &QualifiedId {
        &self.id
    }

    /// A name for people.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// What it does, for the model.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// The JSON Schema of its arguments, as a JSON text.
    pub fn input_schema(&self) -> &str {
        &self.input_schema
    }

    /// What else is known of it.
    pub const fn metadata(&self) -> &Metadata {
        &self.metadata
    }

    /// Whether calling it reveals members.
    pub const fn is_container(&self) -> bool {
        matches!(self.role, Role::Container(_))
    }

    /// Whether it changes something.
    pub fn is_write(&self) -> bool {
        match &self.role {
            Role::Function(FunctionRole::Here(function)) => function.plan.info().is_write(),
            Role::Function(FunctionRole::Elsewhere(function)) => function.write,
            Role::Container(_) => false,
        }
    }
}
