//! The texts that models and users read.

use hpd_runtime::values::Provenance;

use super::shown::name;
use crate::collect::plan::CollectPlan;

/// The mark before each question of a list.
pub(super) const BULLET: &str = "• ";

/// `Plugin "buy" (place_order)`, or `Function "search"`.
pub(super) fn subject(plan: &CollectPlan) -> String {
    match (&*plan.plugin, &*plan.function) {
        ("", function) => format!("Function \"{}\"", name(function)),
        (plugin, function) => format!("Plugin \"{}\" ({})", name(plugin), name(function)),
    }
}

/// The source of a value that needs nothing, for the end of its line.
pub(super) const fn from(source: Provenance) -> &'static str {
    match source {
        Provenance::User | Provenance::Mentioned => "from user message",
        Provenance::Profile => "from profile",
        Provenance::Config => "from config",
        Provenance::Declared => "by default",
        // Without better knowledge, the value is not the user's.
        _ => "from the assistant",
    }
}

/// The source of a value to confirm, for the end of its line.
pub(super) const fn unconfirmed(source: Provenance) -> &'static str {
    match source {
        Provenance::Mentioned => "mentioned by the user",
        source => from(source),
    }
}

/// The mark of a value to confirm, in a sentence for the user. Other sources have none.
pub(super) const fn mark(source: Provenance) -> &'static str {
    match source {
        Provenance::Mentioned => " (mentioned by you)",
        _ => "",
    }
}

/// A value that is never shown, in a sentence for the user.
pub(super) const fn unseen(source: Provenance) -> &'static str {
    match source {
        Provenance::Mentioned => "as mentioned by you",
        Provenance::Profile => "as in your profile",
        Provenance::Config => "as configured",
        Provenance::Declared => "as by default",
        _ => "as given",
    }
}

/// A value that a source has and the parameter does not take.
pub(super) const fn not_valid(source: Provenance) -> &'static str {
    match source {
        Provenance::User | Provenance::Mentioned => "the value in the message is not valid",
        Provenance::Profile => "the value in the profile is not valid",
        Provenance::Config => "the value in the config is not valid",
        Provenance::Declared => "the default is not valid",
        _ => "the value from the assistant is not valid",
    }
}

/// "a, b, or c"
pub(super) fn any_of(words: &[&str]) -> String {
    match words {
        [one, other] => format!("{one} or {other}"),
        [before @ .., last] if !before.is_empty() => format!("{}, or {last}", before.join(", ")),
        _ => words.concat(),
    }
}

/// "a, b and c"
pub(super) fn all_of(words: &[String]) -> String {
    match words {
        [before @ .., last] if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => words.concat(),
    }
}

/// One question as it is, several as a list.
pub(super) fn questions(head: &str, questions: &[String]) -> String {
    match questions {
        [one] => one.clone(),
        several => list(head, several),
    }
}

/// A head with a list below it.
pub(super) fn list(head: &str, items: &[String]) -> String {
    let mut lines = vec![format!("{head}:")];
    lines.extend(items.iter().map(|item| format!("{BULLET}{}", item.replace('\n', "\n  "))));
    lines.join("\n")
}

/// A head with a line for each entry; nothing if there is none.
pub(super) fn section(head: &str, entries: impl Iterator<Item = String>) -> Option<String> {
    let mut lines = vec![head.to_owned()];
    lines.extend(entries.map(|entry| format!("- {entry}")));
    (lines.len() > 1).then(|| lines.join("\n"))
}
