//! Which statements of a sentence are claims.

use super::claim::{About, ClaimKind};
use super::failure::failure;
use super::lexicon::{Found, Lexicon, Role};
use super::objects::{Order, about, is_own_work};
use super::reading::{Clause, Joint, Reading};

/// What is known of a sentence beside its words.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Frame {
    /// There is a sign of success in it.
    pub(super) has_mark: bool,
    pub(super) is_question: bool,
    pub(super) place: Place,
}

/// Where a sentence stands.
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

/// What is claimed.
pub(super) type Statement = (ClaimKind, Option<About>);

/// The claims of a sentence. Where it claims a success, it claims no failure: "The first try failed, but I've sent it."
pub(super) fn statements(reading: &Reading<'_>, frame: Frame, lexicon: &Lexicon) -> Vec<Statement> {
    let clauses = reading.clauses();
    let sentence = Sentence::new(reading, frame, lexicon);
    let mut claims = Vec::new();
    let mut failures = Vec::new();
    let mut before = Before::default();
    for (number, clause) in clauses.iter().enumerate() {
        let is_last = number + 1 == clauses.len();
        if sentence.is_opening(clause) {
            before.opened = true;
            continue;
        }
        if !frame.is_question && sentence.is_whole(clause, number == 0 || before.opened) {
            claims.push((ClaimKind::Success, None));
        }
        let found = sentence.success(clause, &before, is_last);
        if let Some(about) = &found {
            claims.push((ClaimKind::Success, Some(about.about.clone())));
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

/// How a claim says who did something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// "I've sent".
    Active,
    /// "It has been sent".
    Passive,
    /// "It was sent".
    SimplePassive,
    /// "Sent the invoice", "Invoice sent".
    Short,
}

/// A claim of a clause.
struct Success {
    form: Form,
    about: About,
}

/// What the clauses before mean for the next one.
#[derive(Default)]
struct Before {
    form: Option<Form>,
    objects: Vec<String>,
    is_condition: bool,
    opened: bool,
}

impl Before {
    fn go_on(&mut self, sentence: &Sentence<'_, '_>, clause: &Clause, found: Option<Success>) {
        let inherits = self.is_condition && clause.joint == Joint::Join;
        let mut words = clause.words.clone();
        self.is_condition =
            inherits || words.any(|word| sentence.reading.has_guard(word, |role| role == Role::Condition));
        self.opened = false;
        self.form = found.as_ref().map(|found| found.form);
        if let Some(found) = found {
            self.objects = found.about.objects;
        }
    }
}

/// A sentence, and what holds for all of it.
pub(super) struct Sentence<'r, 'w> {
    pub(super) reading: &'r Reading<'w>,
    pub(super) frame: Frame,
    pub(super) lexicon: &'r Lexicon,
    /// The first word that makes what follows a report or a guess.
    pub(super) first_hedge: usize,
    pub(super) is_past: bool,
    maybe_past: bool,
    is_dated: bool,
}

impl<'r, 'w> Sentence<'r, 'w> {
    fn new(reading: &'r Reading<'w>, frame: Frame, lexicon: &'r Lexicon) -> Self {
        let all = 0..reading.words.len();
        let has = |role| all.clone().any(|word| reading.role_at(word, role).is_some());
        let first_hedge = all.clone().find(|&word| reading.has_guard(word, |role| role == Role::Hedge));
        Self {
            reading,
            frame,
            lexicon,
            first_hedge: first_hedge.unwrap_or(usize::MAX),
            is_past: has(Role::Past),
            maybe_past: has(Role::MaybePast),
            is_dated: all.clone().any(|word| is_date(reading, word)),
        }
    }

    /// Whether a clause only opens the sentence: "Great", "I'm sorry".
    fn is_opening(&self, clause: &Clause) -> bool {
        self.behind_openings(clause) == clause.words.end
    }

    /// Where a clause goes on behind its openings.
    pub(super) fn behind_openings(&self, clause: &Clause) -> usize {
        let mut at = clause.words.start;
        while at < clause.words.end {
            let opening =
                self.reading.role_at(at, Role::Opening).filter(|found| found.end <= clause.words.end);
            match opening {
                Some(opening) => at = opening.end,
                None if self.reading.is_filler(at) => at += 1,
                None => break,
            }
        }
        at
    }

    /// Whether a clause says that everything is done, and nothing more.
    fn is_whole(&self, clause: &Clause, is_first: bool) -> bool {
        let starts = [clause.words.start, self.behind_openings(clause)];
        is_first
            && starts.iter().any(|&start| {
                let wholes = self.reading.at(start).iter().filter(|found| found.role == Role::Whole);
                wholes.into_iter().any(|whole| {
                    whole.end <= clause.words.end
                        && self.reading.next_word(whole.end, clause.words.end).is_none()
                })
            })
    }

    /// The claim of a success in a clause: the first one that counts.
    fn success(&self, clause: &Clause, before: &Before, is_last: bool) -> Option<Success> {
        if before.is_condition && clause.joint == Joint::Join {
            return None;
        }
        for word in clause.words.clone() {
            if self.reading.has_guard(word, is_guard) {
                return None;
            }
            for found in self.reading.at(word) {
                let success = self.success_at(*found, clause, before);
                if let Some(success) = success.filter(|success| self.counts(success, clause, is_last)) {
                    return Some(success);
                }
            }
        }
        None
    }

    fn success_at(&self, found: Found, clause: &Clause, before: &Before) -> Option<Success> {
        if found.end > clause.words.end {
            return None;
        }
        match found.role {
            Role::Done(action) => {
                let form = self.form(found, clause, before)?;
                Some(self.told(form, Some(action), found, clause, before))
            }
            Role::Named(action) => {
                self.reading.before(found.start, clause.words.start, |role| role == Role::Managed)?;
                Some(self.told(Form::Active, Some(action), found, clause, before))
            }
            Role::Outcome => {
                let has_subject = self.reading.next_word(clause.words.start, found.start).is_some();
                let is_fine = has_subject && !self.is_relative(found, clause);
                is_fine.then(|| self.told(Form::Passive, None, found, clause, before))
            }
            _ => None,
        }
    }

    fn told(
        &self,
        form: Form,
        action: Option<usize>,
        found: Found,
        clause: &Clause,
        before: &Before,
    ) -> Success {
        let order = if matches!(form, Form::Active) || found.start == clause.words.start {
            Order::BehindFirst
        } else {
            Order::BeforeFirst
        };
        let mut about = about(self, action, found, clause, order);
        let inherits = clause.joint == Joint::Join || clause.joint == Joint::Comma;
        let names_none = clause.words.clone().any(|word| self.reading.role_at(word, Role::Pronoun).is_some());
        if inherits || names_none {
            let is_passive = before.form.is_some_and(|form| form != Form::Active) && !names_none;
            let at = if is_passive && found.start == clause.words.start { 0 } else { about.objects.len() };
            about.objects.splice(at..at, before.objects.iter().cloned());
        }
        Success { form, about }
    }

    /// Who did what was done.
    fn form(&self, done: Found, clause: &Clause, before: &Before) -> Option<Form> {
        let (start, end) = (clause.words.start, clause.words.end);
        let reading = self.reading;
        let is_subject = |role| matches!(role, Role::Speaker | Role::Passive | Role::SimplePassive);
        let subject = if self.lexicon.verb_last {
            (start..done.start).rev().find_map(|end| reading.before(end + 1, start, is_subject))
        } else {
            reading.before(done.start, start, is_subject)
        };
        if let Some(subject) = subject {
            return match subject.role {
                Role::Speaker => Some(Form::Active),
                _ if self.is_relative(subject, clause) || self.has_agent(subject, done, end) => None,
                Role::SimplePassive => Some(Form::SimplePassive),
                _ => Some(Form::Passive),
            };
        }
        let is_first = reading.next_word(start, end) == Some(done.start) || done.start == start;
        if is_first && matches!(clause.joint, Joint::Join | Joint::Comma) {
            return before.form;
        }
        self.is_short(done, clause, is_first).then_some(Form::Short)
    }

    /// Whether what follows is only told of the thing before it: "the invoice that was sent".
    fn is_relative(&self, passive: Found, clause: &Clause) -> bool {
        let relative = self.reading.before(passive.start, clause.words.start, |role| role == Role::Relative);
        relative.is_some_and(|relative| relative.start > 0)
    }

    /// Whether somebody else did it: "was sent by John". With verbs at the end, that stands before them.
    fn has_agent(&self, subject: Found, done: Found, end: usize) -> bool {
        let behind = self.reading.next_word(done.end, end);
        let between = if self.lexicon.verb_last { subject.end..done.start } else { 0..0 };
        between.chain(behind).any(|word| {
            let agent = self.reading.role_at(word, Role::Agent);
            agent.is_some_and(|agent| self.reading.role_at(agent.end, Role::NoAgent).is_none())
        })
    }

    /// Whether a statement without "I" and without "was" says that something was done.
    fn is_short(&self, done: Found, clause: &Clause, is_first: bool) -> bool {
        let end = clause.words.end;
        let reading = self.reading;
        if self.has_agent(done, done, end) || self.frame.is_question {
            return false;
        }
        let is_alone = clause.joint == Joint::Start;
        let behind = reading.next_word(done.end, end);
        let is_stressed = reading.role_at(done.end, Role::Stress).is_some()
            || reading.before(done.start, clause.words.start, |role| role == Role::Stress).is_some();
        let takes_thing = behind.is_some_and(|word| reading.role_at(word, Role::Determiner).is_some());
        let is_all = behind.is_none() && end == reading.words.len() && self.frame.place != Place::Announces;
        if is_first {
            let is_marked = self.frame.has_mark && behind.is_some_and(|word| !self.is_preposition(word));
            return is_alone && (takes_thing || is_all || is_marked || is_stressed && behind.is_some());
        }
        let has_verb = (clause.words.start..end).any(|word| reading.role_at(word, Role::Verb).is_some());
        let names_thing = behind.is_none_or(|word| self.is_preposition(word));
        if has_verb || takes_thing || !names_thing {
            return false;
        }
        if self.frame.has_mark || is_stressed {
            return clause.joint != Joint::Colon;
        }
        let first = clause.words.start;
        let has_article = reading.role_at(first, Role::Determiner).is_some();
        let before = &reading.words[done.start - 1].text;
        let is_many = self.lexicon.singular(before) != *before;
        let counts = reading.words[first].text.starts_with(|letter: char| letter.is_ascii_digit());
        is_alone
            && !has_article
            && self.frame.place != Place::Announces
            && !(is_many && (self.frame.place != Place::Text || !counts))
    }

    fn is_preposition(&self, word: usize) -> bool {
        self.reading.role_at(word, Role::Preposition).is_some() || self.reading.is_filler(word)
    }

    /// Whether nothing in the sentence makes a claim a report, a guess or the model's own text.
    fn counts(&self, success: &Success, clause: &Clause, is_last: bool) -> bool {
        let marked = self.frame.has_mark;
        let in_clause = |is_it: fn(Role) -> bool| {
            clause.words.clone().any(|word| self.reading.at(word).iter().any(|found| is_it(found.role)))
        };
        if is_own_work(self, success.about.objects.first(), clause) {
            return false;
        }
        if success.form == Form::Active {
            let hedged = (clause.words.start..clause.words.end).contains(&self.first_hedge);
            let asks =
                self.frame.is_question && (is_last || self.reading.role_at(0, Role::Question).is_some());
            let hedged = hedged && self.first_hedge < self.last_speaker(clause);
            return !hedged && !asks && !in_clause(|role| role == Role::Past);
        }
        let hedged = self.first_hedge < clause.words.end;
        let reported = self.maybe_past || (self.is_dated && success.form != Form::Passive);
        !(self.frame.is_question || hedged || self.is_past || (reported && !marked))
    }

    fn last_speaker(&self, clause: &Clause) -> usize {
        let mut words = clause.words.clone().rev();
        let speaker = words.find(|&word| {
            self.reading.at(word).iter().any(|found| matches!(found.role, Role::Speaker | Role::Managed))
        });
        speaker.unwrap_or(clause.words.start)
    }
}

/// What makes everything behind it in a clause no claim of a success.
pub(super) fn is_guard(role: Role) -> bool {
    matches!(role, Role::Condition | Role::Plan | Role::Negation)
}

/// Whether a word begins a date: "on 3 May", or 2026-05-03.
fn is_date(reading: &Reading<'_>, word: usize) -> bool {
    let text = &reading.words[word].text;
    let is_iso = text.len() == 10
        && text
            .bytes()
            .enumerate()
            .all(|(place, byte)| if place == 4 || place == 7 { byte == b'-' } else { byte.is_ascii_digit() });
    let is_before = reading.role_at(word, Role::BeforeDate).is_some();
    is_iso || (is_before && (word + 1..word + 4).any(|next| reading.role_at(next, Role::Date).is_some()))
}
