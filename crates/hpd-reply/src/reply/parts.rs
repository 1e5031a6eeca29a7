//! A message in parts: a yes or a no, confirmed values, and new values. A message that is not understood to its last
//! word means nothing.

use hpd_runtime::args::Node;

use super::judgement::{Judgement, judge};
use super::tokens::{Token, longest, tokens, trimmed};
use super::value::Kind;
use super::{OpenInput, Reply, ReplyWords, Wanted, WordList, wrapper};

/// Words of the name of a value.
const LABEL: usize = 6;
/// Places at which a value may end.
const ENDS: usize = 4;

/// The parts understood so far.
#[derive(Debug, Clone, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is said by itself")]
pub(super) struct Parts {
    pub(super) yes: bool,
    pub(super) no: bool,
    /// The values that were confirmed as right, by their places among the uncertain ones.
    right: Vec<usize>,
    /// Values, by their places among all that are asked about.
    values: Vec<(usize, Node<'static>)>,
    /// A word that joins has to be followed by something that it joins.
    joins: bool,
    /// Whether a word means exactly two values.
    says_both: bool,
}

/// Reads a message that may have several parts. `None` if it is no answer.
pub(super) fn read_parts(text: &str, open: &OpenInput<'_>, words: &ReplyWords) -> Option<Reply> {
    let tokens = tokens(text)?;
    let reading = Reading { text, tokens: &tokens, open, words };
    if words.has(WordList::Unsure, &reading.words_of(0, tokens.len())) {
        return None;
    }
    reading.rest(0, Parts::default())?.into_reply(open)
}

/// Whether a message says yes or no, and nothing else.
pub(super) fn plain_answer(text: &str, words: &ReplyWords) -> Option<bool> {
    match read_parts(text, &OpenInput { asks_both: true, ..OpenInput::default() }, words) {
        Some(Reply::Yes) => Some(true),
        Some(Reply::No) => Some(false),
        _ => None,
    }
}

impl Parts {
    fn into_reply(self, open: &OpenInput<'_>) -> Option<Reply> {
        let uncertain = open.uncertain.len();
        let is_two = uncertain == 2 || open.asks_both;
        if (self.yes && self.no) || (self.says_both && !is_two) {
            return None;
        }
        let only_confirms = open.missing.is_empty() && (uncertain > 0 || open.asks_both);
        if self.values.is_empty() && self.right.is_empty() {
            return match (self.yes, self.no) {
                (true, _) if only_confirms => Some(Reply::Yes),
                (_, true) if only_confirms => Some(Reply::No),
                (false, false) => None,
                // A yes does not give the missing value.
                _ => Some(Reply::Unclear),
            };
        }
        let missing = open.missing.len();
        let is_corrected = |index: usize| self.values.iter().any(|(place, _)| *place == missing + index);
        // A no is for a corrected value. Without one, its meaning is unclear.
        if self.no && (!self.right.is_empty() || !(0..uncertain).any(is_corrected)) {
            return None;
        }
        let is_right = |index: &usize| {
            !is_corrected(*index) && if self.right.is_empty() { self.yes } else { self.right.contains(index) }
        };
        let named = |place: usize| open.wanted(place).map(|wanted| wanted.name.to_owned());
        let confirmed: Vec<_> =
            (0..uncertain).filter(is_right).filter_map(|index| named(missing + index)).collect();
        let values: Option<Vec<_>> =
            self.values.into_iter().map(|(place, value)| Some((named(place)?, value))).collect();
        let by_bare_yes = self.right.is_empty() && !confirmed.is_empty();
        Some(Reply::Parts { values: values?, confirmed, by_bare_yes })
    }

    fn is_empty(&self) -> bool {
        !self.yes && !self.no && self.right.is_empty() && self.values.is_empty()
    }
}

struct Reading<'a> {
    text: &'a str,
    tokens: &'a [Token],
    open: &'a OpenInput<'a>,
    words: &'a ReplyWords,
}

