//! Texts about missing and uncertain values.

use hpd_journal::pending::{PendingCall, PendingId};
use hpd_runtime::__private::text::HIDDEN;
use hpd_runtime::args::Node;
use hpd_runtime::output::{AskedInput, InputRequest};
use hpd_runtime::values::Provenance;
use serde_json::Value;

use super::noun::{known_noun, question_for, request_noun};
use super::shown::{FOR_MODEL, FOR_USER, fits, lines, name, plainly, quoted};
use super::text::{all_of, any_of, from, mark, not_valid, questions, section, subject, unconfirmed, unseen};
use super::{AskUser, Cause, UncertainValue};
use crate::collect::plan::{CollectPlan, FieldPlan};
use crate::collect::resolution::{Missing, Resolution, Uncertain};

/// The line above several questions.
const HEAD: &str = "I need a few more details";

impl AskUser {
    /// The request about a call with these values. `pending` is the call that the answer resumes. Values of `unlisted`
    /// parameters, which the model does not know, are not listed.
    pub(crate) fn new(
        plan: &CollectPlan,
        resolution: &Resolution,
        unlisted: &[&str],
        pending: Option<PendingId>,
    ) -> Self {
        let found = Found::new(plan, resolution, unlisted);
        Self {
            pending,
            missing: found.missing.iter().map(|(field, _)| field.name.to_string()).collect(),
            invalid: Vec::new(),
            uncertain: found.uncertain.iter().map(|(field, value)| uncertain_value(field, value)).collect(),
            inputs: Vec::new(),
            for_model: found.for_model(&subject(plan)),
            question: found.question(),
            is_whole: found
                .uncertain
                .iter()
                .all(|(field, found)| field.sensitive || fits(&found.value, FOR_USER)),
            cause: Cause::Values,
        }
    }

    /// The request of a function that needs the user: its question, and the names of the missing parameters.
    pub(crate) fn from_function(
        plan: &CollectPlan,
        question: &str,
        missing: &[String],
        pending: Option<PendingId>,
    ) -> Self {
        let said = lines(question);
        let asked = missing.iter().map(|missing| {
            let unknown = || FieldPlan { name: missing.as_str().into(), ..FieldPlan::default() };
            match plan.fields.iter().find(|field| *field.name == **missing) {
                Some(field) => question_for(field),
                None => question_for(&unknown()),
            }
        });
        let question = match said.as_str() {
            "" if missing.is_empty() => "I need more details to go on. What should I know?".to_owned(),
            "" => questions(HEAD, &asked.collect::<Vec<_>>()),
            said => said.to_owned(),
        };
        let subject = subject(plan);
        let needs = "needs something from the user before it can go on";
        let names = missing.iter().map(|missing| name(missing));
        let head =
            section(&format!("{subject} {needs}:"), names).unwrap_or_else(|| format!("{subject} {needs}."));
        let for_model = format!("{head}\n\nPlease ask the user:\n{question}");
        Self {
            pending,
            missing: missing.to_vec(),
            invalid: Vec::new(),
            uncertain: Vec::new(),
            inputs: Vec::new(),
            for_model,
            question,
            is_whole: true,
            cause: Cause::Function,
        }
    }
}

/// What a model has to know of a question for inputs.
const CONTINUES: &str =
    "The answer continues this call. Do not call the function again, and do not answer for the user.";

impl AskUser {
    /// The request of a function for inputs.
    pub(crate) fn for_inputs(
        plan: &CollectPlan,
        inputs: Vec<AskedInput>,
        pending: Option<PendingId>,
    ) -> Self {
        let asked: Vec<_> = inputs.iter().map(|input| lines(input.request.message())).collect();
        let asked = Self::from_function(plan, &questions(HEAD, &asked), &[], pending);
        Self { for_model: format!("{}\n\n{CONTINUES}", asked.for_model), inputs, ..asked }
    }
}

impl AskUser {
    /// The request of a stored call for inputs, as it was asked. `scrub` hides sensitive values.
    pub(crate) fn of_stored(plan: &CollectPlan, row: &PendingCall, scrub: impl Fn(&str) -> String) -> Self {
        let asked = row.inputs.open().map(|input| {
            let request = InputRequest::new(scrub(input.request.message()), input.request.schema().clone());
            let request = if input.request.is_sensitive() { request.sensitive() } else { request };
            AskedInput::new(&*input.key, request)
        });
        Self::for_inputs(plan, asked.collect(), Some(row.id.clone()))
    }
}

/// The found values, with their parameters' plans.
struct Found<'p> {
    missing: Vec<(&'p FieldPlan, &'p Missing)>,
    uncertain: Vec<(&'p FieldPlan, &'p Uncertain)>,
    /// Values that need nothing.
    known: Vec<(&'p FieldPlan, &'p Node<'static>, Provenance)>,
}

