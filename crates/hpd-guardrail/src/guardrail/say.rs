//! The texts for users in place of false claims.

use std::sync::LazyLock;

use hpd_journal::events::ResultStatus;
use hpd_runtime::__private::text::in_words;

use super::truth::{WriteStatus, WriteTruth};

/// Sentences about writes in place of false claims, in one language.
///
/// `{write}` is the [action of a write](WriteTruth::label) with its [details](WriteTruth::details). `{Write}` is the
/// same with an upper-case first character. `{missing}` is the list of parameters that a blocked write lacks.
///
/// ```
/// use hpd_guardrail::{Evidence, TruthSentences, WordingDetector, WriteStatus, WriteTruth, check_final_answer};
/// use hpd_journal::Timestamp;
///
/// let sentences = TruthSentences { waits: "{Write} wartet auf Ihr Ja.".to_owned(), ..TruthSentences::german() };
/// let mut payment = WriteTruth::new("create_payment", WriteStatus::WaitsForConfirmation, Timestamp::default());
/// payment.label = "die Zahlung".to_owned();
/// let evidence = Evidence::of_writes(vec![payment]);
/// let detector = WordingDetector::english().with_sentences(sentences);
/// let checked = check_final_answer("I've recorded the payment.", &evidence, &detector);
/// assert_eq!(checked.text, "Die Zahlung wartet auf Ihr Ja.");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TruthSentences {
    /// No write of the whole conversation took effect.
    pub nothing: String,
    /// The write succeeded.
    pub succeeded: String,
    /// The write succeeded in an earlier turn.
    pub succeeded_earlier: String,
    /// The write failed, or did not run.
    pub failed: String,
    /// It is not known whether the write took effect.
    pub unknown: String,
    /// The user rejected the write.
    pub rejected: String,
    /// The write was cancelled.
    pub cancelled: String,
    /// No answer came in time.
    pub expired: String,
    /// The write was forwarded, and ends later.
    pub forwarded: String,
    /// A check refused the write.
    pub blocked: String,
    /// The write was blocked, since one parameter is missing.
    pub lacks_one: String,
    /// The write was blocked, since several parameters are missing.
    pub lacks_many: String,
    /// The text between the last two missing parameters.
    pub and: String,
    /// The user is asked whether the write may run.
    pub waits: String,
    /// The user is asked for values.
    pub asks: String,
    /// The write runs.
    pub runs: String,
}

static ENGLISH: LazyLock<TruthSentences> = LazyLock::new(TruthSentences::english);

/// English.
impl Default for TruthSentences {
    fn default() -> Self {
        Self::english()
    }
}

impl TruthSentences {
    /// English.
    pub fn english() -> Self {
        let not = |what: &str| format!("I couldn't complete this: {what}");
        Self {
            nothing: not("nothing was carried out."),
            succeeded: "{Write} succeeded.".to_owned(),
            succeeded_earlier: "{Write} succeeded earlier.".to_owned(),
            failed: not("{write} was not carried out."),
            unknown: "It is not known whether {write} took effect.".to_owned(),
            rejected: not("{write} was not confirmed."),
            cancelled: not("{write} was cancelled."),
            expired: not("the time for {write} ran out."),
            forwarded: "The result of {write} is not known yet.".to_owned(),
            blocked: not("{write} was blocked by a check."),
            lacks_one: not("{write} was blocked: {missing} is missing."),
            lacks_many: not("{write} was blocked: {missing} are missing."),
            and: " and ".to_owned(),
            waits: "{Write} waits for your confirmation.".to_owned(),
            asks: "{Write} waits for your answer.".to_owned(),
            runs: "{Write} has not ended yet.".to_owned(),
        }
    }

