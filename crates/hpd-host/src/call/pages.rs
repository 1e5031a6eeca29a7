//! Texts that functions read page by page are kept while they are read.

use std::any::Any;

use hpd_journal::BoxFuture;
use hpd_runtime::__private::{PageKeeper, PageSink, TextOfPages};
use hpd_runtime::output::Part;
use hpd_runtime::{CallContext, Output};

use super::large::{is_program, keeping, limits, reader, reveal_reader};
use crate::outcome::{Extent, ResultExtra, ShortStructured, Shortened};
use crate::results::{CHUNK, StreamedText, Surroundings};
use crate::session::Session;
use crate::tool::{FunctionRole, Role};
use crate::toolbox::Toolbox;

/// The text of a call.
struct TextOfCall<'a> {
    text: StreamedText<'a>,
    ctx: &'a CallContext<'a>,
}

impl PageKeeper for Session {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn begin<'a>(&'a self, ctx: &'a CallContext<'_>) -> Option<Box<dyn PageSink + 'a>> {
        let toolbox = ctx.interpreter()?.as_any()?.downcast_ref::<Toolbox>()?;
        let call = ctx.call();
        // The user gets the text itself.
        if is_direct(toolbox, &call.name) {
            return None;
        }
        // Too many values can't be taken out of a text.
        if self.journal_turn().secrets().are_too_many() {
            return None;
        }
        reader(toolbox, self)?;
        let keeping = keeping(toolbox, self, ctx.principal())?;
        let by_program = is_program(call.origin.as_deref());
        // For a model, a text of more than one chunk is a preview, whatever the limits are.
        let chunked_from = if by_program { limits(toolbox, by_program).0 } else { CHUNK };
        let kept: usize = ctx.kept().iter().map(|text| text.bytes).sum();
        let max_bytes = toolbox.large_results().pages_in(keeping.store, kept);
        let surroundings = Surroundings {
            secrets: Box::new(|| self.journal_turn().secrets()),
            now: Box::new(|| toolbox.safeguards().now()),
        };
        let text = StreamedText::new(keeping, surroundings, chunked_from, max_bytes);
        Some(Box::new(TextOfCall { text, ctx }))
    }
}

impl PageSink for TextOfCall<'_> {
    fn push<'s>(&'s mut self, page: &'s str) -> BoxFuture<'s, bool> {
        Box::pin(self.text.push(page))
    }

    fn end<'s>(self: Box<Self>, reason: Option<String>) -> BoxFuture<'s, String>
    where
        Self: 's,
    {
        Box::pin(async move {
            let ended = self.text.end(reason).await;
            if let Some((id, bytes)) = ended.kept {
                self.ctx.note_kept(TextOfPages { id, bytes, shown: ended.shown.len() });
            }
            ended.shown
        })
    }
}

fn is_direct(toolbox: &Toolbox, name: &str) -> bool {
    match toolbox.tool(name).map(|tool| &tool.role) {
        Some(Role::Function(FunctionRole::Here(function))) => function.plan.info().direct,
        _ => false,
    }
}

/// The extra fields of a result with texts that were kept while they were read.
#[cold]
pub(super) fn with_kept_texts(
    toolbox: &Toolbox,
    session: &Session,
    kept: Vec<TextOfPages>,
    output: &Output,
) -> ResultExtra {
    reveal_reader(toolbox, session);
    let text = match output {
        Output::Text(text) => Some(text),
        Output::Content(parts) => match &**parts {
            [Part::Text { text }] => Some(text),
            _ => None,
        },
        _ => None,
    };
    // A function may add to a preview: such a text is measured.
    let shows = |kept: &TextOfPages, text: &str| text.len() == kept.shown && text.contains(&*kept.id);
    let is_preview = text.is_some_and(|text| kept.iter().any(|kept| shows(kept, text)));
    let ids: Vec<_> = kept.into_iter().map(|text| text.id).collect();
    ResultExtra::of(if is_preview {
        Extent::Short(Box::new(Shortened { ids, structured: ShortStructured::None }))
    } else {
        Extent::WithPreviews(ids)
    })
}
