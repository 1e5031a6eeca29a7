//! A list of calls in place of arguments: some models send their calls as an array.

use hpd_json::{Leniency, SyntaxError, SyntaxErrorKind, Warning, WarningCode};
use hpd_repair::__private::{Repaired, repair};

use super::lenient::Lenient;
use super::unwrap;

/// Reads a list that holds one call of this tool, or the same call several times. `None` if a text is anything else.
pub(super) fn read<'t>(text: &'t str, how: &Lenient<'_>) -> Option<Result<Repaired<'t>, SyntaxError>> {
    if how.reading.leniency == Leniency::Strict {
        return None;
    }
    let list = without_fence(text.trim());
    let items = list.strip_prefix('[')?.strip_suffix(']')?;
    let mut read = repair(items, &how.reading, how.limits).ok()?;
    match unwrap::is_own_call(&read.tree, how) {
        Ok(true) => {}
        Ok(false) => return None,
        Err(kind) => return Some(Err(SyntaxError { offset: 0, kind })),
    }
    let start = items.as_ptr().addr() - text.as_ptr().addr();
    for warning in &mut read.warnings {
        warning.offset = warning.offset.map(|offset| offset + start);
    }
    let message = "the call was taken out of a list";
    read.warnings.push(Warning::new(WarningCode::Unwrapped, "", message));
    Some(Ok(read))
}

/// Whether a second look at a text that can't be read is worth it.
pub(super) fn may_be_list(text: &str, error: &SyntaxError) -> bool {
    let is_limit = matches!(error.kind, SyntaxErrorKind::Limit(_) | SyntaxErrorKind::Truncated(_));
    !is_limit && text.trim_start().starts_with(['[', '`'])
}

/// The text in a Markdown fence.
pub(super) fn without_fence(text: &str) -> &str {
    let fenced = text.strip_prefix("```").and_then(|text| text.strip_suffix("```"));
    let Some((language, list)) = fenced.and_then(|text| text.split_once('\n')) else { return text };
    let is_language = language.trim().bytes().all(|byte| byte.is_ascii_alphanumeric());
    if is_language { list.trim() } else { text }
}
