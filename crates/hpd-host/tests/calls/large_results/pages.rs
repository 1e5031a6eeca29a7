//! Results that a function reads page by page.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{io, iter};

use futures_executor::block_on;
use futures_util::{Stream, stream};
use hpd_host::output::Part;
use hpd_host::results::part_from_pages;
use hpd_host::{CallContext, ModelError as _, OrTell as _, RawCall, Session, ToolError, TurnContext, plugin};
use serde_json::json;

use super::{builder, call};

const MIB: usize = 1024 * 1024;

/// A source of so many equal pages. After them, it ends or fails.
#[derive(Clone, Default)]
struct Archive {
    pages: usize,
    page: String,
    fails: bool,
    /// How many pages were asked for, and the failure.
    asked: Arc<AtomicUsize>,
}

impl Archive {
    fn of(pages: usize, page: impl Into<String>) -> Self {
        Self { pages, page: page.into(), ..Self::default() }
    }

    fn failing(pages: usize, page: impl Into<String>) -> Self {
        Self { fails: true, ..Self::of(pages, page) }
    }

    fn source(&self) -> impl Stream<Item = io::Result<String>> + use<> {
        let Self { pages, page, fails, asked } = self.clone();
        stream::iter(iter::from_fn(move || {
            let number = asked.load(Ordering::Relaxed);
            let next = if number < pages {
                Ok(page.clone())
            } else if fails {
                Err(io::Error::other("10.0.0.7 hung up"))
            } else {
                return None;
            };
            asked.store(number + 1, Ordering::Relaxed);
            Some(next)
        }))
    }

    fn read(&self) -> Result<String, ToolError> {
        let (call, turn) = (RawCall::new("1", "archive", "{}"), TurnContext::empty());
        let ctx = CallContext::new(&call, &turn);
        block_on(part_from_pages(&ctx, self.source())).map(|part| part.to_text().into_owned())
    }

    fn asked(&self) -> usize {
        self.asked.load(Ordering::Relaxed)
    }
}

#[plugin]
impl Archive {
    /// The archive.
    #[ai_function(read_only)]
    async fn archive(&self, #[context] ctx: &CallContext<'_>) -> Result<Part, ToolError> {
        part_from_pages(ctx, self.source()).await
    }

    /// A source without an end.
    #[ai_function(read_only, timeout = "20ms")]
    async fn endless(&self, #[context] ctx: &CallContext<'_>) -> Result<Part, ToolError> {
        part_from_pages(ctx, stream::repeat_with(|| Ok::<_, io::Error>(""))).await
    }
}

#[test]
fn pages_are_one_text_with_nothing_between_them() {
    assert_eq!(Archive::of(3, "ab\n").read().unwrap(), "ab\nab\nab\n");
    assert_eq!(Archive::of(2, "äb").read().unwrap(), "äbäb");
    assert_eq!(Archive::of(0, "").read().unwrap(), "");
}

#[test]
fn a_page_that_fails_ends_the_text_and_its_first_line_says_so() {
    let note = "[The text is not whole: its source failed after";
    let rest = "The rest is missing.]";
    for (archive, expected) in [
        (
            Archive::failing(3, "one line\n"),
            format!("{note} 3 pages and 27 bytes. {rest}\none line\none line\none line\n"),
        ),
        (Archive::failing(1, "{\"a\":1}"), format!("{note} 1 page and 7 bytes. {rest}\n{{\"a\":1}}")),
        (Archive::failing(2, ""), format!("{note} 2 pages and 0 bytes. {rest}\n")),
    ] {
        assert_eq!(archive.read().unwrap(), expected);
    }
}

#[test]
fn a_first_page_that_fails_is_an_error() {
    let error = Archive::failing(0, "").read().unwrap_err();
    assert_eq!(error.for_model(), "The source failed at its first page.");
    assert_eq!(error.for_log().as_deref(), Some("10.0.0.7 hung up"));
    let error = Archive::failing(0, "").read().or_tell("The archive can't be read.").unwrap_err();
    assert_eq!(error.for_model(), "The archive can't be read.");
    assert_eq!(error.for_log().as_deref(), Some("The source failed at its first page.: 10.0.0.7 hung up"));
}

#[test]
fn what_does_not_fit_into_memory_is_not_read() {
    let archive = Archive::of(usize::MAX, "x".repeat(MIB - 1) + "\n");
    let text = archive.read().unwrap();
    // Fifteen pages, and the beginning of one that is too long.
    assert_eq!(archive.asked(), 16);
    let note = "[The text is not whole: these are its first 16776960 bytes, since 16777216 are kept at most. The rest was not read.]";
    assert_eq!(text.split_once('\n').unwrap().0, note);
    assert_eq!(text.len(), 16_776_960 + note.len() + "\n…".len());
}

#[test]
fn no_character_is_split_at_the_limit() {
    // An even limit falls into the middle of a letter.
    let long = Archive::of(1, format!("a{}", "ä".repeat(8 * MIB))).read().unwrap();
    let (note, kept) = long.split_once('\n').unwrap();
    assert_eq!(kept.len(), 16 * MIB - 257 + "…".len());
    assert_eq!(
        note,
        "[The text is not whole: these are its first 16776959 bytes, since 16777216 are kept at most. The rest was not read.]"
    );
}

#[test]
fn a_text_that_just_fits_has_no_note() {
    let fits = Archive::of(1, "x".repeat(16 * MIB - 256));
    assert_eq!(fits.read().unwrap().len(), 16 * MIB - 256);
    assert_eq!(fits.asked(), 1);
}

#[test]
fn a_source_that_never_waits_ends_with_the_time_of_its_call() {
    let toolbox = builder().plugin(Archive::default()).build().unwrap();
    let outcome = call(&toolbox, &Session::new(), "endless", &json!({}));
    assert!(outcome.error().unwrap().function().unwrap().is_timeout());
}
