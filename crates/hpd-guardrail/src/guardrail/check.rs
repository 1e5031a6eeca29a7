//! The check of a final answer.

use std::ops::Range;

use hpd_runtime::__private::text::char_start;
use rustc_hash::FxHashSet;

use super::claim::{About, Claim, ClaimDetector, ClaimKind, DetectorError};
use super::detector::WordingDetector;
use super::evidence::Evidence;
use super::follow::following;
use super::judge::{Judge, Rest, Truths, Verdict};
use super::replace::{Kept, replaced};
use super::say::TruthSentences;
use super::settle::settled;
use super::truth::WriteTruth;

/// The name of the guardrail against claims of actions that were not done.
pub const HALLUCINATED_SUCCESS: &str = "hallucinated_success";

/// The name of the guardrail against claims that a successful write failed.
pub const FALSE_FAILURE: &str = "false_failure";

/// A guardrail that removed something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Triggered {
    /// [`HALLUCINATED_SUCCESS`] or [`FALSE_FAILURE`].
    pub guardrail: &'static str,
    /// The removed parts, in the model's words.
    pub claims: Vec<String>,
    /// The places of these parts in the model's text, in its order.
    pub spans: Vec<Range<usize>>,
    /// The writes that disprove the claims, for a host that words the correction. The list may be empty if no write of
    /// the whole conversation took effect.
    pub truths: Vec<WriteTruth>,
    /// The text in place of the removed parts. It is inserted once.
    pub replacement: String,
}

/// The result of the check of a final answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckedAnswer {
    /// The text for the user. If nothing triggered, it is the model's text, byte for byte.
    pub text: String,
    /// The guardrails that triggered, each at most once.
    pub triggered: Vec<Triggered>,
    /// The part of the model's text that was not checked, since the text is longer than [`MAX_CHECKED`]. It is in
    /// [`text`](Self::text) without a change. `None` if all was checked.
    pub unchecked: Option<Range<usize>>,
}

/// Maximum number of bytes of a final answer that are checked: 512 KiB, from its start, to the end of a line. A longer
/// answer has an [unchecked](CheckedAnswer::unchecked) rest.
pub const MAX_CHECKED: usize = 512 * 1024;

/// Checks a final answer's claims about writes against the evidence. False sentences are removed, and the truth is
/// stated once in their place. Everything else stays unchanged.
///
/// A claim of success is false:
///
/// - if it can be about a write of this turn that did not succeed, and can't be about a successful write. The tool's
///   name must contain the action of the claim. A verb also matches a noun in the name: "I've paid" matches
///   `create_payment`.
/// - if it fits no write of this turn, but a tool's name has the action and the object of the claim, or is the action
///   alone. In addition, the evidence must be [complete](Evidence::is_whole), and the claim must not fit a success of
///   an earlier turn. After a [read](Evidence::has_read), only claims in the first person count: others may report the
///   read data.
/// - if it names nothing ("Done!") and this turn has writes, but none succeeded. In a turn without writes, three
///   conditions must hold: it is the whole final answer, nothing was read, and it is known that no write of the
///   conversation succeeded.
///
/// A claim of failure is false if it matches writes of this turn exactly, and all of them succeeded.
///
/// Text that depends on a false claim is removed with the claim. After a false claim of failure, that is text that
/// invites a second attempt. After a false claim of success, it is the card: labels with values, or a table of fields.
///
/// A partly false sentence is removed as a whole, and replaced by the truth about each part. If no write of the whole
/// conversation can have taken effect, and only then, the replacement says that nothing was carried out.
///
/// A removal may turn the text around it into a claim. So the result is checked, too, at most 16 times, until nothing
/// more is removed. A checked text, checked again with the same evidence, stays as it is.
///
/// The time is linear in the length of the text and in the number of tools that write. Text after the first
/// [`MAX_CHECKED`] bytes is not checked, and [`CheckedAnswer::unchecked`] says so.
///
/// ```
/// use hpd_guardrail::{Evidence, WordingDetector, WriteStatus, WriteTruth, check_final_answer};
/// use hpd_journal::Timestamp;
/// use hpd_journal::events::ResultStatus;
///
/// let failed = WriteStatus::Ended(ResultStatus::Error);
/// let evidence = Evidence::of_writes(vec![WriteTruth::new("create_payment", failed, Timestamp::default())]);
/// let text = "✅ Payment of ₹5,000 recorded! Is there anything else?";
/// assert_eq!(
///     check_final_answer(text, &evidence, &WordingDetector::english()).text,
///     "I couldn't complete this: create payment was not carried out. Is there anything else?"
/// );
/// ```
pub fn check_final_answer(text: &str, evidence: &Evidence, detector: &WordingDetector) -> CheckedAnswer {
    let find = |text: &str| removals(text, evidence, detector.find(text, evidence));
    let (start, rest) = text.split_at(checked_length(text));
    with_rest(settled(start, find, detector.sentences()), start, rest)
}

