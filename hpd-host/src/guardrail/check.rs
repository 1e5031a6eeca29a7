//! The check of a reply.

use std::ops::Range;

use super::claim::{Claim, ClaimDetector, ClaimKind};
use super::matching::Matcher;
use super::replace::{Change, replaced};
use super::say::{sayable, what_is_true};
use super::truth::WriteTruth;

/// The name of the guardrail against claims of what was not done.
pub const HALLUCINATED_SUCCESS: &str = "hallucinated_success";

/// The name of the guardrail against claims that something failed which succeeded.
pub const FALSE_FAILURE: &str = "false_failure";

/// A guardrail that struck something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Triggered {
    /// [`HALLUCINATED_SUCCESS`] or [`FALSE_FAILURE`].
    pub guardrail: &'static str,
    /// What was struck, as the model said it.
    pub claims: Vec<String>,
    /// What stands there instead, once.
    pub replacement: String,
}

/// A text that was held against the truth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckedReply {
    /// What the user reads. Where nothing triggered, it is what the model said, byte for byte.
    pub text: String,
    /// What triggered, at most once for each guardrail.
    pub triggered: Vec<Triggered>,
}

/// Holds what a model says of its writes against what is true of them: sentences that are false are struck, and what is true
/// stands there instead, once. Everything else stays as it is.
///
/// A claim of a success is false if no write succeeded that it can be about: those whose tool's name says its action and its
/// object, or else its object, or else its action; and if it names none of them, all of the turn. A claim of a failure is
/// false if it is about writes that all succeeded. "Done!" without more is left where the turn has no writes at all and the
/// reply says something else as well: it may have been said of a look.
///
/// A sentence of which a part is false is struck as a whole, and what is true of each of its parts is said.
///
/// ```
/// use hpd_host::events::ResultStatus;
/// use hpd_host::guardrail::{WordingDetector, WriteStatus, WriteTruth, check_reply};
/// use hpd_host::Timestamp;
///
/// let failed = WriteStatus::Ended(ResultStatus::Error);
/// let truths = [WriteTruth::new("create_payment", failed, Timestamp::default())];
/// let text = "✅ Payment of ₹5,000 recorded! Is there anything else?";
/// assert_eq!(
///     check_reply(text, &truths, &WordingDetector::english()).text,
///     "I couldn't complete this: create payment was not carried out. Is there anything else?"
/// );
/// ```
pub fn check_reply(text: &str, truths: &[WriteTruth], detector: &dyn ClaimDetector) -> CheckedReply {
    let said = said_before(text, truths);
    let groups = by_span(text, detector.claims(text), &said);
    let matcher = Matcher::new(truths);
    let failures = groups.iter().filter(|group| is_false_failure(group, &groups, &said, &matcher));
    let failures: Vec<&Group> = failures.collect();
    let changes = [
        change(text, HALLUCINATED_SUCCESS, &false_successes(text, &groups, &matcher), &matcher),
        change(text, FALSE_FAILURE, &failures, &matcher),
    ];
    let changes: Vec<Change> = changes.into_iter().flatten().collect();
    let text = replaced(text, &changes);
    let triggered = changes.into_iter().map(|change| change.triggered).collect();
    CheckedReply { text, triggered }
}

/// What is claimed in one place.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Group {
    span: Range<usize>,
    claims: Vec<Claim>,
}

impl Group {
    fn has(&self, kind: ClaimKind) -> bool {
        self.claims.iter().any(|claim| claim.kind == kind)
    }
}

/// Where it stands already what is true.
fn said_before(text: &str, truths: &[WriteTruth]) -> Vec<Range<usize>> {
    let sayable = sayable(truths);
    let mut found: Vec<Range<usize>> = Vec::new();
    for (number, sentence) in sayable.iter().enumerate() {
        if !sayable[..number].contains(sentence) {
            found.extend(text.match_indices(sentence.as_str()).map(|(at, _)| at..at + sentence.len()));
        }
    }
    found.sort_by_key(|range| range.start);
    found
}

/// The claims of each span, in the order of the spans. What is no part of the text, or overlaps what was before it, is left out.
fn by_span(text: &str, mut claims: Vec<Claim>, said: &[Range<usize>]) -> Vec<Group> {
    claims.sort_by_key(|claim| (claim.span.start, claim.span.end));
    let mut groups: Vec<Group> = Vec::new();
    for claim in claims {
        let span = claim.span.clone();
        if span.is_empty() || text.get(span.clone()).is_none() || is_said(&span, said) {
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

fn is_said(span: &Range<usize>, said: &[Range<usize>]) -> bool {
    let next = said.partition_point(|said| said.start <= span.start);
    next.checked_sub(1).and_then(|last| said.get(last)).is_some_and(|said| said.end >= span.end)
}

/// The groups in which a success is claimed that is none.
fn false_successes<'g>(text: &str, groups: &'g [Group], matcher: &Matcher<'_>) -> Vec<&'g Group> {
    let is_false = |claim: &Claim| {
        claim.kind == ClaimKind::Success && !matcher.best(claim).iter().any(|truth| truth.status.is_success())
    };
    let mut found: Vec<&Group> = groups.iter().filter(|group| group.claims.iter().any(is_false)).collect();
    let is_bare = |group: &Group| group.claims.iter().all(|claim| claim.about.is_none());
    let only_bare = found.iter().all(|group| is_bare(group));
    if only_bare && matcher.of_this_turn().is_empty() && says_more(text, groups) {
        found.clear();
    }
    found
}

/// Whether there is anything in a text beside claims.
fn says_more(text: &str, groups: &[Group]) -> bool {
    let mut at = 0;
    let mut gaps = Vec::new();
    for group in groups {
        gaps.push(&text[at..group.span.start]);
        at = group.span.end;
    }
    gaps.push(&text[at..]);
    gaps.iter().any(|gap| gap.chars().any(char::is_alphanumeric))
}

/// Whether a failure is claimed of writes that all succeeded. Where nothing is named, nothing may be claimed beside it.
fn is_false_failure(group: &Group, groups: &[Group], said: &[Range<usize>], matcher: &Matcher<'_>) -> bool {
    let claims_more = !said.is_empty() || groups.iter().any(|group| group.has(ClaimKind::Success));
    !group.has(ClaimKind::Success)
        && group.claims.iter().all(|claim| {
            let truths = matcher.exact(claim);
            let is_alone = claim.about.is_some() || !claims_more;
            is_alone && !truths.is_empty() && truths.iter().all(|truth| truth.status.is_success())
        })
}

fn change(text: &str, guardrail: &'static str, groups: &[&Group], matcher: &Matcher<'_>) -> Option<Change> {
    if groups.is_empty() {
        return None;
    }
    let mut truths: Vec<&WriteTruth> = Vec::new();
    for claim in groups.iter().flat_map(|group| &group.claims) {
        let about = match claim.kind {
            ClaimKind::Success => matcher.best(claim),
            ClaimKind::Failure => matcher.exact(claim),
        };
        truths.extend(about.into_iter().filter(|truth| !truth.is_earlier));
    }
    let claims = groups.iter().map(|group| text[group.span.clone()].to_owned()).collect();
    let replacement = what_is_true(&truths);
    let spans = groups.iter().map(|group| group.span.clone()).collect();
    Some(Change { spans, triggered: Triggered { guardrail, claims, replacement } })
}
