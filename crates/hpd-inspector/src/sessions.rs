//! The list of sessions, and what is to be noticed about them.

use axum::Extension;
use axum::extract::{Query, State};
use axum::response::Html;
use hpd_host::journal::{SessionFilter, SessionOverview};
use maud::{Markup, html};
use serde::Deserialize;

use crate::access::Csrf;
use crate::inspector::Inspector;
use crate::page::{self, Failed, Place, empty, table};
use crate::text::{count, number_of, segment, time};

/// How many sessions a page has.
const PAGE: usize = 50;

#[derive(Debug, Default, Deserialize)]
pub(crate) struct Asked {
    before: Option<u64>,
}

pub(crate) async fn page(
    State(inspector): State<Inspector>,
    Extension(csrf): Extension<Csrf>,
    Query(asked): Query<Asked>,
) -> Result<Html<String>, Failed> {
    crate::health::prepare(&inspector);
    let filter = SessionFilter::default().before(asked.before).limit(PAGE);
    let sessions = inspector.overviews.read(&*inspector.journal, &filter, inspector.clock.now()).await?;
    let body = view(&inspector, &sessions, asked.before.is_some());
    Ok(page::page(&inspector, &csrf, Place::Sessions, "Sessions", &body))
}

fn view(inspector: &Inspector, sessions: &[SessionOverview], is_later_page: bool) -> Markup {
    let base = &inspector.base;
    let older = sessions.last().filter(|_| sessions.len() == PAGE).map(|last| last.summary.last_entry);
    html! {
        div data-changes=[(!is_later_page).then(|| format!("{base}/changes"))] data-way="replace" {
        @if sessions.is_empty() { (empty(why_empty(inspector, is_later_page))) } @else {
            (table(
                "Sessions, the newest first",
                &html! { th scope="col" { "Session" } th scope="col" { "To notice" } th scope="col" { "Last event" } th.n scope="col" { "Events" } },
                &html! { @for session in sessions { (row(base, session)) } },
            ))
            @if sessions.iter().any(SessionOverview::is_cut) {
                p.dim { "Blocked and failed calls are counted in the newest " (SessionOverview::LATEST_EVENTS) " events of each session." }
            }
        }
        // It belongs to this list: with new sessions, the older ones begin elsewhere.
        nav.pages aria-label="Pages of sessions" {
            @if is_later_page { a href=(inspector.home()) { "Newest sessions" } }
            @if let Some(before) = older { a href={ (inspector.home()) "?before=" (before) } rel="next" { "Older sessions" } }
        }
        }
    }
}

fn row(base: &str, session: &SessionOverview) -> Markup {
    let summary = &session.summary;
    html! {
        tr {
            th scope="row" { a href={ (base) "/session/" (segment(&summary.session)) } { (summary.session) } }
            td { (badges(session)) }
            td { (time(summary.last_at)) }
            td.n { (count(summary.events)) }
        }
    }
}

fn badges(session: &SessionOverview) -> Markup {
    let number = |number: usize| u64::try_from(number).unwrap_or(u64::MAX);
    let badges = [
        ("waiting", "⏳", session.waiting, "waiting"),
        ("warn", "❌", session.blocked, "blocked"),
        ("fail", "❌", session.failed, "failed"),
    ];
    html! {
        @for (state, sign, found, word) in badges {
            @if found > 0 { span.badge data-state=(state) { (sign) " " (number_of(number(found), word, word)) } " " }
        }
    }
}

const fn why_empty(inspector: &Inspector, is_later_page: bool) -> &'static str {
    if is_later_page {
        "There are no older sessions."
    } else if inspector.is_recorded {
        "The journal has no sessions yet. A session appears with its first call. If there were some before, their \
         contents were erased, or old entries were removed."
    } else {
        "This toolbox has no journal, so no call is recorded. Set one with `ToolboxBuilder::journal`."
    }
}
