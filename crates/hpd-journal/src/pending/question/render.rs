//! From the frozen arguments to the question.

use std::collections::BTreeSet;

use hpd_runtime::__private::order;
use hpd_runtime::__private::text::HIDDEN;
use hpd_runtime::args::Node;
use hpd_runtime::spec::Risk;
use serde_json::{Map, Value};

use super::alike::{look_alikes, texts};
use super::data::data_of;
use super::input::{ArgumentChange, QuestionInput, Rendered};
use super::names::{field_name, label, name, path};
use super::rendered::{Caution, ChangedField, LookAlike, Question, QuestionField, QuestionOffer};
use super::sentence::sentence;
use super::shown::{START, Shown, WHOLE};
use super::text::MAX_FIELDS;
use crate::pending::phrase::{Phrase, placeholders};
use crate::system::RandomError;

/// All values together may be this long, in characters; else long ones are cut.
pub(super) const WHOLE_TOGETHER: usize = 8_000;

/// Renders a question. This precedes the digest, since unsafe contents raise the risk.
///
/// # Errors
///
/// There are no random bytes for a code in the phrase: the user can't be asked.
pub fn render(input: &QuestionInput<'_>) -> Result<Rendered, RandomError> {
    let page = Page::of(input);
    let risk = if page.cautions.is_empty() { input.risk } else { Risk::High };
    let offers = if risk == Risk::High { Vec::new() } else { page.offers };
    let phrase = match risk {
        Risk::High => Some(
            Phrase { template: input.phrase, arguments: input.arguments, sensitive: input.sensitive }
                .fill(input.random)?,
        ),
        Risk::Low | Risk::Medium => None,
    };
    let question = Question {
        pending_id: input.pending_id.clone(),
        nonce: input.nonce.to_owned(),
        tool: input.name.to_owned(),
        name: page.name,
        plugin: page.plugin,
        label: page.label,
        asked: page.asked,
        risk,
        phrase: phrase.clone(),
        asked_again: page.asked_again,
        note: input.note.map(str::to_owned),
        cautions: page.cautions.into_iter().collect(),
        look_alikes: page.look_alikes,
        fields: page.fields,
        changes: page.changes,
        offers,
        arguments: page.arguments,
        answer_at: None,
    };
    Ok(Rendered { risk, phrase, question })
}

/// The parts of a question, and its cautions.
pub(super) struct Page {
    name: String,
    plugin: Option<String>,
    label: String,
    asked: Option<String>,
    asked_again: Option<String>,
    fields: Vec<QuestionField>,
    changes: Option<Vec<ChangedField>>,
    look_alikes: Vec<LookAlike>,
    offers: Vec<QuestionOffer>,
    /// The arguments as data.
    arguments: Map<String, Value>,
    pub(super) cautions: BTreeSet<Caution>,
}

impl Page {
    pub(super) fn of(input: &QuestionInput<'_>) -> Self {
        let mut writer = Writer::new(input);
        let fields = writer.fields();
        let changes = input.changes.map(|changes| writer.changes(changes));
        let name = writer.heading(name(input.name));
        let label = writer.heading(label(input.name, input.title));
        let asked = input.question.and_then(|template| writer.sentence(template));
        let plugin = input.plugin.map(|plugin| writer.heading(self::name(plugin)));
        let asked_again = input.asked_again.map(|reason| writer.heading(Shown::unquoted(reason, START)));
        let look_alikes = writer.look_alikes();
        let offers = writer.offers();
        let Writer { cautions, arguments, .. } = writer;
        Self {
            name,
            plugin,
            label,
            asked,
            asked_again,
            fields,
            changes,
            look_alikes,
            offers,
            arguments,
            cautions,
        }
    }
}

/// Writes the parts of a question.
struct Writer<'a> {
    input: &'a QuestionInput<'a>,
    /// Characters of one value that are shown.
    max: usize,
    cautions: BTreeSet<Caution>,
    /// The arguments as data.
    arguments: Map<String, Value>,
}

impl<'a> Writer<'a> {
    fn new(input: &'a QuestionInput<'a>) -> Self {
        let arguments: Vec<_> = match input.arguments {
            Node::Object(members) => members.iter().map(|(_, value)| value).collect(),
            other => vec![other],
        };
        let changes = input.changes.unwrap_or_default();
        let sides = changes.iter().flat_map(|change| [&change.before, &change.after]);
        let together: usize =
            arguments.into_iter().chain(sides).map(|value| Shown::of(value, WHOLE).text.len()).sum();
        let max = if together > WHOLE_TOGETHER { START } else { WHOLE };
        Self { input, max, cautions: BTreeSet::new(), arguments: Map::new() }
    }

