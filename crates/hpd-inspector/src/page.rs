//! The frame of all pages, and pages that only say something.

use axum::Extension;
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};
use hpd_host::approval::StoreError;
use maud::{DOCTYPE, Markup, html};

use crate::access::Csrf;
use crate::assets;
use crate::inspector::Inspector;
use crate::unreadable::why_unreadable;

/// The pages of the navigation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Sessions,
    Search,
    Approvals,
    Health,
    Tools,
    Journal,
    /// A page below one of them.
    Below,
}

impl Place {
    const ALL: [(Self, &'static str, &'static str); 6] = [
        (Self::Sessions, "/", "Sessions"),
        (Self::Search, "/search", "Search"),
        (Self::Approvals, "/approvals", "Approvals"),
        (Self::Health, "/health", "Health"),
        (Self::Tools, "/tools", "Tools"),
        (Self::Journal, "/journal", "Journal"),
    ];
}

/// A page. `csrf` is what its forms repeat.
pub(crate) fn page(
    inspector: &Inspector,
    csrf: &Csrf,
    place: Place,
    title: &str,
    body: &Markup,
) -> Html<String> {
    let base = &inspector.base;
    let links =
        Place::ALL.into_iter().filter(|(place, ..)| *place != Place::Approvals || inspector.who.is_some());
    let page = html! {
        (head(base, title, Some(&csrf.0)))
        body {
            a.skip href="#main" { "Skip to content" }
            header {
                p.name { img src={ (base) "/icon.svg" } alt=""; "hpd inspector" }
                nav aria-label="Pages" {
                    @for (of, path, name) in links {
                        a href={ @if of == Place::Sessions { (inspector.home()) } @else { (base) (path) } } aria-current=[(of == place).then_some("page")] { (name) }
                    }
                }
                p #connection role="status" {}
            }
            main #main tabindex="-1" { h1 { (title) } (body) }
        }
    };
    Html(document(&page))
}

/// A page that says something, without navigation.
pub(crate) fn words(base: &str, title: &str, text: &str) -> Html<String> {
    let page = html! { (head(base, title, None)) body { main { h1 { (title) } p { (text) } } } };
    Html(document(&page))
}

/// The same, with a link that the script follows.
pub(crate) fn words_with_link(inspector: &Inspector, title: &str, text: &str) -> Html<String> {
    let (base, to) = (&inspector.base, inspector.home());
    let body = html! { body { main { h1 { (title) } p { (text) } p { a data-go href=(to) { "Go to the pages" } } } } };
    Html(document(&html! { (head(base, title, None)) (body) }))
}

fn head(base: &str, title: &str, csrf: Option<&str>) -> Markup {
    html! {
        head {
            meta charset="utf-8";
            meta name="viewport" content="width=device-width, initial-scale=1";
            meta name="color-scheme" content="light dark";
            @if let Some(csrf) = csrf { meta name="csrf" content=(csrf); }
            title { (title) " · hpd inspector" }
            link rel="icon" type="image/svg+xml" href={ (base) "/icon.svg" };
            link rel="stylesheet" href={ (base) (assets::style_path()) };
            script src={ (base) (assets::script_path()) } type="module" {}
        }
    }
}

fn document(page: &Markup) -> String {
    html! { (DOCTYPE) html lang="en" { (page) } }.into_string()
}

/// Why a view is empty.
pub(crate) fn empty(why: &str) -> Markup {
    html! { p.empty { (why) } }
}

/// What a page with forms says where its script does not run.
pub(crate) fn without_script() -> Markup {
    html! { noscript { p.note { "Answers are sent by the script of this page, and it does not run: let this site run JavaScript." } } }
}

/// A text as it is, on its lines. Only one that scrolls is a stop of the Tab key.
pub(crate) fn block(text: &str) -> Markup {
    let scrolls = text.len() > 400 || text.lines().count() > 11;
    html! { pre tabindex=[scrolls.then_some("0")] { (text) } }
}

/// A table that scrolls by itself where the window is narrow.
pub(crate) fn table(name: &str, heads: &Markup, rows: &Markup) -> Markup {
    html! {
        div.scroll role="region" aria-label=(name) tabindex="0" {
            table { caption.hidden { (name) } thead { tr { (heads) } } tbody { (rows) } }
        }
    }
}

/// Why there is no page.
#[derive(Debug)]
pub(crate) enum Failed {
    /// The journal can't be read.
    Store(StoreError),
    /// The journal could not be read, in words.
    Unreadable(String),
    /// There is nothing at this place.
    Missing(&'static str),
}

impl From<StoreError> for Failed {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

/// What a page says in place of its contents. The [guard](crate::guard) puts it into the frame of all pages.
#[derive(Debug, Clone)]
pub(crate) struct Said {
    pub(crate) title: &'static str,
    pub(crate) text: String,
}

impl IntoResponse for Failed {
    fn into_response(self) -> Response {
        let (status, title, text) = match self {
            Self::Store(error) => return Self::Unreadable(why_unreadable(&error)).into_response(),
            Self::Unreadable(text) => {
                tracing::error!(target: "hpd::inspector", text, "a page has no data");
                (StatusCode::SERVICE_UNAVAILABLE, "The journal can't be read", text)
            }
            Self::Missing(text) => (StatusCode::NOT_FOUND, "Nothing is here", text.to_owned()),
        };
        (status, Extension(Said { title, text })).into_response()
    }
}
