//! A question as a front end is sent it.

use serde_json::{Map, Value, json};

use super::rendered::Question;
use super::text::{CANCEL_LABEL, confirm_label, offer_label, risk_text};

impl Question {
    /// The question as an `mcq` event for a front end: multiple choice, of type `write_confirmation`.
    ///
    /// | key of `data` | contents |
    /// |---|---|
    /// | `question` | [`text`](Self::text): enough for a front end that shows nothing else |
    /// | `options` | `confirm`, the [offers](Self::offers) `confirm_tool` and `confirm_source`, and `cancel`, each with its label; the value is the answer's `choice` |
    /// | `pending_tool`, `pending_args` | the tool and its arguments; sensitive ones `[hidden]`, long texts cut, misleading characters by their numbers. It is data: links in it are as they were |
    /// | `pending_id`, `nonce` | repeated by the answer |
    /// | `risk` | `low`, `medium` or `high` |
    /// | `phrase` | the text to type, without quotes; only at high risk |
    /// | `summary` | each argument: `field`, `value` (both as text) and `source`, where that is known |
    /// | `changes` | `field`, `before` and `after`, if the plugin previews them |
    pub fn to_mcq(&self) -> Value {
        let mut data = Map::new();
        data.insert("mcq_type".to_owned(), json!("write_confirmation"));
        data.insert("question".to_owned(), json!(self.text()));
        data.insert("options".to_owned(), self.options());
        data.insert("pending_tool".to_owned(), json!(self.tool));
        data.insert("pending_args".to_owned(), Value::Object(self.arguments.clone()));
        data.insert("pending_id".to_owned(), json!(self.pending_id));
        data.insert("nonce".to_owned(), json!(self.nonce));
        data.insert("risk".to_owned(), json!(risk_text(self.risk)));
        if let Some(phrase) = &self.phrase {
            data.insert("phrase".to_owned(), json!(phrase));
        }
        data.insert("summary".to_owned(), self.summary());
        if let Some(changes) = &self.changes {
            data.insert("changes".to_owned(), json!(changes));
        }
        json!({"type": "mcq", "data": data})
    }

    fn options(&self) -> Value {
        let offers = self.offers.iter().map(|offer| (offer_label(self, offer), offer.scope.choice()));
        let options = [(confirm_label(self), "confirm")].into_iter().chain(offers);
        let options = options.chain([(CANCEL_LABEL.to_owned(), "cancel")]);
        options.map(|(label, value)| json!({"label": label, "value": value})).collect()
    }

    fn summary(&self) -> Value {
        let lines = self.fields.iter().map(|field| {
            let mut line = json!({"field": field.name, "value": field.value});
            if let Some(source) = field.source {
                line["source"] = json!(source);
            }
            line
        });
        lines.collect()
    }
}
