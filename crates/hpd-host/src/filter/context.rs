//! A filter's view of a call.

use std::any::Any;
use std::borrow::Cow;

use hpd_runtime::args::{Node, Warning};
use hpd_runtime::spec::QualifiedId;
use hpd_runtime::values::Provenance;
use hpd_runtime::{CallContext, Principal};

use crate::external::argument;
use crate::tool::Tool;

/// When a filter is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Stage {
    /// The arguments were validated.
    Validated,
    /// The function is about to run.
    Running,
}

/// A filter's view of a call. It is read-only.
#[derive(Clone, Copy)]
pub struct FilterContext<'a> {
    pub(super) stage: Stage,
    pub(super) tool: &'a Tool,
    pub(super) resolved: &'a Resolved,
    pub(super) call: &'a CallContext<'a>,
}

/// The arguments of a call, all of them.
#[derive(Debug)]
pub(crate) struct Resolved {
    pub(crate) arguments: Node<'static>,
    /// Names of defaulted arguments.
    pub(crate) defaulted: Vec<Cow<'static, str>>,
}

impl Resolved {
    /// Whether an argument has a declared default as its value.
    pub(crate) fn is_defaulted(&self, name: &str) -> bool {
        self.defaulted.iter().any(|defaulted| *defaulted == name)
    }
}

/// Without values, which may be sensitive.
impl std::fmt::Debug for FilterContext<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names: Vec<_> = match self.arguments() {
            Node::Object(members) => members.iter().map(|(name, _)| name).collect(),
            _ => Vec::new(),
        };
        let mut short = f.debug_struct("FilterContext");
        short.field("stage", &self.stage).field("id", &self.id().as_str()).field("arguments", &names);
        short.finish_non_exhaustive()
    }
}

impl<'a> FilterContext<'a> {
    /// When the filter is asked.
    pub const fn stage(&self) -> Stage {
        self.stage
    }

    /// The tool that is called.
    pub const fn tool(&self) -> &'a Tool {
        self.tool
    }

    /// Its qualified id: `Plugin.function`.
    pub const fn id(&self) -> &'a QualifiedId {
        self.tool.id()
    }

    /// The name by which the model calls it.
    pub fn name(&self) -> &'a str {
        self.tool.name()
    }

    /// Whether it changes something.
    pub fn is_write(&self) -> bool {
        self.tool.is_write()
    }

    /// The arguments as the function receives them, defaults among them: an object. Sensitive values are in it.
    pub const fn arguments(&self) -> &'a Node<'static> {
        &self.resolved.arguments
    }

    /// The value of one argument. For an external tool, a name in other case is found too: a server may read it so.
    pub fn argument(&self, name: &str) -> Option<&'a Node<'static>> {
        argument(&self.resolved.arguments, name, self.tool.outside().is_some())
    }

    /// Where the value of an argument comes from; `None` for one that is absent.
    pub fn provenance(&self, name: &str) -> Option<Provenance> {
        self.argument(name)?;
        // The provenance from the collection, or from the stored call.
        let found = self.call.provenance(name);
        let default = || self.resolved.is_defaulted(name).then_some(Provenance::Declared);
        found.or_else(default).or(Some(Provenance::Model))
    }

    /// The warnings about the arguments.
    pub fn warnings(&self) -> &'a [Warning] {
        self.call.warnings()
    }

    /// The principal on whose behalf the call is made, and the tenant whose data it uses.
    pub const fn principal(&self) -> &'a Principal {
        self.call.principal()
    }

    /// A value that the host put into the turn.
    pub fn extension<T: Any + Send + Sync>(&self) -> Option<&'a T> {
        self.call.extension()
    }

    /// The context of the call, as the function will get it.
    pub const fn call(&self) -> &'a CallContext<'a> {
        self.call
    }
}