/// The same with the claims of another detector. It is asked once: a second check of the result may find more.
///
/// # Errors
///
/// The detector failed.
pub async fn check_final_answer_with(
    text: &str,
    evidence: &Evidence,
    detector: &dyn ClaimDetector,
) -> Result<CheckedAnswer, DetectorError> {
    let (start, rest) = text.split_at(checked_length(text));
    let claims = detector.claims(start, evidence).await?;
    let (checked, _) = answer(start, &removals(start, evidence, claims), detector.sentences());
    Ok(with_rest(checked, start, rest))
}

/// Where the checked part of a text ends: with the text, or with a line.
fn checked_length(text: &str) -> usize {
    if text.len() <= MAX_CHECKED {
        return text.len();
    }
    let start = &text[..char_start(text, MAX_CHECKED)];
    start.rfind('\n').map_or(start.len(), |end| end + 1)
}

/// The checked start of a text, and its rest.
fn with_rest(mut checked: CheckedAnswer, start: &str, rest: &str) -> CheckedAnswer {
    if !rest.is_empty() {
        checked.text.push_str(rest);
        checked.unchecked = Some(start.len()..start.len() + rest.len());
    }
    checked
}

/// The parts that a guardrail removes, in order, and the writes that disprove them.
pub(super) struct Removal {
    pub(super) guardrail: &'static str,
    pub(super) spans: Vec<Range<usize>>,
    pub(super) truths: Vec<WriteTruth>,
}

/// The removals of a text, at most one a guardrail.
fn removals(text: &str, evidence: &Evidence, claims: Vec<Claim>) -> Vec<Removal> {
    let groups = by_span(text, claims);
    let judge = Judge::new(evidence);
    let (successes, failures) = false_claims(text, &groups, &judge);
    let mut kept: Vec<Range<usize>> = groups.into_iter().map(|group| group.span).collect();
    let mut removals = Vec::new();
    for (guardrail, kind, struck) in
        [(HALLUCINATED_SUCCESS, ClaimKind::Success, successes), (FALSE_FAILURE, ClaimKind::Failure, failures)]
    {
        if !struck.spans.is_empty() {
            let found = struck.spans;
            let follows = following(text, kind, &found, &kept);
            kept.extend(follows.iter().cloned());
            kept.sort_by_key(|span| span.start);
            let truths = struck.truths.into_list();
            let mut spans = [found, follows].concat();
            spans.sort_by_key(|span| span.start);
            removals.push(Removal { guardrail, spans, truths });
        }
    }
    removals
}

/// A text without the removed parts, and its kept parts.
pub(super) fn answer(
    text: &str,
    removals: &[Removal],
    sentences: &TruthSentences,
) -> (CheckedAnswer, Vec<Kept>) {
    let triggered: Vec<_> = removals.iter().map(|removal| triggered(text, removal, sentences)).collect();
    let (edited, kept) = replaced(text, &triggered);
    (CheckedAnswer { text: edited, triggered, unchecked: None }, kept)
}

/// The claims of one place.
struct Group {
    span: Range<usize>,
    claims: Vec<Claim>,
}

impl Group {
    fn of_kind(&self, kind: ClaimKind) -> impl Iterator<Item = &Claim> {
        self.claims.iter().filter(move |claim| claim.kind == kind)
    }

    fn has(&self, kind: ClaimKind) -> bool {
        self.of_kind(kind).next().is_some()
    }
}

/// The struck groups of a kind, and the truth in their place.
#[derive(Default)]
struct Struck<'e> {
    spans: Vec<Range<usize>>,
    truths: Truths<'e>,
}

impl<'e> Struck<'e> {
    fn add(&mut self, group: &Group, verdicts: impl IntoIterator<Item = Verdict<'e>>) {
        self.spans.push(group.span.clone());
        self.truths.add(verdicts);
    }
}

