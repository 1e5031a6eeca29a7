//! Events for those who look on.

use super::{Event, EventRecord};

/// Replaces the text of a question that may have the phrase in it.
const HIDDEN: &str = "(hidden: the text may have the phrase)";

impl EventRecord {
    /// The record for a viewer, who answers nothing: a question has neither nonce nor phrase. Who may answer gets both
    /// with the open question, by a [`PendingView`](crate::pending::PendingView). Records have no values of sensitive
    /// parameters in any case. A text that does not end in the line of its phrase is hidden.
    ///
    /// ```
    /// use hpd_journal::Timestamp;
    /// use hpd_journal::events::{Event, EventRecord, McqEvent};
    /// use serde_json::json;
    ///
    /// let text = "Confirm: Void INV-7.\n\nType \"VOID INV-7\" to confirm.";
    /// let asked = json!({"question": text, "nonce": "n1", "phrase": "VOID INV-7"});
    /// let asked = Event::Mcq(McqEvent(asked.as_object().unwrap().clone()));
    /// let record = EventRecord::new(1, "s1", 1, Timestamp::from_millis(0), asked).for_viewer();
    /// let json = serde_json::to_value(&record)?;
    /// assert_eq!(json["data"], json!({"question": "Confirm: Void INV-7.", "needs_phrase": true}));
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    #[must_use]
    pub fn for_viewer(mut self) -> Self {
        if let Event::Mcq(question) = &mut self.event {
            let data = &mut question.0;
            data.remove("nonce");
            if let Some(phrase) = data.remove("phrase").filter(|phrase| !phrase.is_null()) {
                if let Some(text) = data.get_mut("question") {
                    let without = text.as_str().and_then(|text| without_phrase(text, phrase.as_str()?));
                    *text = without.unwrap_or(HIDDEN).into();
                }
                data.insert("needs_phrase".to_owned(), true.into());
            }
        }
        self
    }
}

/// The text of a question before the line that asks for the phrase. `None` if the text does not end in that line.
fn without_phrase<'t>(text: &'t str, phrase: &str) -> Option<&'t str> {
    Some(text.strip_suffix(&format!("Type \"{phrase}\" to confirm."))?.trim_end())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::EventRecord;
    use crate::events::{Event, McqEvent};
    use crate::system::Timestamp;

    fn seen(asked: &Value) -> Value {
        let asked = Event::Mcq(McqEvent(asked.as_object().unwrap().clone()));
        let record = EventRecord::new(1, "s1", 1, Timestamp::from_millis(0), asked).for_viewer();
        serde_json::to_value(&record).unwrap()["data"].clone()
    }

    #[test]
    fn a_text_that_does_not_end_as_ours_is_hidden() {
        let hidden = json!({"question": "(hidden: the text may have the phrase)", "needs_phrase": true});
        let texts =
            ["Tippen Sie „VOID INV-7“ ein.", "Type \"VOID INV-7\" to confirm.\nNow.", "Type VOID INV-7."];
        for text in texts {
            assert_eq!(seen(&json!({"question": text, "phrase": "VOID INV-7"})), hidden, "{text}");
        }
        assert_eq!(seen(&json!({"question": "Type 7.", "phrase": 7})), hidden);
        assert_eq!(seen(&json!({"question": ["Type 7."], "phrase": "7"})), hidden);
    }

    #[test]
    fn a_question_without_a_phrase_keeps_its_text() {
        for asked in [json!({"question": "Save it?"}), json!({"question": "Save it?", "phrase": null})] {
            assert_eq!(seen(&asked), json!({"question": "Save it?"}));
        }
    }
}
