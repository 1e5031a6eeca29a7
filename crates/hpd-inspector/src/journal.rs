//! The journal itself: its end, whether it was changed, and its events for other programs.

use axum::extract::State;
use axum::response::Html;
use axum::{Extension, Json};
use hpd_host::journal::{ChainHead, Damage, Verification};
use hpd_host::system::Timestamp;
use maud::{Markup, html};
use serde_json::{Value, json};

use crate::access::Csrf;
use crate::export;
use crate::inspector::Inspector;
use crate::page::{self, Failed, Place, empty};
use crate::text::{count, number_of, share, time};
use crate::verifier::Verified;

/// How many places of damage are listed.
const LISTED: usize = 100;

pub(crate) async fn page(
    State(inspector): State<Inspector>,
    Extension(csrf): Extension<Csrf>,
) -> Result<Html<String>, Failed> {
    let head = inspector.journal.head().await?;
    let state = inspector.verifier.state();
    let body = html! {
        @if !inspector.is_recorded {
            (empty("This toolbox has no journal, so no call is recorded. Set one with `ToolboxBuilder::journal`."))
        } @else {
            (end(&head))
            h2 { "Verification" }
            (verification(&inspector, &state))
            h2 { "Export" }
            (export_form(&inspector.base))
        }
    };
    Ok(page::page(&inspector, &csrf, Place::Journal, "Journal", &body))
}

fn end(head: &ChainHead) -> Markup {
    html! {
        p {
            "Each entry has the hash of the one before. Keep the last one outside of the database: it proves later that \
             nothing was changed or removed."
        }
        dl.facts {
            div { dt { "Entries" } dd { (count(head.number)) } }
            div { dt { "Hash of the last one" } dd { code { (head.hash) } } }
        }
    }
}

/// Begins a verification.
pub(crate) async fn verify(State(inspector): State<Inspector>) -> Json<Value> {
    inspector.verifier.start(inspector.journal.clone(), inspector.clock.clone());
    Json(json!({ "text": "The verification runs.", "done": true, "reload": true }))
}

fn verification(inspector: &Inspector, state: &Verified) -> Markup {
    let button = |word: &str| {
        html! {
            form data-action={ (inspector.base) "/journal/verify" } method="post" aria-label="Verification" {
                div.buttons { button.primary name="choice" value="verify" disabled { (word) } }
                p role="status" {}
                (page::without_script())
            }
        }
    };
    html! {
        @match state {
            Verified::Never => { (empty("The journal was not verified since this program started.")) (button("Verify now")) }
            Verified::Running { through, head } => {
                @let done = part(*through, *head);
                div data-refresh {
                    p role="status" { "Verified through entry " (count(*through)) " of " (count(*head)) ": " (share(Some(done))) }
                    progress max="1" value=(done) aria-label="Verified" {}
                }
            }
            Verified::Failed(why) => { (empty(why)) (button("Try again")) }
            Verified::Done { found, at } => { (result(inspector, found, *at)) (button("Verify again")) }
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "a share for a reader")]
fn part(through: u64, head: u64) -> f64 {
    through as f64 / head.max(1) as f64
}

fn result(inspector: &Inspector, found: &Verification, at: Timestamp) -> Markup {
    let last = found.pruned_through + found.entries;
    let state = if found.is_whole() { "pass" } else { "fail" };
    html! {
        p.verdict data-state=(state) {
            @if found.is_whole() { "✅ Nothing was changed" } @else { "❌ The journal was changed after it was written" }
            ": verified through entry " (count(last)) " at " (time(at)) "."
        }
        dl.facts {
            div { dt { "Entries" } dd { (count(found.entries)) } }
            div { dt { "Erased on purpose" } dd { (count(found.erased)) } }
            div { dt { "Removed on purpose" } dd { @if found.pruned_through == 0 { "none" } @else { "up to entry " (count(found.pruned_through)) } } }
        }
        @if !found.is_whole() {
            ul {
                @for damage in found.damage.iter().take(LISTED) { li { (in_words(inspector, damage)) } }
            }
            @let more = found.damage.len().saturating_sub(LISTED);
            @let more = u64::try_from(more).unwrap_or(u64::MAX).saturating_add(found.damage_left_out);
            @if more > 0 { p { (number_of(more, "further place", "further places")) "." } }
        }
    }
}

fn in_words(inspector: &Inspector, damage: &Damage) -> Markup {
    let entry =
        |entry: &u64| html! { a href={ (inspector.base) "/call/" (entry) } { "Entry " (count(*entry)) } };
    html! {
        @match damage {
            Damage::Edited { entry: number } => { (entry(number)) " was changed after it was written." }
            Damage::Erased { entry: number } => { "Entry " (count(*number)) " has no contents any more, and no event says that they were erased." }
            Damage::Missing { first, last } => { "Entries " (count(*first)) " to " (count(*last)) " are gone." }
            Damage::NotLinked { entry: number } => { (entry(number)) " does not follow the one before: one of the two was put in, or moved." }
            Damage::NotTheHead { entry: number } => { "The journal does not end as it did at entry " (count(*number)) "." }
            _ => { "There is damage of another kind." }
        }
    }
}

fn export_form(base: &str) -> Markup {
    let max = count(u64::try_from(export::MAX).unwrap_or(u64::MAX));
    html! {
        p {
            "Events as lines of JSON, at most " (max) " at a time, or 8 MB, without what answers a question. For more: the number of \
             the last event of the file before."
        }
        form.search action={ (base) "/export.jsonl" } method="get" {
            label { "Session, empty for all" input name="session" maxlength="200" autocomplete="off"; }
            label { "After entry" input name="after" type="number" min="0" value="0"; }
            button type="submit" { "Download" }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use hpd_host::journal::{Damage, MemoryJournal, Verification};
    use hpd_host::system::Timestamp;

    use super::result;
    use crate::inspector::Inspector;

    #[test]
    fn damage_is_said_in_words() {
        let mut found = Verification::default();
        found.entries = 9;
        found.damage = vec![
            Damage::Edited { entry: 1 },
            Damage::Erased { entry: 2 },
            Damage::Missing { first: 3, last: 4 },
            Damage::NotLinked { entry: 5 },
            Damage::NotTheHead { entry: 9 },
        ];
        found.damage_left_out = 7;
        let inspector = Inspector::of_journal(Arc::new(MemoryJournal::new()));
        let html = result(&inspector, &found, Timestamp::from_millis(0)).into_string();
        for text in [
            "❌ The journal was changed after it was written: verified through entry 9 at",
            "<li><a href=\"/call/1\">Entry 1</a> was changed after it was written.</li>",
            "<li>Entry 2 has no contents any more, and no event says that they were erased.</li>",
            "<li>Entries 3 to 4 are gone.</li>",
            "Entry 5</a> does not follow the one before",
            "<li>The journal does not end as it did at entry 9.</li>",
            "<p>7 further places.</p>",
        ] {
            assert!(html.contains(text), "no {text} in {html}");
        }
    }
}
