//! Which statements of a sentence are claims.

use super::claim::{About, ClaimForm, ClaimKind};
use super::failure::failure;
use super::lexicon::{Lexicon, Role};
use super::reading::{Joint, Reading};
use super::sentence::Sentence;
use super::success::{Before, Success};

/// The properties of a sentence beside its words.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Frame {
    /// There is a sign of success in it.
    pub(super) has_mark: bool,
    pub(super) is_question: bool,
    /// It is a whole item of a list.
    pub(super) is_item: bool,
    pub(super) place: Place,
}

/// The place of a sentence.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Place {
    /// In a text.
    #[default]
    Text,
    /// It is a heading.
    Title,
    /// It ends with a colon.
    Announces,
}

/// A claim of a sentence.
pub(super) struct Statement {
    pub(super) kind: ClaimKind,
    pub(super) about: Option<About>,
    pub(super) form: ClaimForm,
    pub(super) count: usize,
    pub(super) is_outward: bool,
    pub(super) is_stressed: bool,
}

impl Statement {
    pub(super) const fn failure(about: Option<About>) -> Self {
        Self {
            kind: ClaimKind::Failure,
            about,
            form: ClaimForm::Speaker,
            count: 1,
            is_outward: false,
            is_stressed: false,
        }
    }
}

/// The claims of a sentence. Where it claims a success, it claims no failure: "The first try failed, but I've sent it."
pub(super) fn statements(reading: &Reading<'_>, frame: Frame, lexicon: &Lexicon) -> Vec<Statement> {
    let clauses = reading.clauses();
    let sentence = Sentence::new(reading, frame, lexicon);
    let mut claims = Vec::new();
    let mut failures = Vec::new();
    let mut before = Before::default();
    let is_stressed = frame.has_mark || reading.has(Role::Stress);
    for (number, clause) in clauses.iter().enumerate() {
        let is_last = number + 1 == clauses.len();
        if sentence.is_opening(clause) {
            before.opened = true;
            continue;
        }
        if clause.joint == Joint::Colon && sentence.is_draft(clause.words.start) {
            break;
        }
        let count = sentence.count(clause);
        let kind = ClaimKind::Success;
        if !frame.is_question && sentence.is_whole(clause, number == 0 || before.opened) {
            claims.push(Statement {
                kind,
                about: None,
                form: ClaimForm::Short,
                count,
                is_outward: false,
                is_stressed,
            });
        }
        let found = sentence.success(clause, &before, is_last);
        if let Some(Success { form, about, is_outward, .. }) = &found {
            let (about, is_outward) = (Some(about.clone()), *is_outward);
            let form = match form.of_claim() {
                ClaimForm::Speaker if frame.place == Place::Announces && !is_outward => {
                    ClaimForm::Announcement
                }
                form => form,
            };
            // A number of things in a state may include earlier ones; "both" means the two just mentioned.
            let is_counted = form != ClaimForm::State || sentence.has_both(clause);
            let count = if is_counted { count } else { 1 };
            claims.push(Statement { kind, about, form, count, is_outward, is_stressed });
        } else if !frame.is_question {
            let guarded = before.is_condition && clause.joint == Joint::Join;
            failures.extend((!guarded).then(|| failure(&sentence, clause)).flatten());
        }
        before.go_on(&sentence, clause, found);
    }
    if claims.is_empty() {
        return failures;
    }
    claims
}
