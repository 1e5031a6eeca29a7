//! Claims that something was done.

use super::claim::{About, ClaimForm};
use super::lexicon::{Found, Role};
use super::objects::{Order, about, is_own_work};
use super::reading::{Clause, Joint};
use super::sentence::{Sentence, is_guard};
use super::statement::Place;
use super::words::Word;

/// How a claim says who did something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// "I've sent".
    Active,
    /// "It has been sent".
    Passive,
    /// "It was sent".
    SimplePassive,
    /// "It is sent".
    State,
    /// "Sent the invoice", "Invoice sent".
    Short,
}

impl Form {
    pub(super) const fn of_claim(self) -> ClaimForm {
        match self {
            Self::Active => ClaimForm::Speaker,
            Self::Passive | Self::SimplePassive => ClaimForm::Passive,
            Self::State => ClaimForm::State,
            Self::Short => ClaimForm::Short,
        }
    }
}

/// A claim of a clause.
pub(super) struct Success {
    pub(super) form: Form,
    pub(super) about: About,
    /// Where its verb ends.
    end: usize,
    pub(super) is_outward: bool,
}

/// The context from the clauses before, for the next one.
#[derive(Default)]
pub(super) struct Before {
    form: Option<Form>,
    objects: Vec<String>,
    pub(super) is_condition: bool,
    pub(super) opened: bool,
}

