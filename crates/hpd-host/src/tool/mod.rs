//! A tool of a toolbox: its form for the model, and its behaviour.

mod added;
mod added_names;
mod checks;
mod classified;
mod container;
mod delegated;
mod external_function;
mod fingerprint;
mod input_schema;
mod library;
mod narrowed;
mod once;
mod part;
mod partial;
mod place;
mod published;
mod reader;
mod reading;
mod results;
mod search;

use std::sync::OnceLock;
use std::time::Duration;

use hpd_runtime::__private::{ArgumentPlan, PreparedCall, Reader, Refused, SchemaPlan};
use hpd_runtime::CallContext;
use hpd_runtime::args::{Leniency, Limits};
use hpd_runtime::dialect::{Converted, Dialect, DialectError};
use hpd_runtime::spec::{BoundFunction, BoundPlugin, Effect, Metadata, QualifiedId, ToolName, Write};

use crate::class::Classification;

pub(crate) use added::{AddedJob, AddedTool, SearchJob};
pub(crate) use added_names::{AddedNames, BRIDGE};
pub(crate) use checks::Checks;
pub(crate) use container::{ContainerKind, ContainerRole, SourceContainer};
pub(crate) use external_function::{Blocked, ExternalFunction, ExternalSettings, Listing, argument_schema};
pub(crate) use input_schema::{Definition, Form, InputSchema, WrittenSchema};
pub(crate) use library::{Content, DocumentProblem, Library, StoredDocument};
pub(crate) use narrowed::Narrowing;
pub(crate) use part::{Excerpt, part, part_of};
pub(crate) use partial::{NO_PARAMETERS, Named, container_description, partial_container};
pub(crate) use place::Place;
pub(crate) use reader::{
    DocumentReader, DocumentRequest, PART_BYTES, READ_DOCUMENT, READ_DOCUMENT_SCHEMA, READ_DOCUMENT_TEXT,
};
pub(crate) use results::{READ_RESULT, READ_RESULT_SCHEMA, READ_RESULT_TEXT};
pub use search::ToolSearch;
pub(crate) use search::{SEARCH, SEARCH_SCHEMA, SEARCH_TEXT, found_id, found_tool};

/// The place of a tool in its toolbox.
pub(crate) type ToolIndex = usize;

/// A tool of a toolbox: its form for the model, and its behaviour.
pub struct Tool {
    pub(crate) name: ToolName,
    /// The name that the source gave it, where that is not a legal one.
    pub(crate) original_name: Option<Box<str>>,
    pub(crate) id: QualifiedId,
    pub(crate) title: Option<Box<str>>,
    pub(crate) description: Box<str>,
    pub(crate) input_schema: InputSchema,
    /// The configuration's effect on its schema. Set when the toolbox is closed.
    pub(crate) narrowing: Option<Box<Narrowing>>,
    pub(crate) metadata: Metadata,
    pub(crate) role: Role,
    pub(crate) reveal: Reveal,
    /// Nothing is collected for its calls, no filter sees them, none is stored before it runs, and no argument is
    /// sensitive. Filled in when the toolbox is closed.
    pub(crate) is_plain: bool,
}

/// When a tool is listed.
#[derive(Debug, Default)]
pub(crate) struct Reveal {
    /// The place of the tool among the others.
    pub(crate) place: Place,
    /// From the start, under the leniency of its toolbox. Filled in when the toolbox is closed.
    pub(crate) always: bool,
    /// While one of these containers is expanded.
    pub(crate) by: Vec<ToolIndex>,
}

/// The behaviour of a tool's calls.
#[derive(Debug)]
pub(crate) enum Role {
    /// Runs a function.
    Function(FunctionRole),
    /// Reveals members.
    Container(ContainerRole),
    /// Calls another tool by name.
    Bridge(Box<BridgeRole>),
}

/// A tool that runs.
#[derive(Debug)]
pub(crate) enum FunctionRole {
    /// Code of this program.
    Here(Box<RustFunction>),
    /// Code that is not in this program.
    External(Box<ExternalFunction>),
    /// A tool that the toolbox adds.
    Added(Box<AddedTool>),
}

