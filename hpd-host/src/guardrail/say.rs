//! What the user reads instead of a claim that is not true.

use super::truth::{WriteStatus, WriteTruth};
use crate::collect::in_words;
use crate::events::ResultStatus;

/// What is said where no write was called.
const NOTHING: &str = "I couldn't complete this: nothing was carried out.";

/// What is true of some writes, each thing once.
pub(super) fn what_is_true(writes: &[&WriteTruth]) -> String {
    if writes.is_empty() {
        return NOTHING.to_owned();
    }
    let mut sentences: Vec<String> = Vec::new();
    for write in writes {
        let sentence = sentence(write);
        if !sentences.contains(&sentence) {
            sentences.push(sentence);
        }
    }
    sentences.join(" ")
}

/// All that may have been said of these writes before.
pub(super) fn sayable(writes: &[WriteTruth]) -> Vec<String> {
    let mut sentences: Vec<String> = writes.iter().map(sentence).collect();
    sentences.push(NOTHING.to_owned());
    sentences.retain(|sentence| !sentence.is_empty());
    sentences
}

fn sentence(write: &WriteTruth) -> String {
    let label = &write.label;
    let named = upper_start(label);
    match &write.status {
        WriteStatus::Ended(ResultStatus::Ok) => format!("{named} succeeded."),
        WriteStatus::Ended(ResultStatus::Unknown) => {
            format!("It is not known whether {label} took effect.")
        }
        WriteStatus::Ended(ResultStatus::Rejected) => {
            format!("I couldn't complete this: {label} was not confirmed.")
        }
        WriteStatus::Ended(ResultStatus::Cancelled) => {
            format!("I couldn't complete this: {label} was cancelled.")
        }
        WriteStatus::Ended(ResultStatus::Expired) => {
            format!("I couldn't complete this: the time for {label} ran out.")
        }
        WriteStatus::Ended(ResultStatus::Forwarded) => format!("The result of {label} is not known yet."),
        WriteStatus::Ended(ResultStatus::Error) | WriteStatus::Called => {
            format!("I couldn't complete this: {label} was not carried out.")
        }
        WriteStatus::Blocked(missing) => blocked(label, missing),
        WriteStatus::Ended(ResultStatus::Blocked) => blocked(label, &[]),
        WriteStatus::WaitsForConfirmation => format!("{named} waits for your confirmation."),
        WriteStatus::WaitsForValues => format!("{named} waits for your answer."),
        WriteStatus::Runs => format!("{named} has not ended yet."),
    }
}

fn blocked(label: &str, missing: &[String]) -> String {
    let names: Vec<String> = missing.iter().map(|name| upper_start(&in_words(name))).collect();
    let what = match names.as_slice() {
        [] => return format!("I couldn't complete this: {label} was blocked by a check."),
        [one] => format!("{one} is missing"),
        [most @ .., last] => format!("{} and {last} are missing", most.join(", ")),
    };
    format!("I couldn't complete this: {label} was blocked: {what}.")
}

/// A text with a large first letter.
fn upper_start(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