    /// All arguments: those of the phrase first, cut ones last.
    fn fields(&mut self) -> Vec<QuestionField> {
        let root = [("arguments".into(), self.input.arguments.clone())];
        let members = match self.input.arguments {
            Node::Object(members) => members.as_slice(),
            // Arguments are an object. Another value is shown all the same.
            _ => &root,
        };
        let targets = self.input.phrase.map(placeholders).unwrap_or_default();
        let mut seen = BTreeSet::new();
        let mut fields = Vec::with_capacity(members.len());
        for (name, value) in members {
            if !seen.insert(&**name) {
                self.cautions.insert(Caution::Twice);
            }
            let field = self.field(name, value);
            let place = (!targets.contains(&&**name), !field.whole && field.value != HIDDEN);
            fields.push((place, field));
        }
        self.count(fields.len());
        order::sort_by_key(&mut fields, |(place, _)| *place);
        fields.into_iter().map(|(_, field)| field).collect()
    }

    fn field(&mut self, name: &str, value: &Node<'_>) -> QuestionField {
        let source = self.input.provenance.get(name).copied();
        let shown_name = field_name(name);
        let name_is_whole = shown_name.left_out == 0;
        let is_harmless = name_is_whole && !shown_name.strange;
        let shown_name = self.line(shown_name);
        let data_name = if is_harmless { name.to_owned() } else { shown_name.clone() };
        if self.input.is_sensitive(name) {
            self.arguments.insert(data_name, Value::from(HIDDEN));
            return QuestionField { name: shown_name, value: HIDDEN.to_owned(), source, whole: false };
        }
        if has_duplicates(value) {
            self.cautions.insert(Caution::Twice);
        }
        let shown = Shown::of(value, self.max);
        let is_whole = shown.left_out == 0;
        let text = self.line(shown);
        let data = if is_whole { data_of(value) } else { Value::from(text.as_str()) };
        self.arguments.insert(data_name, data);
        QuestionField { name: shown_name, value: text, source, whole: is_whole && name_is_whole }
    }

    fn changes(&mut self, changes: &[ArgumentChange]) -> Vec<ChangedField> {
        self.count(changes.len());
        changes.iter().map(|change| self.change(change)).collect()
    }

    fn change(&mut self, change: &ArgumentChange) -> ChangedField {
        let field = self.line(path(&change.field, |name| self.input.arguments.get(name).is_some()));
        let is_sensitive = self.input.is_sensitive(&change.field);
        let mut side = |value: &Node<'_>| {
            if is_sensitive { HIDDEN.to_owned() } else { self.line(Shown::of(value, self.max)) }
        };
        ChangedField { field, before: side(&change.before), after: side(&change.after) }
    }

    /// The question in the author's words, if its values fit into them.
    fn sentence(&mut self, template: &str) -> Option<String> {
        let parts = sentence(template, self.input)?;
        Some(parts.into_iter().map(|part| self.line(part)).collect())
    }

    fn offers(&mut self) -> Vec<QuestionOffer> {
        let offers = self.input.offers.iter().map(|offer| {
            let tools = offer.tools.iter().map(|tool| self.heading(name(&tool.name))).collect();
            QuestionOffer { scope: offer.scope, tools }
        });
        offers.collect()
    }

    /// The texts of the call that look like another one of it, of its changes, or that the user knows.
    fn look_alikes(&mut self) -> Vec<LookAlike> {
        let mut own = Vec::new();
        if let Node::Object(members) = self.input.arguments {
            let shown = members.iter().filter(|(name, _)| !self.input.is_sensitive(name));
            shown.for_each(|(_, value)| texts(value, &mut |text| own.push(text)));
        }
        for change in self.input.changes.unwrap_or_default() {
            if !self.input.is_sensitive(&change.field) {
                texts(&change.before, &mut |text| own.push(text));
                texts(&change.after, &mut |text| own.push(text));
            }
        }
        let pairs = look_alikes(&own, self.input.known);
        if !pairs.is_empty() {
            self.cautions.insert(Caution::LooksLike);
        }
        let shown = |text| Shown::quoted(text, START, false).into_line();
        pairs.into_iter().map(|(text, other)| LookAlike { text: shown(text), other: shown(other) }).collect()
    }

    /// Nobody looks at more than so many lines.
    fn count(&mut self, lines: usize) {
        if lines > MAX_FIELDS {
            self.cautions.insert(Caution::Many);
        }
    }

    /// The text of a name or value. Its unsafe contents count for the whole question.
    fn line(&mut self, shown: Shown) -> String {
        if shown.left_out > 0 {
            self.cautions.insert(Caution::Long);
        }
        self.heading(shown)
    }

    /// The text above the fields. A tool's name is never long enough to be cut, and the rest matters less.
    fn heading(&mut self, shown: Shown) -> String {
        if shown.strange {
            self.cautions.insert(Caution::Strange);
        }
        shown.into_line()
    }
}

/// Whether an object of the value has a duplicate key.
fn has_duplicates(value: &Node<'_>) -> bool {
    match value {
        Node::Array(items) => items.iter().any(has_duplicates),
        Node::Object(members) => {
            let mut keys = BTreeSet::new();
            members.iter().any(|(key, value)| !keys.insert(key) || has_duplicates(value))
        }
        _ => false,
    }
}