/// A function of this program, and how its arguments are read.
pub(crate) struct RustFunction {
    pub(crate) plan: ArgumentPlan,
    pub(crate) target: Target,
    /// The schema of its results, written when it is asked for.
    result_schema: OnceLock<Option<Box<str>>>,
}

/// Which function.
pub(crate) enum Target {
    /// A method.
    Member { plugin: BoundPlugin, function: usize },
    /// A free function.
    Free(BoundFunction),
}

impl RustFunction {
    pub(crate) const fn new(plan: ArgumentPlan, target: Target) -> Self {
        Self { plan, target, result_schema: OnceLock::new() }
    }

    /// Reads the arguments of a call. Nothing runs.
    #[inline]
    pub(crate) fn prepare<'a>(
        &'a self,
        reader: &mut Reader<'_>,
        context: &'a CallContext<'a>,
    ) -> Result<PreparedCall<'a>, Refused> {
        match &self.target {
            Target::Member { plugin, function } => plugin.prepare(*function, reader, context),
            Target::Free(function) => function.prepare(reader, context),
        }
    }
}

impl std::fmt::Debug for RustFunction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("RustFunction").field(&self.plan.info().name).finish()
    }
}

/// A tool that calls another one by name: how the text around that call is read.
#[derive(Debug)]
pub(crate) struct BridgeRole {
    pub(crate) plan: SchemaPlan,
    pub(crate) limits: Limits,
    pub(crate) leniency: Leniency,
    /// Its own name.
    pub(crate) name: Box<str>,
}

impl Tool {
    /// The name by which the model calls it.
    pub fn name(&self) -> &str {
        self.name.as_str()
    }

    /// The name that the tool's source gave. It differs from [`name`](Self::name) only if the tool was renamed.
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

    /// The purpose, for the model.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// The JSON Schema of its arguments as the model sees it now, as a JSON text: without parameters that the
    /// configuration fills.
    pub fn input_schema(&self) -> &str {
        self.seen_schema().text()
    }

    /// The schema that the model sees, under the configuration as it is.
    pub(crate) fn seen_schema(&self) -> &InputSchema {
        let narrowed = self.narrowing.as_ref().and_then(|narrowing| narrowing.now(self.input_schema.text()));
        narrowed.unwrap_or(&self.input_schema)
    }

    /// The schema of [`input_schema`](Self::input_schema) in a provider's dialect, as a JSON text. The text is written
    /// at the first call for a dialect, and reused. If the configuration changes the schema, another text is written.
    ///
    /// # Errors
    ///
    /// A [`DialectError`], if the schema can't be written in this dialect.
    pub fn input_schema_in(&self, dialect: Dialect) -> Result<&str, &DialectError> {
        self.seen_schema().in_dialect(dialect).map(|written| &*written.text)
    }

    /// The schema of [`input_schema`](Self::input_schema) in a provider's dialect, with a report.
    /// [`restore`](hpd_runtime::dialect::Converted::restore) converts the arguments of a call back.
    ///
    /// # Errors
    ///
    /// A [`DialectError`], if the schema can't be written in this dialect.
    pub fn converted_schema(&self, dialect: Dialect) -> Result<&Converted, &DialectError> {
        self.seen_schema().in_dialect(dialect).map(|written| &written.converted)
    }

    /// Further metadata.
    pub const fn metadata(&self) -> &Metadata {
        &self.metadata
    }

    /// Whether a call of the tool reveals members.
    pub const fn is_container(&self) -> bool {
        matches!(self.role, Role::Container(_))
    }

    /// Whether it is a skill: a container with instructions for the model.
    pub const fn is_skill(&self) -> bool {
        matches!(&self.role, Role::Container(role) if role.kind.is_skill())
    }

    /// Whether it is the skill of this name or qualified id.
    pub(crate) fn is_skill_named(&self, skill: &str) -> bool {
        self.is_skill() && [self.name(), self.original_name(), self.id.as_str()].contains(&skill)
    }

