//! The toolbox as each principal sees it.

use std::any::Any;
use std::sync::Arc;

use hpd_runtime::__private::Interpreter;
use hpd_runtime::args::Node;
use hpd_runtime::spec::QualifiedId;
use hpd_runtime::{RawCall, TurnContext};

use super::Toolbox;
use crate::filter::ListFilters;
use crate::session::Session;
use crate::tool::{FunctionRole, Role, Tool, ToolIndex};
use crate::visibility::{Filtered, Hidden};

/// The toolbox as the principal of a turn sees it. Without a turn there is no principal.
impl Toolbox {
    /// The toolbox as a turn sees it: this one where there are no list filters and no choices of its own, or one that is
    /// put into `narrowed`.
    #[inline]
    pub(crate) fn shown_to<'a>(
        &'a self,
        session: &Session,
        turn: &TurnContext,
        narrowed: &'a mut Option<Self>,
    ) -> &'a Self {
        if self.has_to_be_narrowed() || !self.goes_as(session, turn) {
            narrowed.insert(self.narrow(session, turn))
        } else {
            self
        }
    }

    /// Whether there are list filters that were not asked yet for this turn.
    #[inline]
    pub(crate) fn has_to_be_narrowed(&self) -> bool {
        !self.list_filters().are_none() && self.view.is_none()
    }

    #[cold]
    fn narrow(&self, session: &Session, turn: &TurnContext) -> Self {
        let filtered =
            Filtered { tools: &self.tools.list, plan: &self.tools.plan, filters: self.list_filters() };
        let view = if self.has_to_be_narrowed() {
            Some(self.tools.views.view(filtered, turn))
        } else {
            self.view.clone()
        };
        Self { tools: Arc::clone(&self.tools), view, ways: self.ways_of(session, turn) }
    }

    /// Those of a list that a turn without a principal sees.
    pub(crate) fn listed_without_turn(
        &self,
        session: &Session,
        list: impl FnOnce(&Self) -> Arc<[ToolIndex]>,
    ) -> Vec<&Tool> {
        let mut narrowed = None;
        let shown = self.shown_to(session, const { &TurnContext::empty() }, &mut narrowed);
        let view = shown.view.as_ref().map(|view| self.tools.views.lend(view));
        let tool = |&index: &ToolIndex| {
            view.and_then(|view| view.container(index)).unwrap_or(&self.tools.list[index])
        };
        list(shown).iter().map(tool).collect()
    }

    /// The place of a tool by the name that the model calls, or that its source gave it.
    #[inline]
    pub(crate) fn index(&self, name: &str) -> Option<ToolIndex> {
        let index = self.registered_index(name)?;
        (!self.hides(index)).then_some(index)
    }

    /// The same, whether list filters hide the tool or not.
    #[inline]
    pub(crate) fn registered_index(&self, name: &str) -> Option<ToolIndex> {
        self.tools.by_name.get(name).copied()
    }

    /// The place of a tool by its qualified id.
    pub(crate) fn index_of(&self, id: &QualifiedId) -> Option<ToolIndex> {
        let index = self.registered_index_of(id)?;
        (!self.hides(index)).then_some(index)
    }

    /// The same, whether list filters hide the tool or not.
    pub(crate) fn registered_index_of(&self, id: &QualifiedId) -> Option<ToolIndex> {
        self.tools.list.iter().position(|tool| tool.id == *id)
    }

    /// A tool as it is shown.
    #[inline]
    pub(crate) fn at(&self, index: ToolIndex) -> &Tool {
        let partial = self.view.as_ref().and_then(|view| view.container(index));
        partial.unwrap_or(&self.tools.list[index])
    }

    /// Whether list filters hide a tool.
    #[inline]
    pub(crate) fn hides(&self, tool: ToolIndex) -> bool {
        self.view.is_some() && self.hidden(tool).is_some()
    }

    /// Whether list filters hide a tool of this name, with or without its plugin's prefix.
    #[cold]
    pub(crate) fn hides_name(&self, name: &str) -> bool {
        let is_called =
            |tool: &Tool| tool.name() == name || tool.id().as_str().rsplit('.').next() == Some(name);
        let mut called = self.tools.list.iter().enumerate().filter(|(_, tool)| is_called(tool));
        self.view_number() != 0 && called.any(|(index, _)| self.hides(index))
    }

    /// Whether list filters hide the containers for whose sake a tool is listed from the start.
    #[inline]
    pub(crate) fn is_waiting(&self, tool: ToolIndex) -> bool {
        self.view.as_ref().is_some_and(|view| view.is_waiting(tool))
    }

    /// Whether list filters leave a tool in the list that is there from the start.
    pub(crate) fn shows_from_the_start(&self, tool: ToolIndex) -> bool {
        !self.hides(tool) && !self.is_waiting(tool)
    }

    /// Why list filters hide a tool, if they do.
    pub(crate) fn hidden(&self, tool: ToolIndex) -> Option<Hidden> {
        self.view.as_ref()?.hidden(tool)
    }

    /// A number that no other view of the program has; 0 where list filters hide nothing.
    pub(crate) fn view_number(&self) -> u64 {
        self.view.as_ref().map_or(0, |view| view.number())
    }

    /// Whether the journal has the free text of a session: the user's messages, and the model's claims. Without the
    /// view of a principal, the session's last view decides.
    pub(crate) fn tells_free_text(&self, session: &Session) -> bool {
        let turn = session.journal_turn();
        let reaches_sensitive = match &self.view {
            None if self.has_to_be_narrowed() => {
                turn.reaches_sensitive().unwrap_or(self.tools.reaches_sensitive)
            }
            view => {
                let reaches =
                    view.as_ref().map_or(self.tools.reaches_sensitive, |view| view.reaches_sensitive());
                turn.note_reach(reaches);
                reaches
            }
        };
        self.safeguards().free_text.unwrap_or_default().is_told(reaches_sensitive)
    }

    pub(crate) fn list_filters(&self) -> &ListFilters {
        &self.tools.handling.list_filters
    }
}

/// Reads the arguments of a call by the schema of its tool, for functions with a parameter of type
/// [`ToolCallRequest`](crate::args::ToolCallRequest).
impl Interpreter for Toolbox {
    fn as_any(&self) -> Option<&dyn Any> {
        Some(self)
    }

    fn interpret(&self, call: &RawCall) -> Option<Node<'static>> {
        let Role::Function(function) = &self.at(self.called_index(call)?).role else { return None };
        match function {
            FunctionRole::Here(function) => function.plan.interpret(&call.arguments, call.stop_reason),
            other => {
                other.understand(&call.arguments, call.stop_reason).ok().map(|read| read.tree.into_owned())
            }
        }
    }
}