    /// German.
    pub fn german() -> Self {
        let not = |what: &str| format!("Das konnte ich nicht abschließen: {what}");
        Self {
            nothing: not("Es wurde nichts ausgeführt."),
            succeeded: "Ausgeführt: {write}.".to_owned(),
            succeeded_earlier: "Zuvor ausgeführt: {write}.".to_owned(),
            failed: not("Nicht ausgeführt wurde: {write}."),
            unknown: "Ob dies wirksam wurde, ist nicht bekannt: {write}.".to_owned(),
            rejected: not("Nicht bestätigt wurde: {write}."),
            cancelled: not("Abgebrochen wurde: {write}."),
            expired: not("Die Zeit ist abgelaufen für: {write}."),
            forwarded: "Das Ergebnis ist noch nicht bekannt: {write}.".to_owned(),
            blocked: not("Eine Prüfung hat dies verhindert: {write}."),
            lacks_one: not("Für {write} fehlt: {missing}."),
            lacks_many: not("Für {write} fehlen: {missing}."),
            and: " und ".to_owned(),
            waits: "Dies wartet auf Ihre Bestätigung: {write}.".to_owned(),
            asks: "Dies wartet auf Ihre Antwort: {write}.".to_owned(),
            runs: "Dies läuft noch: {write}.".to_owned(),
        }
    }

    pub(super) fn in_english() -> &'static Self {
        &ENGLISH
    }

    /// The truth about some writes, without repetition.
    pub(super) fn what_is_true(&self, writes: &[WriteTruth]) -> String {
        if writes.is_empty() {
            return self.nothing.clone();
        }
        let mut sentences: Vec<String> = Vec::new();
        for write in writes {
            let sentence = self.sentence(write);
            if !sentences.contains(&sentence) {
                sentences.push(sentence);
            }
        }
        sentences.join(" ")
    }

    fn sentence(&self, write: &WriteTruth) -> String {
        let told = match &write.status {
            WriteStatus::Ended(ResultStatus::Ok) if write.is_earlier => &self.succeeded_earlier,
            WriteStatus::Ended(ResultStatus::Ok) => &self.succeeded,
            WriteStatus::Ended(ResultStatus::Unknown) => &self.unknown,
            WriteStatus::Ended(ResultStatus::Rejected) => &self.rejected,
            WriteStatus::Ended(ResultStatus::Cancelled) => &self.cancelled,
            WriteStatus::Ended(ResultStatus::Expired) => &self.expired,
            WriteStatus::Ended(ResultStatus::Forwarded) => &self.forwarded,
            WriteStatus::Ended(ResultStatus::Error) | WriteStatus::Called => &self.failed,
            WriteStatus::Ended(ResultStatus::Blocked) => &self.blocked,
            WriteStatus::Blocked(missing) => return self.lacking(&write.label, missing),
            WriteStatus::WaitsForConfirmation => &self.waits,
            WriteStatus::WaitsForValues => &self.asks,
            WriteStatus::Runs => &self.runs,
        };
        if write.details.is_empty() {
            return filled(told, &write.label, "");
        }
        filled(told, &format!("{} ({})", write.label, write.details.join(", ")), "")
    }

    fn lacking(&self, label: &str, missing: &[String]) -> String {
        let names: Vec<String> = missing.iter().map(|name| upper_start(&in_words(name))).collect();
        match names.as_slice() {
            [] => filled(&self.blocked, label, ""),
            [one] => filled(&self.lacks_one, label, one),
            [others @ .., last] => {
                filled(&self.lacks_many, label, &format!("{}{}{last}", others.join(", "), self.and))
            }
        }
    }
}

/// A sentence with its placeholders filled. Inserted text is not searched again.
fn filled(sentence: &str, label: &str, missing: &str) -> String {
    let named = upper_start(label);
    let places = [("{write}", label), ("{Write}", &*named), ("{missing}", missing)];
    let mut told = String::new();
    let mut rest = sentence;
    while let Some(at) = rest.find('{') {
        told.push_str(&rest[..at]);
        rest = &rest[at..];
        let place = places.iter().find(|(place, _)| rest.starts_with(place));
        let (length, instead) = place.map_or((1, "{"), |(place, instead)| (place.len(), *instead));
        told.push_str(instead);
        rest = &rest[length..];
    }
    told.push_str(rest);
    told
}

/// A text with an upper-case first character.
fn upper_start(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
