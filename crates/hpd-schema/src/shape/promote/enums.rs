//! Words of a list.

use std::borrow::Cow;

use hpd_json::{Node, WarningCode};

use super::place::Place;
use super::promoter::{At, Promoter};
use super::spelling::fold;

impl<'s> Promoter<'s, '_> {
    /// A word of the list in its own spelling.
    pub(super) fn spell<'a>(&mut self, place: &Place<'s>, at: At<'_>, value: &Node<'_>) -> Option<Node<'a>> {
        let text = value.as_str()?;
        // One that is refused for another reason is in its own spelling already.
        let word = listed(place, text).filter(|word| *word != text)?;
        let word = Node::String(Cow::Owned(word.to_owned()));
        let message = "spelling of a listed value corrected";
        self.log.note(WarningCode::EnumSpelling, at.path, message, value, Some(&word));
        Some(word)
    }
}

/// The one listed word that a text spells: exactly, or else up to case and separators. Never a part of the text.
pub(super) fn listed<'s>(place: &Place<'s>, text: &str) -> Option<&'s str> {
    let first = place.nodes.iter().find_map(|node| node.one_of_values.as_deref())?;
    let words = || {
        let words = first.iter().filter(|word| place.nodes.iter().all(|node| node.lists(word)));
        words.filter_map(Node::as_str)
    };
    let trimmed = text.trim();
    if let Some(word) = words().find(|word| *word == trimmed) {
        return Some(word);
    }
    let folded = fold(text);
    let mut same = words().filter(|word| fold(word) == folded);
    match (same.next(), same.next()) {
        (Some(word), None) if !folded.is_empty() => Some(word),
        _ => None,
    }
}