/// The claims of each span, in the order of the spans. Leaves out spans outside of the text, and overlaps with an
/// earlier span.
fn by_span(text: &str, mut claims: Vec<Claim>) -> Vec<Group> {
    claims.sort_by_key(|claim| (claim.span.start, claim.span.end));
    let mut groups: Vec<Group> = Vec::new();
    for claim in claims {
        let span = claim.span.clone();
        if span.is_empty() || text.get(span.clone()).is_none() {
            continue;
        }
        match groups.last_mut() {
            Some(last) if last.span == span => last.claims.push(claim),
            Some(last) if last.span.end > span.start => {}
            _ => groups.push(Group { span, claims: vec![claim] }),
        }
    }
    groups
}

/// The groups with a false success, and those with a false failure. A claim may save others: an admitted failure, or a
/// success beside a failure that names nothing. A removed claim saves none, or a second check would remove the others.
fn false_claims<'e>(text: &str, groups: &[Group], judge: &Judge<'e>) -> (Struck<'e>, Struck<'e>) {
    let has = |kind| groups.iter().any(|group| group.has(kind));
    let mut rest = Rest {
        is_alone: !says_more(text, groups),
        has_success: has(ClaimKind::Success),
        has_failure: has(ClaimKind::Failure),
    };
    loop {
        let successes = false_successes(groups, judge, rest);
        let failures = false_failures(groups, judge, rest);
        let removed = successes.spans.iter().chain(&failures.spans).map(|span| span.start);
        let removed: FxHashSet<usize> = removed.collect();
        let is_left = |group: &&Group| !removed.contains(&group.span.start);
        let has = |kind| groups.iter().filter(is_left).any(|group| group.has(kind));
        let left =
            Rest { has_success: has(ClaimKind::Success), has_failure: has(ClaimKind::Failure), ..rest };
        // With fewer claims left, no fewer are false: this ends after three rounds at most.
        if left == rest {
            return (successes, failures);
        }
        rest = left;
    }
}

/// The groups in which a success is claimed that is none.
fn false_successes<'e>(groups: &[Group], judge: &Judge<'e>, rest: Rest) -> Struck<'e> {
    let mut struck = Struck::default();
    for group in groups {
        let successes = group.of_kind(ClaimKind::Success);
        let verdicts: Vec<Verdict<'e>> = successes.map(|claim| judge.of_success(claim, rest)).collect();
        if verdicts.iter().any(|verdict| verdict.is_false) {
            let failures = group.of_kind(ClaimKind::Failure).map(|claim| judge.of_failure(claim));
            struck.add(group, verdicts.into_iter().chain(failures));
        }
    }
    struck
}

/// Whether there is anything in a text beside claims.
fn says_more(text: &str, groups: &[Group]) -> bool {
    let starts = std::iter::once(0).chain(groups.iter().map(|group| group.span.end));
    let ends = groups.iter().map(|group| group.span.start).chain([text.len()]);
    starts.zip(ends).any(|(start, end)| text[start..end].contains(char::is_alphanumeric))
}

/// The groups in which a failure is claimed of writes that all succeeded. Where nothing is named, no success may be
/// claimed beside it.
fn false_failures<'e>(groups: &[Group], judge: &Judge<'e>, rest: Rest) -> Struck<'e> {
    let mut struck = Struck::default();
    for group in groups.iter().filter(|group| !group.has(ClaimKind::Success)) {
        let verdicts: Vec<Verdict<'e>> = group.claims.iter().map(|claim| judge.of_failure(claim)).collect();
        let names_nothing = group.claims.iter().any(|claim| claim.about == About::Everything);
        if verdicts.iter().all(|verdict| verdict.is_false) && !(names_nothing && rest.has_success) {
            struck.add(group, verdicts);
        }
    }
    struck
}

fn triggered(text: &str, removal: &Removal, sentences: &TruthSentences) -> Triggered {
    let Removal { guardrail, spans, truths: all } = removal;
    let mut truths: Vec<WriteTruth> = Vec::new();
    for truth in all {
        if !truths.contains(truth) {
            truths.push(truth.clone());
        }
    }
    let claims = spans.iter().map(|span| text[span.clone()].to_owned()).collect();
    let replacement = sentences.what_is_true(&truths);
    Triggered { guardrail, claims, spans: spans.clone(), truths, replacement }
}