    /// The plugin or the source of the tool.
    pub fn plugin(&self) -> Option<&str> {
        let id = self.id.as_str();
        // Names of sources may have dots.
        match &self.role {
            Role::Function(FunctionRole::External(function)) => {
                id.strip_suffix(&*function.name)?.strip_suffix('.')
            }
            Role::Container(ContainerRole { kind: ContainerKind::External(_), .. }) => None,
            _ => id.split_once('.').map(|(plugin, _)| plugin),
        }
    }

    /// The names of all parameters, by the schema.
    pub(crate) fn parameter_names(&self) -> Vec<String> {
        let schema = serde_json::from_str::<serde_json::Value>(self.input_schema.text());
        let properties = schema.as_ref().ok().and_then(|schema| schema.get("properties")?.as_object());
        properties.map(|properties| properties.keys().cloned().collect()).unwrap_or_default()
    }

    /// The parameters whose values are never shown.
    pub(crate) fn sensitive_parameters(&self) -> Vec<&str> {
        match &self.role {
            Role::Function(FunctionRole::Here(function)) => {
                let params = function.plan.info().params.iter();
                params.filter(|param| param.sensitive).map(|param| param.name).collect()
            }
            _ => self.outside().map_or_else(Vec::new, |function| function.sensitive_fields().collect()),
        }
    }

    /// How long an attempt at it may take, if its function says so.
    pub(crate) fn timeout(&self) -> Option<Duration> {
        match &self.role {
            Role::Function(FunctionRole::Here(function)) => {
                function.plan.info().timeout_ms.map(Duration::from_millis)
            }
            _ => None,
        }
    }

    /// Whether its calls are forwarded, and completed later.
    pub(crate) fn is_forwarded(&self) -> bool {
        self.outside().is_some_and(|function| function.handler.is_none())
    }

    /// The phrase that a user has to type before it is called.
    pub fn confirm_phrase(&self) -> Option<&str> {
        match &self.role {
            Role::Function(FunctionRole::Here(function)) => write_of(function)?.confirm_phrase,
            _ => self.outside()?.confirm_phrase(),
        }
    }

    /// The question to the user before a call, in words of its author or of the host. `{Parameter}` is a placeholder
    /// for a value.
    pub fn question(&self) -> Option<&str> {
        match &self.role {
            Role::Function(FunctionRole::Here(function)) => function.plan.info().question,
            _ => self.outside()?.question(),
        }
    }

    /// Whether its question has names that a preview gives.
    pub(crate) fn has_previewed_names(&self) -> bool {
        match &self.role {
            Role::Function(FunctionRole::Here(function)) => !function.plan.info().preview.is_empty(),
            _ => self.outside().is_some_and(ExternalFunction::has_previewed_names),
        }
    }

    /// Whether it is the search for tools, whatever its name is.
    pub(crate) fn searches(&self) -> bool {
        match &self.role {
            Role::Function(FunctionRole::Added(added)) => matches!(added.job, AddedJob::Search(_)),
            _ => false,
        }
    }

    pub(crate) fn outside(&self) -> Option<&ExternalFunction> {
        match &self.role {
            Role::Function(FunctionRole::External(function)) => Some(function.as_ref()),
            _ => None,
        }
    }
}

impl std::fmt::Debug for Tool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut short = f.debug_struct("Tool");
        short.field("id", &self.id.as_str()).field("name", &self.name());
        short.field("is_container", &self.is_container()).field("is_write", &self.is_write());
        short.finish_non_exhaustive()
    }
}

fn write_of(function: &RustFunction) -> Option<Write> {
    match function.plan.info().effect {
        Effect::Write(write) => Some(write),
        Effect::Read => None,
    }
}

/// The name of a tool without its plugin's, independent of the prefix for models.
pub(crate) fn own_name(tool: &Tool) -> &str {
    let id = tool.id().as_str();
    let own = tool.plugin().and_then(|plugin| id.strip_prefix(plugin)?.strip_prefix('.'));
    own.unwrap_or(id)
}
