//! Texts that the user knows: a value that looks like one of them, and is another, is a danger.

use std::panic::AssertUnwindSafe;

use futures_util::FutureExt;
use hpd_journal::__private::parse_trusted;
use hpd_journal::pending::PendingCall;
use hpd_runtime::args::Node;
use hpd_runtime::values::Provenance;
use serde_json::Value;

use super::freeze::FrozenCall;
use crate::session::Session;

/// Longer texts are no names.
const LONGEST: usize = 100;
/// So many texts of one write are remembered: a long list in one write displaces no earlier names.
const TEXTS_OF_ONE: usize = 16;

/// The texts of earlier writes of the session, and those that the profile has for parameters of the tool.
pub(super) async fn known_texts(call: &FrozenCall) -> Vec<String> {
    let mut known = call.session.user().written_texts();
    let safeguards = call.toolbox.safeguards();
    let (Some(profile), Some(plan)) = (&safeguards.profile, safeguards.plan_of(call.index)) else {
        return known;
    };
    let sensitive = call.tool().sensitive_parameters();
    for field in plan.fields.iter().filter(|field| !sensitive.contains(&&*field.name)) {
        let Some(key) = field.profile_key.as_deref() else { continue };
        // A value that the profile gave is the known one itself.
        let is_given = call.frozen.provenance.get(&*field.name) != Some(&Provenance::Profile);
        if !is_given || !matches!(call.arguments.get(&field.name), Some(Node::String(_))) {
            continue;
        }
        // A profile is the host's code. Without its answer, nothing is compared; the collection of values reports it.
        let answer = AssertUnwindSafe(async { profile.get(&call.owner.principal, key).await }).catch_unwind();
        if let Ok(Ok(Some(Value::String(text)))) = answer.await {
            known.push(text);
        }
    }
    known
}

/// Remembers the texts of a write that runs, apart from sensitive ones.
pub(super) fn remember(session: &Session, row: &PendingCall) {
    let Ok(Node::Object(members)) = parse_trusted(&row.frozen.arguments) else { return };
    let mut texts = Vec::new();
    let shown = members.iter().filter(|(name, _)| !row.notes.sensitive.iter().any(|other| other == name));
    shown.for_each(|(_, value)| collect(value, &mut texts));
    texts.truncate(TEXTS_OF_ONE);
    session.user().note_written_texts(&texts);
}

fn collect<'n>(value: &'n Node<'_>, texts: &mut Vec<&'n str>) {
    match value {
        Node::String(text) if text.len() <= LONGEST => texts.push(text),
        Node::Array(items) => items.iter().for_each(|item| collect(item, texts)),
        Node::Object(members) => members.iter().for_each(|(_, value)| collect(value, texts)),
        _ => {}
    }
}
