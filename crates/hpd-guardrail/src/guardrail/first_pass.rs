//! A quick look at a sentence, before its words are read: most sentences can claim nothing.

use std::sync::LazyLock;

use hpd_runtime::__private::text::is_invisible;
use rustc_hash::FxHashSet;

use super::phrases::{PHRASES, Role};
use super::verbs::irregular_pasts;

/// Roles of phrases that claim, deny or retract something without a verb of the list after them.
const TELLING: [Role; 6] =
    [Role::Whole, Role::Failure, Role::CouldNot, Role::DidNot, Role::Outcome, Role::Correction];

/// The first-person phrases before a verb in its plain form: "I managed to".
const BEFORE_VERB: &str = " to";

/// The words, one of which each claim has, beside regular pasts. Of each phrase, the longest word is enough.
static TELLING_WORDS: LazyLock<FxHashSet<&[u8]>> = LazyLock::new(|| {
    let phrases = PHRASES.iter().flat_map(|(role, list)| list.split('|').map(move |phrase| (*role, phrase)));
    let telling = phrases.filter(|(role, phrase)| {
        TELLING.contains(role) || (*role == Role::Speaker && phrase.ends_with(BEFORE_VERB))
    });
    let longest = telling.filter_map(|(_, phrase)| {
        phrase.split(|c: char| !c.is_ascii_alphanumeric()).max_by_key(|word| word.len())
    });
    longest.chain(irregular_pasts()).map(str::as_bytes).collect()
});

/// The length of the longest telling word.
static LONGEST: LazyLock<usize> =
    LazyLock::new(|| TELLING_WORDS.iter().map(|word| word.len()).max().unwrap_or_default());

/// Bytes of a word that are compared: no telling word is longer.
const BUFFER: usize = 32;

/// Whether a sentence may claim, deny or retract something. Without a past and without a telling word, it does not.
/// An announcement of a draft is found by its colon.
pub(super) fn may_claim(said: &str) -> bool {
    !is_plain(said) || said.as_bytes().split(|byte| !byte.is_ascii_alphanumeric()).any(is_telling)
}

/// Whether each word of a text is one of ASCII, with nothing invisible in it.
fn is_plain(said: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || (is_invisible(c) && !c.is_whitespace());
    !said.bytes().any(|byte| byte.is_ascii_control() && !byte.is_ascii_whitespace())
        && (said.is_ascii() || !said.chars().any(|c| !c.is_ascii() && is_part(c)))
}

fn is_telling(word: &[u8]) -> bool {
    let is_past = word.len().checked_sub(2).is_some_and(|stem| word[stem..].eq_ignore_ascii_case(b"ed"));
    if is_past || word.is_empty() || word.len() > (*LONGEST).min(BUFFER) {
        return is_past;
    }
    let mut lower = [0; BUFFER];
    let lower = &mut lower[..word.len()];
    lower.copy_from_slice(word);
    lower.make_ascii_lowercase();
    TELLING_WORDS.contains(&*lower)
}

#[cfg(test)]
mod tests {
    use super::{BUFFER, LONGEST, may_claim};

    #[test]
    fn most_sentences_claim_nothing() {
        for said in [
            "The balance of the account is ₹5,000 as of today.",
            "It's due on Friday – “soon”.",
            "Which account should the payment come from?",
            "| a | b |",
            "",
        ] {
            assert!(!may_claim(said), "{said}");
        }
    }

    #[test]
    fn what_may_claim_is_read() {
        for said in [
            "I've RECORDED the payment",
            "I sent it",
            "I've managed to record it",
            "I was able to record it",
            "All set!",
            "That’s not true.",
            "The payment went through",
            "se\u{200b}nt",
            "\u{212a}",
            "s\u{8}ent",
            "das ist geändert",
        ] {
            assert!(may_claim(said), "{said}");
        }
        assert!(*LONGEST <= BUFFER);
    }
}