impl Reading<'_> {
    /// Reads everything from a word on.
    fn rest(&self, at: usize, found: Parts) -> Option<Parts> {
        if at == self.tokens.len() {
            return (!found.joins).then_some(found);
        }
        let judged = self.judged(at, &found);
        if let Some(parts) = judged.and_then(|(count, found)| self.rest(at + count, found)) {
            return Some(parts);
        }
        let joins = longest(&self.tokens[at..], WordList::Join, self.words);
        if joins > 0 && !found.is_empty() && !found.joins {
            let joined = self.rest(at + joins, Parts { joins: true, ..found.clone() });
            return joined.or_else(|| self.value(at, &found));
        }
        self.labelled(at, &found).or_else(|| self.value(at, &found))
    }

    /// A yes, a no, or words that add nothing to one.
    fn judged(&self, at: usize, found: &Parts) -> Option<(usize, Parts)> {
        let rest = &self.tokens[at..];
        let (count, judgement) = judge(rest, found, self.open.action, self.words)?;
        let mut next = found.clone();
        let both = rest.iter().take(count).any(|token| self.words.has(WordList::Both, &token.word));
        next.says_both |= both;
        // "but" joins a correction, and "yes, but thanks" is none.
        match judgement {
            Judgement::Yes if !found.joins => next.yes = true,
            Judgement::No if !found.joins => next.no = true,
            Judgement::Nothing if !found.joins => {}
            _ => return None,
        }
        Some((count, next))
    }

    /// "the address is right", "my phone is 555-1234", "phone: 555-1234", "that's my address".
    fn labelled(&self, at: usize, found: &Parts) -> Option<Parts> {
        let rest = &self.tokens[at..];
        let subject = longest(rest, WordList::Subject, self.words);
        if subject > 0 {
            let label = rest.get(subject..)?;
            let end = label.iter().position(|token| token.closes).map_or(label.len(), |end| end + 1);
            let is_mine = label.first().is_some_and(|token| self.words.has(WordList::My, &token.word));
            let label = label.get(..end).filter(|_| is_mine)?;
            // "that's the right address"
            let right = longest(&label[1..], WordList::Right, self.words);
            let places = self.named(&label[right + 1..])?;
            return self.rest(at + subject + end, self.confirming(found, &places)?);
        }
        let colon = rest.iter().take(LABEL).position(|token| token.closes);
        if let Some(colon) = colon.filter(|colon| rest[*colon].labels) {
            let places = self.named(&rest[..=colon])?;
            return self.assigned(at + colon + 1, &places, found);
        }
        let is_copula = |count: &usize| longest(&rest[*count..], WordList::Is, self.words) > 0;
        let label = (1..rest.len().min(LABEL + 1)).find(is_copula)?;
        if rest[..label].iter().any(|token| token.closes) {
            return None;
        }
        let places = self.named(&rest[..label])?;
        let copula = longest(&rest[label..], WordList::Is, self.words);
        let behind = label + copula;
        let adverbs = longest(&rest[behind..], WordList::Adverb, self.words);
        let judged = &rest[behind + adverbs..];
        let right = longest(judged, WordList::Right, self.words);
        let wrong = longest(judged, WordList::Wrong, self.words);
        if right > wrong {
            let next = at + behind + adverbs + right;
            if let Some(parts) = self.rest(next, self.confirming(found, &places)?) {
                return Some(parts);
            }
        }
        // A wrong value without a better one is for the model to find out.
        if wrong > 0 { None } else { self.assigned(at + behind + adverbs, &places, found) }
    }

    fn confirming(&self, found: &Parts, places: &[usize]) -> Option<Parts> {
        let missing = self.open.missing.len();
        let mut next = Parts { joins: false, ..found.clone() };
        for place in places {
            // A missing value can't be right.
            next.right.push(place.checked_sub(missing)?);
        }
        Some(next)
    }

    /// A value for the one parameter that was named.
    fn assigned(&self, at: usize, places: &[usize], found: &Parts) -> Option<Parts> {
        let [place] = places else { return None };
        let wanted = self.open.wanted(*place)?;
        self.ends(at).find_map(|end| {
            let text = wrapper::said_value(self.span(at, end), &Kind::of(wanted.schema), self.words)?;
            let value = Kind::of(wanted.schema).read(text, wanted, self.words)?;
            self.taking(found, *place, value, end)
        })
    }

    /// A bare value, for the only one that is missing.
    fn value(&self, at: usize, found: &Parts) -> Option<Parts> {
        let [wanted] = self.open.missing.as_slice() else { return None };
        let begins = at == 0 || found.joins || self.tokens[at - 1].closes;
        if !begins {
            return None;
        }
        self.ends(at).find_map(|end| {
            let (value, rank) = wanted.read_bare(self.span(at, end), self.words)?;
            let fits_other = |other: &Wanted<'_>| {
                let read = other.read_bare(self.span(at, end), self.words);
                read.is_some_and(|(_, other)| other >= rank)
            };
            // It may be meant as a correction of an uncertain value.
            if self.open.uncertain.iter().any(fits_other) {
                return None;
            }
            self.taking(found, 0, value, end)
        })
    }

    fn taking(&self, found: &Parts, place: usize, value: Node<'_>, end: usize) -> Option<Parts> {
        let wanted = self.open.wanted(place)?;
        let is_new = found.values.iter().all(|(known, _)| *known != place);
        if !is_new || !(wanted.accepts)(&value) {
            return None;
        }
        let mut next = Parts { joins: false, ..found.clone() };
        next.values.push((place, value.into_owned()));
        self.rest(end, next)
    }

    /// Where a value may end that begins here: before a sign of punctuation, before a word that joins, and at the end.
    fn ends(&self, at: usize) -> impl Iterator<Item = usize> {
        let is_end = move |end: &usize| {
            let Some(next) = self.tokens.get(*end) else { return true };
            self.tokens[*end - 1].closes || self.words.has(WordList::Join, &next.word)
        };
        let ends = (at + 1..=self.tokens.len()).filter(is_end);
        // A long list of values is for the model.
        ends.take(ENDS)
    }

    fn span(&self, start: usize, end: usize) -> &str {
        match (self.tokens.get(start), self.tokens[..end].last()) {
            (Some(first), Some(last)) if first.start < last.end => trimmed(&self.text[first.start..last.end]),
            _ => "",
        }
    }

    fn words_of(&self, start: usize, end: usize) -> String {
        let words: Vec<_> = self.tokens[start..end].iter().map(|token| token.word.as_str()).collect();
        words.join(" ")
    }

    /// The parameters that a label names: "my address", "the address and the phone".
    fn named(&self, label: &[Token]) -> Option<Vec<usize>> {
        let parts = label.split(|token| self.words.has(WordList::Join, &token.word));
        let places = parts.map(|part| {
            let mine = part.first().is_some_and(|token| self.words.has(WordList::My, &token.word));
            let part = if mine { &part[1..] } else { part };
            let label: Vec<_> = part.iter().map(|token| token.word.as_str()).collect();
            self.one_named(&label.join(" "))
        });
        places.collect()
    }

    /// The only parameter of this name; one whose name it is comes before one whose description has it.
    fn one_named(&self, label: &str) -> Option<usize> {
        let only = |is_called: &dyn Fn(&Wanted<'_>) -> bool| {
            let mut called = self.open.all().enumerate().filter(|(_, wanted)| is_called(wanted));
            match (called.next(), called.next()) {
                (Some((place, _)), None) => Ok(Some(place)),
                (None, _) => Ok(None),
                _ => Err(()),
            }
        };
        match only(&|wanted| wrapper::is_named(label, wanted)) {
            Ok(None) => only(&|wanted| wrapper::names(label, wanted)).ok().flatten(),
            found => found.ok().flatten(),
        }
    }
}
