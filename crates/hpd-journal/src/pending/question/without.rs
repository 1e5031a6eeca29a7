//! A question without the parts for the user alone.

use serde_json::{Map, Value};

use super::rendered::Question;

impl Question {
    /// The question without nonce and phrase, for whoever may not answer.
    pub(in crate::pending) fn without_answer(mut self) -> Self {
        self.nonce.clear();
        self.phrase = None;
        self
    }

    /// The question with the texts that come from the call, or from its plugin, as `hide` gives them back. The rest is
    /// the host's own.
    pub(crate) fn without(mut self, hide: &impl Fn(&str) -> String) -> Self {
        let again = |text: &mut String| *text = hide(text);
        self.phrase.iter_mut().chain(&mut self.asked).for_each(again);
        for field in &mut self.fields {
            again(&mut field.name);
            again(&mut field.value);
        }
        for alike in &mut self.look_alikes {
            [&mut alike.text, &mut alike.other].into_iter().for_each(again);
        }
        for change in self.changes.iter_mut().flatten() {
            [&mut change.field, &mut change.before, &mut change.after].into_iter().for_each(again);
        }
        let arguments = std::mem::take(&mut self.arguments);
        self.arguments =
            arguments.into_iter().map(|(name, value)| (hide(&name), value_without(value, hide))).collect();
        self
    }
}

fn value_without(value: Value, hide: &impl Fn(&str) -> String) -> Value {
    match value {
        Value::String(text) => Value::String(hide(&text)),
        Value::Number(number) => {
            let written = number.to_string();
            let hidden = hide(&written);
            if hidden == written { Value::Number(number) } else { Value::String(hidden) }
        }
        Value::Array(items) => items.into_iter().map(|item| value_without(item, hide)).collect(),
        Value::Object(members) => {
            let members = members.into_iter().map(|(name, value)| (hide(&name), value_without(value, hide)));
            Value::Object(members.collect::<Map<_, _>>())
        }
        Value::Null | Value::Bool(_) => value,
    }
}