impl Before {
    pub(super) fn go_on(&mut self, sentence: &Sentence<'_, '_>, clause: &Clause, found: Option<Success>) {
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

impl Sentence<'_, '_> {
    /// The claim of a success in a clause: the first one that counts.
    pub(super) fn success(&self, clause: &Clause, before: &Before, is_last: bool) -> Option<Success> {
        if before.is_condition && clause.joint == Joint::Join {
            return None;
        }
        for word in clause.words.clone() {
            if self.reading.has_guard(word, is_guard) && !self.is_month(word) {
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
                let start = clause.words.start;
                let managed = self.reading.before(found.start, start, |role| role == Role::Managed)?;
                // "What I did record .."
                if self.reading.before(managed.start, start, |role| role == Role::Relative).is_some() {
                    return None;
                }
                Some(self.told(Form::Active, Some(action), found, clause, before))
            }
            Role::ShortOutcome => {
                let is_all = found.end == self.reading.words.len() && clause.joint == Joint::Start;
                let is_short = is_all && found.start > 0 && found.start - clause.words.start <= 3;
                let has_verb =
                    clause.words.clone().any(|word| self.reading.role_at(word, Role::Verb).is_some());
                (is_short && !has_verb).then(|| self.told(Form::Short, None, found, clause, before))
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
        let is_first = self.reading.next_word(clause.words.start, clause.words.end) == Some(found.start);
        let order = if matches!(form, Form::Active) || is_first || found.start == clause.words.start {
            Order::BehindFirst
        } else {
            Order::BeforeFirst
        };
        let mut about = about(self, action, found, clause, order);
        let inherits = clause.joint == Joint::Join || clause.joint == Joint::Comma;
        let names_none = clause.words.clone().any(|word| self.reading.role_at(word, Role::Pronoun).is_some());
        if inherits || names_none {
            let goes_on =
                before.form.is_some_and(|form| form != Form::Active) && found.start == clause.words.start;
            if about.objects.is_empty() || (goes_on && !names_none) {
                let behind = std::mem::replace(&mut about.objects, before.objects.clone());
                about.others.splice(0..0, behind);
            } else {
                about.others.extend(before.objects.iter().cloned());
            }
        }
        let is_outward = action.is_some()
            && self.lexicon.knows_edits
            && self.reading.role_at(found.start, Role::Edit).is_none()
            && !clause.words.clone().any(|word| self.reading.role_at(word, Role::OwnWork).is_some());
        Success { form, about, end: found.end, is_outward }
    }

    /// How a clause says who acted.
    fn form(&self, done: Found, clause: &Clause, before: &Before) -> Option<Form> {
        let (start, end) = (clause.words.start, clause.words.end);
        let reading = self.reading;
        let is_subject =
            |role| matches!(role, Role::Speaker | Role::Passive | Role::SimplePassive | Role::State);
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
                Role::State => reading.next_word(done.end, end).is_none().then_some(Form::State),
                _ => Some(Form::Passive),
            };
        }
        let is_first = reading.next_word(start, end) == Some(done.start) || done.start == start;
        let is_open = before.opened && before.form.is_none();
        if is_first && matches!(clause.joint, Joint::Join | Joint::Comma) && !is_open {
            return before.form;
        }
        self.is_short(done, clause, is_first, is_open).then_some(Form::Short)
    }

    /// Whether the verb only describes the thing before it: "the invoice that was sent".
    fn is_relative(&self, passive: Found, clause: &Clause) -> bool {
        let relative = self.reading.before(passive.start, clause.words.start, |role| role == Role::Relative);
        relative.is_some_and(|relative| relative.start > 0)
    }

    /// Whether another actor is named: "was sent to Acme by John". In verb-final languages, the actor precedes the
    /// verb.
    fn has_agent(&self, subject: Found, done: Found, end: usize) -> bool {
        let between = if self.lexicon.verb_last { subject.end..done.start } else { 0..0 };
        between.chain(done.end..end).any(|word| {
            let agent = self.reading.role_at(word, Role::Agent);
            agent.is_some_and(|agent| !self.is_nobody(agent.end))
        })
    }

    /// Whether the word after "by" is no actor: "by email", "by 5 May".
    fn is_nobody(&self, word: usize) -> bool {
        let is_number = |word: &Word| word.text.starts_with(|c: char| c.is_ascii_digit());
        self.reading.role_at(word, Role::NoAgent).is_some()
            || self.reading.role_at(word, Role::Date).is_some()
            || self.reading.words.get(word).is_some_and(is_number)
    }

    /// Whether a statement without "I" and without "was" says that something was done.
    fn is_short(&self, done: Found, clause: &Clause, is_first: bool, is_open: bool) -> bool {
        let end = clause.words.end;
        let reading = self.reading;
        if self.has_agent(done, done, end) || self.frame.is_question {
            return false;
        }
        let is_alone = clause.joint == Joint::Start || is_open;
        let behind = reading.next_word(done.end, end);
        let is_stressed = reading.role_at(done.end, Role::Stress).is_some()
            || reading.before(done.start, clause.words.start, |role| role == Role::Stress).is_some();
        let takes_thing = behind.is_some_and(|word| reading.role_at(word, Role::Determiner).is_some());
        let is_all = behind.is_none() && end == reading.words.len() && self.frame.place != Place::Announces;
        if is_first {
            let is_marked = (self.frame.has_mark || self.is_item(end))
                && behind.is_some_and(|word| !self.is_preposition(word));
            return is_alone
                && (takes_thing
                    || behind.is_some_and(|word| self.is_value(word))
                    || is_all
                    || is_marked
                    || is_stressed && behind.is_some());
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
        let counts = reading.words[first].text.starts_with(|c: char| c.is_ascii_digit());
        is_alone
            && !has_article
            && self.frame.place != Place::Announces
            && !(is_many && (self.frame.place != Place::Text || !counts))
    }

    /// Whether a quote, or a number that is no date, is the thing of an action: "Imported 1,204 rows". Never in a list
    /// item.
    fn is_value(&self, word: usize) -> bool {
        let text = &self.reading.words[word].text;
        let is_number = text.chars().all(|c| c.is_ascii_digit() || ",.".contains(c));
        let is_date = self.reading.role_at(word + 1, Role::Date).is_some() || text.matches('.').count() > 1;
        is_number && !is_date && !self.frame.is_item && self.frame.place == Place::Text
    }

    /// Whether the sentence is a list item that ends here, about a single thing: "Recorded payment", and not "Sent
    /// invoices".
    fn is_item(&self, end: usize) -> bool {
        let last = end.checked_sub(1).map(|last| &self.reading.words[last].text);
        let is_one = last.is_some_and(|last| self.lexicon.singular(last) == *last);
        self.frame.is_item && end == self.reading.words.len() && is_one
    }

    /// Whether nothing in the sentence makes a claim a report, a guess or the model's own text.
    fn counts(&self, success: &Success, clause: &Clause, is_last: bool) -> bool {
        let marked = self.frame.has_mark;
        let in_clause = |is_it: fn(Role) -> bool| {
            clause.words.clone().any(|word| self.reading.at(word).iter().any(|found| is_it(found.role)))
        };
        if is_own_work(self, success.about.objects.first(), clause) || self.is_of_nothing(success, clause) {
            return false;
        }
        if self.reading.has(Role::Waits) {
            return false;
        }
        if success.form == Form::Active {
            let hedged = (clause.words.start..clause.words.end).contains(&self.first_hedge);
            let asks =
                self.frame.is_question && (is_last || self.reading.role_at(0, Role::Question).is_some());
            let hedged = hedged && self.first_hedge < self.last_speaker(clause);
            let is_text = in_clause(|role| role == Role::Here);
            let mut words = clause.words.clone();
            let is_over = words.any(|word| self.reading.has_guard(word, |role| role == Role::Past));
            return !hedged && !asks && !is_text && !is_over;
        }
        let hedged = self.first_hedge < clause.words.end;
        let reported = self.maybe_past || (self.is_dated && success.form != Form::Passive);
        // "The last refund was issued on 3 May ✅" is a report all the same.
        let marked = marked && !(self.is_dated && success.form == Form::SimplePassive);
        !(self.frame.is_question || hedged || self.is_past || (reported && !marked))
    }

    /// Whether a negation right after the verb denies the action: "I've deleted nothing".
    fn is_of_nothing(&self, success: &Success, clause: &Clause) -> bool {
        let behind = self.reading.next_word(success.end, clause.words.end);
        behind.is_some_and(|word| self.reading.role_at(word, Role::Negation).is_some())
    }

    fn last_speaker(&self, clause: &Clause) -> usize {
        let mut words = clause.words.clone().rev();
        let speaker = words.find(|&word| {
            self.reading.at(word).iter().any(|found| matches!(found.role, Role::Speaker | Role::Managed))
        });
        speaker.unwrap_or(clause.words.start)
    }
}
