//! Events for those who look on.

use super::{Event, EventRecord};

impl EventRecord {
    /// The record for a viewer, who answers nothing: a question has neither nonce nor phrase. Who may answer gets both
    /// with the open question, by a [`PendingView`](crate::pending::PendingView). Records have no values of sensitive
    /// parameters in any case.
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
            let phrase = data.remove("phrase");
            if let Some(phrase) = phrase.as_ref().and_then(|phrase| phrase.as_str()) {
                let asks = format!("Type \"{phrase}\" to confirm.");
                if let Some(serde_json::Value::String(text)) = data.get_mut("question") {
                    *text = text.strip_suffix(&asks).unwrap_or(text).trim_end().to_owned();
                }
                data.insert("needs_phrase".to_owned(), true.into());
            }
        }
        self
    }
}