impl<'p> Found<'p> {
    fn new(plan: &'p CollectPlan, resolution: &'p Resolution, unlisted: &[&str]) -> Self {
        let missing = resolution.missing.iter();
        let uncertain = resolution.uncertain.iter();
        let uncertain: Vec<_> =
            uncertain.filter_map(|value| Some((plan.fields.get(value.field)?, value))).collect();
        let is_uncertain = |name: &str| uncertain.iter().any(|(field, _)| *field.name == *name);
        let known = plan.fields.iter().filter_map(|field| {
            let source = *resolution.provenance.get(&*field.name)?;
            let value = resolution.arguments.get(&field.name)?;
            let is_listed = !is_uncertain(&field.name) && !unlisted.contains(&&*field.name);
            is_listed.then_some((field, value, source))
        });
        Self {
            known: known.collect(),
            missing: missing.filter_map(|value| Some((plan.fields.get(value.field)?, value))).collect(),
            uncertain,
        }
    }

    fn for_model(&self, subject: &str) -> String {
        let missing = self
            .missing
            .iter()
            .map(|(field, missing)| format!("{} ({})", name(&field.name), looked_for(missing)));
        let uncertain = self.uncertain.iter().map(|(field, found)| {
            let value = if field.sensitive { HIDDEN.to_owned() } else { quoted(&found.value, FOR_MODEL) };
            format!(
                "{}: {value} ({}) — please confirm with the user",
                name(&field.name),
                unconfirmed(found.source)
            )
        });
        let known = self.known.iter().map(|(field, value, source)| {
            let value = if field.sensitive { HIDDEN.to_owned() } else { plainly(value, FOR_MODEL) };
            format!("{}: {value} ({})", name(&field.name), from(*source))
        });
        let remark = if self.uncertain.is_empty() { "" } else { " (no confirmation needed)" };
        let sections = [
            section(&format!("{subject} requires parameters that are missing:"), missing),
            section(&format!("{subject} has parameters that need confirmation before use:"), uncertain),
            section(&format!("Parameters we have{remark}:"), known),
            self.request(),
        ];
        sections.into_iter().flatten().collect::<Vec<_>>().join("\n\n")
    }

    /// The model's instruction to ask.
    fn request(&self) -> Option<String> {
        let wanted: Vec<_> = self.missing.iter().map(|(field, _)| request_noun(field)).collect();
        let wanted = wanted.join(", ");
        let confirmation = || self.confirmation(FOR_MODEL);
        match (self.missing.is_empty(), self.uncertain.is_empty()) {
            (true, true) => None,
            (false, true) => Some(format!("Please ask the user for: {wanted}.")),
            (true, false) => Some(format!("Please ask the user: \"{}\"", confirmation())),
            (false, false) => {
                Some(format!("Please ask the user for: {wanted}. Ask as well: \"{}\"", confirmation()))
            }
        }
    }

    /// The question to the user.
    fn question(&self) -> String {
        let mut asked: Vec<_> = self.missing.iter().map(|(field, _)| question_for(field)).collect();
        if !self.uncertain.is_empty() {
            asked.push(self.confirmation(FOR_USER));
        }
        questions(HEAD, &asked)
    }

    /// `I have your address as 123 Main St and phone as 555-0000. Is that correct?`
    fn confirmation(&self, max: usize) -> String {
        let values = self.uncertain.iter().map(|(field, found)| {
            let noun = known_noun(field);
            if field.sensitive {
                format!("{noun} {}", unseen(found.source))
            } else {
                format!("{noun} as {}{}", plainly(&found.value, max), mark(found.source))
            }
        });
        format!("I have your {}. Is that correct?", all_of(&values.collect::<Vec<_>>()))
    }
}

fn uncertain_value(field: &FieldPlan, found: &Uncertain) -> UncertainValue {
    let value = if field.sensitive { Value::from(HIDDEN) } else { found.value.to_value() };
    UncertainValue { name: field.name.to_string(), value, source: found.source }
}

/// Where a value was looked for.
fn looked_for(missing: &Missing) -> String {
    let Missing { in_profile, in_config, unusable, .. } = missing;
    let has_one = |sources: &[Provenance]| unusable.is_some_and(|source| sources.contains(&source));
    let mut places = Vec::new();
    if !has_one(&[Provenance::User, Provenance::Mentioned, Provenance::Model]) {
        places.push("message");
    }
    if *in_profile && !has_one(&[Provenance::Profile]) {
        places.push("profile");
    }
    if *in_config && !has_one(&[Provenance::Config]) {
        places.push("config");
    }
    let absent = (!places.is_empty()).then(|| format!("not in {}", any_of(&places)));
    let unusable = unusable.map(|source| not_valid(source).to_owned());
    [absent, unusable].into_iter().flatten().collect::<Vec<_>>().join("; ")
}
