//! What a tool may do, and whether its calls are refused.

use hpd_runtime::spec::{Effect, Risk};

use super::{AddedJob, Blocked, ExternalFunction, FunctionRole, Role, RustFunction, Tool};
use crate::class::{ClassReason, Classification, ToolClass};
use crate::external::{OnChange, ToolAnnotations};

impl Tool {
    /// What the tool may do: the one answer to this question.
    pub(crate) fn class(&self) -> ToolClass {
        match &self.role {
            Role::Function(FunctionRole::Here(function)) => class_of(function),
            Role::Function(FunctionRole::External(function)) => function.class(),
            Role::Function(FunctionRole::Added(added)) => ToolClass::read(match added.job {
                AddedJob::Documents(_) => ClassReason::Documents,
                AddedJob::Results => ClassReason::Results,
                AddedJob::Search(_) => ClassReason::Search,
            }),
            Role::Container(_) => ToolClass::read(ClassReason::Container),
            Role::Bridge(_) => ToolClass::of_called_tool(),
        }
    }

    /// Whether the tool reads or writes. `None` for the tool that calls other tools by name: each call has the class of
    /// the called tool.
    pub fn classification(&self) -> Option<Classification> {
        self.class().classification
    }

    /// Whether the tool writes, or may write: its class is [`Classification::Write`] or
    /// [`Classification::Unclassified`].
    pub fn is_write(&self) -> bool {
        match &self.role {
            Role::Function(FunctionRole::Here(function)) => function.plan.info().is_write(),
            _ => self.class().may_write(),
        }
    }

    /// The risk of a tool that writes, or may write.
    pub fn risk(&self) -> Option<Risk> {
        self.class().risk
    }

    /// Whether all calls are refused until the host acts. Only for external tools. Rules of the host lost the tool or one
    /// of its fields, or the tool [changed](crate::external::OnChange::Block).
    pub fn is_blocked(&self) -> bool {
        self.outside().is_some_and(|function| function.blocked.is_some())
    }

    /// The source's hints about an external tool.
    pub fn annotations(&self) -> Option<ToolAnnotations> {
        self.outside().map(ExternalFunction::annotations)
    }

    /// The host's version of the source of an external tool.
    pub(crate) fn source_version(&self) -> Option<&str> {
        self.outside()?.origin.version.as_deref()
    }

    /// Whether a change blocks the tool.
    pub(crate) fn is_blocked_by_change(&self) -> bool {
        self.outside().is_some_and(|function| function.origin.on_change == OnChange::Block)
    }

    /// The name for people in questions to the user. The title of a source does not count: a server could write
    /// anything there.
    pub(crate) fn trusted_title(&self) -> Option<&str> {
        match self.outside() {
            Some(function) => function.title(),
            None => self.title(),
        }
    }

    /// Whether a call may change something, as far as the program says: a write, an unclassified tool, or a function that
    /// is named like a write and says neither word.
    pub(crate) fn may_change(&self) -> bool {
        self.is_write() || self.unmarked_write_word().is_some()
    }

    /// Whether nothing classifies the tool, or it is a function that does not say `write` and is named like a write.
    pub(crate) fn is_unclassified(&self) -> bool {
        self.unmarked_write_word().is_some() || self.class().is(Classification::Unclassified)
    }

    /// The word of a change in its name, if it is a function of this program with neither `write` nor `read_only`.
    pub(crate) fn unmarked_write_word(&self) -> Option<&'static str> {
        match &self.role {
            Role::Function(FunctionRole::Here(function)) => function.plan.info().unmarked_write_word(),
            _ => None,
        }
    }

    /// Refuses all calls of an external tool.
    pub(crate) fn block(&mut self, reason: Blocked) {
        if let Role::Function(FunctionRole::External(function)) = &mut self.role {
            function.blocked = Some(reason);
        }
    }
}

fn class_of(function: &RustFunction) -> ToolClass {
    let info = function.plan.info();
    match info.effect {
        Effect::Write(write) => ToolClass::write(write.risk, ClassReason::DeclaredWrite),
        Effect::Read if info.hints.read_only == Some(true) => ToolClass::read(ClassReason::DeclaredReadOnly),
        Effect::Read => ToolClass::read(ClassReason::Undeclared),
    }
}
