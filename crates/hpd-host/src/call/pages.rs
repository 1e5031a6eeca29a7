//! Texts that functions read page by page are kept while they are read.

use std::any::Any;

use hpd_journal::BoxFuture;
use hpd_runtime::__private::{PageKeeper, PageSink};
use hpd_runtime::CallContext;

use super::large::{is_program, keeping, limits, reader};
use crate::results::StreamedText;
use crate::session::Session;
use crate::tool::{FunctionRole, Role, ToolIndex};
use crate::toolbox::Toolbox;

/// The text of a call.
struct TextOfCall<'a> {
    text: StreamedText<'a>,
    most: usize,
    toolbox: &'a Toolbox,
    session: &'a Session,
    reader: ToolIndex,
    ctx: &'a CallContext<'a>,
}

impl PageKeeper for Session {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn begin<'a>(&'a self, ctx: &'a CallContext<'_>) -> Option<Box<dyn PageSink + 'a>> {
        let toolbox = ctx.interpreter()?.as_any()?.downcast_ref::<Toolbox>()?;
        let call = ctx.call();
        let Role::Function(FunctionRole::Here(function)) = &toolbox.tool(&call.name)?.role else {
            return None;
        };
        // The user gets the text itself.
        if function.plan.info().direct {
            return None;
        }
        let reader = reader(toolbox, self)?;
        let secrets = self.journal_turn().secrets();
        if secrets.are_too_many() {
            return None;
        }
        let keeping = keeping(toolbox, self, ctx.principal())?;
        let most = toolbox.large_results().pages_in(keeping.store);
        let (least, _) = limits(toolbox, is_program(call.origin.as_deref()));
        let text = StreamedText::new(keeping, secrets, least);
        Some(Box::new(TextOfCall { text, most, toolbox, session: self, reader, ctx }))
    }
}

impl PageSink for TextOfCall<'_> {
    fn most(&self) -> usize {
        self.most
    }

    fn has_stored(&self) -> bool {
        self.text.has_stored()
    }

    fn store<'s>(&'s mut self, text: &'s str) -> BoxFuture<'s, Option<usize>> {
        Box::pin(self.text.store(text))
    }

    fn end<'s>(self: Box<Self>, rest: &'s str, first_line: Option<&'s str>) -> BoxFuture<'s, String>
    where
        Self: 's,
    {
        Box::pin(async move {
            let Self { text, toolbox, session, reader, ctx, .. } = *self;
            let ended = text.end(rest, first_line).await;
            if let Some(id) = ended.id {
                session.seen().expansions.insert(toolbox.at(reader).id());
                ctx.note_kept(id);
            }
            ended.shown
        })
    }
}
