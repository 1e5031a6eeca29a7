//! What a user's message means for the one call that waits for it.
//!
//! In doubt a message means nothing for the call: asking again, or leaving the message to the model, costs a moment. A value
//! that was none costs more.

mod hint;
mod languages;
mod sentence;
#[cfg(test)]
mod tests;
mod text;
mod value;
mod words;
mod wrapper;

use hpd_runtime::args::Node;
use hpd_runtime::error::nearest;

use sentence::is_sentence;
use text::{has_unseen, normal};
use value::Kind;
pub use words::ReplyWords;

/// Bytes of a message that may be an answer. Longer ones are for the model.
const LONGEST: usize = 1000;
/// Words of a message that was understood as nothing, and is no request for that.
const FEW: usize = 2;

/// What the only open call waits for.
pub(crate) enum OpenInput<'a> {
    /// One value, and nothing else.
    Value(Wanted<'a>),
    /// Several values.
    Values,
    /// That the user confirms values.
    Confirmation,
    /// Values, and that the user confirms others.
    ValuesAndConfirmation,
}

/// The value that a call waits for.
pub(crate) struct Wanted<'a> {
    /// The parameter.
    pub(crate) name: &'a str,
    pub(crate) title: Option<&'a str>,
    pub(crate) description: &'a str,
    /// The JSON Schema of the parameter.
    pub(crate) schema: &'a Node<'a>,
    /// Whether a value passes all rules of the parameter.
    pub(crate) accepts: &'a dyn Fn(&Node<'_>) -> bool,
}

/// What a message means.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Reply {
    /// It is the value.
    Value(Node<'static>),
    /// The values are right.
    Yes,
    /// They are not.
    No,
    /// The call is given up.
    Cancel,
    /// It may be an answer, and can't be read as one: the user is asked again.
    Unclear,
    /// It is something else: a matter for the model.
    NewRequest,
}

/// Reads a message of the user.
pub(crate) fn read_reply(text: &str, open: &OpenInput<'_>, words: &ReplyWords) -> Reply {
    let text = text.trim();
    if text.len() > LONGEST {
        return Reply::NewRequest;
    }
    if text.is_empty() || has_unseen(text) {
        return Reply::Unclear;
    }
    let said = normal(text);
    let is_asked = sentence::asks(text);
    if words.cancel.contains(&said) && !is_asked {
        let means_value = matches!(open, OpenInput::Value(wanted) if Kind::of(wanted.schema).lists(&said));
        return if means_value { Reply::Unclear } else { Reply::Cancel };
    }
    match open {
        OpenInput::Value(wanted) => read_value(text, &said, wanted, words),
        OpenInput::Confirmation if is_asked => Reply::NewRequest,
        OpenInput::Confirmation => match (words.yes.contains(&said), words.no.contains(&said)) {
            (true, false) => Reply::Yes,
            (false, true) => Reply::No,
            _ => neither(text, &said, words),
        },
        // Several values in one message are for the model to tell apart.
        OpenInput::Values | OpenInput::ValuesAndConfirmation if !words.knows(&said) => Reply::NewRequest,
        OpenInput::Values | OpenInput::ValuesAndConfirmation => Reply::Unclear,
    }
}

/// A reply that can only be the value.
fn read_value(text: &str, said: &str, wanted: &Wanted<'_>, words: &ReplyWords) -> Reply {
    let kind = Kind::of(wanted.schema);
    let node = match &kind {
        Kind::Boolean if text.ends_with('?') => None,
        Kind::Boolean => value::boolean(said, words),
        Kind::Nothing => None,
        // Somebody who mistypes "cancel" must not order it.
        Kind::Text if nearest(said, words.cancel.iter().map(String::as_str)).is_some() => None,
        _ => wrapper::unwrap(text, wanted, &kind, words).and_then(|text| kind.read(text, wanted, words)),
    };
    match node.filter(|node| (wanted.accepts)(node)) {
        Some(node) => Reply::Value(node.into_owned()),
        None => neither(text, said, words),
    }
}

/// What is no answer: too short to be anything, or something else.
fn neither(text: &str, said: &str, words: &ReplyWords) -> Reply {
    let is_short = said.split(' ').count() <= FEW;
    let is_unclear = words.knows(said) || (is_short && !is_sentence(text, words));
    if is_unclear { Reply::Unclear } else { Reply::NewRequest }
}
