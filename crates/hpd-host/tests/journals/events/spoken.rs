//! Turns in which the model speaks: a host's calls to a stream, beside the records.

use std::collections::BTreeSet;

use hpd_host::events::{Event, EventRecord};
use proptest::prelude::*;

use crate::events::conversation::first_turn;
use crate::events::mixed::any_records;

/// A host's call to a stream.
#[derive(Debug, Clone)]
pub(crate) enum Step {
    /// The host begins a run of a thread, or a message.
    Begin(usize),
    /// The model says something.
    Text(String),
    /// The text of the model has ended.
    EndText,
    /// The journal says something.
    Record(Box<EventRecord>),
    /// The turn has ended.
    Finish,
    /// The turn has failed.
    Fail,
}

/// The first turn of the conversation as two requests: one that ends with a question, and one that brings the answer.
pub(crate) fn spoken_turn() -> Vec<Step> {
    let records = first_turn();
    let told = |from: usize, to: usize| {
        records[from..to].iter().cloned().map(|record| Step::Record(Box::new(record)))
    };
    let text = |text: &str| Step::Text(text.to_owned());
    let mut steps = vec![Step::Begin(1), text("I'll record "), text(""), text("it.")];
    steps.extend(told(0, 4));
    steps.push(text("Let me see what they owe."));
    steps.extend(told(4, 9));
    steps.extend(told(9, 13));
    steps.extend([text("Please "), text("confirm."), Step::Finish, Step::Begin(1)]);
    steps.extend(told(13, 16));
    steps.push(text("I could not record the payment."));
    steps.push(Step::EndText);
    steps.extend(told(16, 17));
    steps.extend([text("The payment was recorded."), Step::Finish]);
    steps
}

/// Anything in any order. A turn begins once.
pub(crate) fn any_steps() -> impl Strategy<Value = Vec<Step>> {
    let others = prop::collection::vec((0..8_u8, any::<prop::sample::Index>()), 0..24);
    (any_records(), others).prop_map(|(records, others)| {
        let mut begun = BTreeSet::new();
        let is_new = |record: &EventRecord| {
            !matches!(record.event, Event::TurnStarted(_))
                || begun.insert((record.session.clone(), record.turn.clone()))
        };
        let mut steps: Vec<_> =
            records.into_iter().filter(is_new).map(|record| Step::Record(Box::new(record))).collect();
        for (thread, (kind, place)) in others.into_iter().enumerate() {
            let step = match kind {
                0 => Step::Begin(thread),
                1 => Step::EndText,
                2 => Step::Finish,
                3 => Step::Fail,
                4 => Step::Text(String::new()),
                number => Step::Text(format!("Sentence {number}. ")),
            };
            steps.insert(place.index(steps.len() + 1), step);
        }
        steps
    })
}

/// The texts and calls of the model, in their order.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Mark {
    Text(String),
    Call,
}
