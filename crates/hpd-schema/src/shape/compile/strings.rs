//! Keywords for strings.

use hpd_json::__private::Path;
use hpd_json::Node;

use super::ShapeError;
use super::compiler::Compiler;
use super::keywords::Draft;
use crate::shape::pattern::Pattern;
use crate::shape::{TypeSet, format};

/// The pattern that schemars writes for decimals: a text or a number of which every digit counts.
const DECIMAL_PATTERN: &str = r"^-?\d+(\.\d+)?([eE]\d+)?$";

impl<'s, 'a> Compiler<'s, 'a> {
    pub(super) fn string_keyword(
        &mut self,
        draft: &mut Draft<'s>,
        keyword: &str,
        value: &'s Node<'a>,
        path: &Path<'_>,
    ) -> Result<(), ShapeError> {
        match keyword {
            "minLength" => {
                draft.node.string.get_or_insert_default().min_length = Some(self.count(value, path)?);
            }
            "maxLength" => {
                draft.node.string.get_or_insert_default().max_length = Some(self.count(value, path)?);
            }
            "format" => draft.format = Some(self.text(value, path)?),
            _ => {
                let text = self.text(value, path)?;
                // One that can't be compiled is listed as unsupported.
                if let Some(pattern) = self.pattern(text, path, keyword) {
                    draft.node.string.get_or_insert_default().pattern = Some(pattern);
                }
            }
        }
        Ok(())
    }

    /// Compiles a pattern; one that can't be compiled is listed as unsupported.
    pub(super) fn pattern(&mut self, text: &str, path: &Path<'_>, keyword: &str) -> Option<Pattern> {
        let is_short = text.len() <= self.options.pattern;
        let compiled = if is_short { Pattern::compile(text, self.options.native_formats) } else { None };
        if compiled.is_none() {
            self.note_unsupported(path, keyword);
        }
        compiled
    }

    pub(super) fn finish_strings(&self, draft: &mut Draft<'s>) {
        let asserted = draft.format.filter(|name| self.options.formats && format::is_known(name));
        if let Some(name) = asserted {
            draft.node.string.get_or_insert_default().format = Some(name.into());
        }
        draft.node.declared_format = draft.format.or(draft.encoding).map(Into::into);
        let types = draft.node.types.without(TypeSet::NULL);
        let pattern = draft.node.string.as_deref().and_then(|rules| rules.pattern.as_ref());
        draft.node.exact_number = self.options.native_formats
            && types == TypeSet::STRING.with(TypeSet::NUMBER)
            && pattern.is_some_and(|pattern| pattern.text() == DECIMAL_PATTERN);
    }
}
