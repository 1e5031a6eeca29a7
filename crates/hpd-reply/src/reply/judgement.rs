//! The judgement of words about everything that was asked: right, wrong, or neither.

use super::parts::Parts;
use super::tokens::{Token, longest};
use super::{ReplyWords, WordList};
use hpd_runtime::__private::text::in_words;

/// The judgement of words about everything that was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Judgement {
    Yes,
    No,
    /// They are polite, or agree with the words before them.
    Nothing,
}

/// The judgement that comes next in a message, and its number of words. `found` holds the parts before it. `action` is
/// the function's action, by its name: "yes, place the order" repeats it.
pub(super) fn judge(
    rest: &[Token],
    found: &Parts,
    action: &str,
    words: &ReplyWords,
) -> Option<(usize, Judgement)> {
    let count = |list| longest(rest, list, words);
    let (yes, no) = (count(WordList::Yes), count(WordList::No));
    let judged = judged_subject(rest, words);
    let agrees = if found.yes { count(WordList::Agrees).max(action_words(rest, action, words)) } else { 0 };
    let denies = if found.no { count(WordList::Denies) } else { 0 };
    let please = polite(rest, found, words);
    let (right, wrong) = match judged {
        Some((count, true)) => (count, 0),
        Some((count, false)) => (0, count),
        None => (0, 0),
    };
    let says_yes = yes.max(right);
    let says_no = no.max(wrong);
    let says_nothing = agrees.max(denies).max(please);
    match says_yes.max(says_no).max(says_nothing) {
        0 => None,
        // A word that is both is neither.
        max if max == yes && max == no => None,
        max if max == says_nothing => Some((max, Judgement::Nothing)),
        max if max == says_no => Some((max, Judgement::No)),
        max => Some((max, Judgement::Yes)),
    }
}

/// "that's still correct", "both wrong", "all correct": how many words, and whether it is right.
fn judged_subject(rest: &[Token], words: &ReplyWords) -> Option<(usize, bool)> {
    let subject = longest(rest, WordList::Subject, words);
    let behind = rest.get(subject..)?;
    let adverb = longest(behind, WordList::Adverb, words);
    // "fine" alone is no judgement of anything.
    if subject + adverb == 0 {
        return None;
    }
    let judged = behind.get(adverb..)?;
    let (right, wrong) = (longest(judged, WordList::Right, words), longest(judged, WordList::Wrong, words));
    let count = right.max(wrong);
    (count > 0).then_some((subject + adverb + count, right > wrong))
}

/// "thanks". In front it needs a comma: "please confirm" is a request.
fn polite(rest: &[Token], found: &Parts, words: &ReplyWords) -> usize {
    let count = longest(rest, WordList::Please, words);
    let is_in_front = !found.yes && !found.no;
    let is_closed = count > 0 && rest[count - 1].closes;
    if is_in_front && !is_closed { 0 } else { count }
}

/// How many words repeat the name of the function: "place the order".
fn action_words(rest: &[Token], action: &str, words: &ReplyWords) -> usize {
    let action = in_words(action).to_lowercase();
    let named: Vec<_> = action.split(' ').collect();
    let Some(verb) = named.first().filter(|verb| !verb.is_empty()) else { return 0 };
    // Somebody who says "cancel" may mean the call itself.
    if words.entries(WordList::Cancel).any(|entry| entry == *verb) {
        return 0;
    }
    let please = longest(rest, WordList::Please, words);
    let said = &rest[please..];
    if said.first().is_none_or(|token| !named.contains(&token.word.as_str())) {
        return 0;
    }
    let is_of_it =
        |token: &&Token| named.contains(&token.word.as_str()) || words.has(WordList::My, &token.word);
    please + said.iter().take_while(is_of_it).count()
}
