//! Texts of pages that are kept in chunks while they are read.

mod stores;
mod values;

use std::future::Future as _;
use std::io;
use std::pin::pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

use futures_executor::block_on;
use futures_util::{Stream, stream};
use hpd_host::args::{CallOrigin, Caller};
use hpd_host::list::LongResults;
use hpd_host::output::Part;
use hpd_host::results::{LargeResults, part_from_pages};
use hpd_host::{CallContext, RawCall, Session, ToolError, Toolbox, TurnContext, plugin};
use serde_json::json;

use super::{call, id_of, text};

const KIB: usize = 1024;
const CHUNK: usize = 256 * KIB;

/// A source of lines, in pages of 1,000 bytes. At its end, it may fail.
#[derive(Clone, Default)]
struct Source {
    text: String,
    fails: bool,
}

impl Source {
    fn of(text: impl Into<String>) -> Self {
        Self { text: text.into(), fails: false }
    }

    /// Numbered lines of together so many bytes, or a little more.
    fn of_lines(bytes: usize) -> Self {
        let lines = (1..=bytes / 8).map(|number| format!("line {number}\n"));
        let mut length = 0;
        let lines = lines.take_while(|line| {
            let is_short = length < bytes;
            length += line.len();
            is_short
        });
        Self::of(lines.collect::<Vec<_>>().concat())
    }

    fn pages(&self) -> impl Stream<Item = io::Result<String>> + use<> {
        let pages: Vec<_> = self
            .text
            .as_bytes()
            .chunks(1_000)
            .map(|page| Ok(String::from_utf8_lossy(page).into_owned()))
            .collect();
        let end = self.fails.then(|| Err(io::Error::other("10.0.0.7 hung up")));
        stream::iter(pages.into_iter().chain(end))
    }

    fn toolbox(&self) -> Toolbox {
        Toolbox::builder().plugin(self.clone()).build().unwrap()
    }
}

#[plugin]
impl Source {
    /// The log.
    #[ai_function(read_only)]
    async fn log(&self, #[context] ctx: &CallContext<'_>) -> Result<Part, ToolError> {
        part_from_pages(ctx, self.pages()).await
    }

    /// The log, on a thread of its own.
    #[ai_function(read_only, local)]
    async fn log_here(&self, #[context] ctx: &CallContext<'_>) -> Result<Part, ToolError> {
        let pages = Rc::new(self.clone());
        part_from_pages(ctx, pages.pages()).await
    }

    /// The log, for the user.
    #[ai_function(read_only, direct)]
    async fn show_log(&self, #[context] ctx: &CallContext<'_>) -> Result<Part, ToolError> {
        part_from_pages(ctx, self.pages()).await
    }

    /// The log twice, and something short.
    #[ai_function(read_only)]
    async fn logs(&self, #[context] ctx: &CallContext<'_>) -> Result<Vec<Part>, ToolError> {
        let first = part_from_pages(ctx, self.pages()).await?;
        let again = stream::iter([Ok::<_, io::Error>("again\n".to_owned())]);
        let second = part_from_pages(ctx, futures_util::StreamExt::chain(again, self.pages())).await?;
        Ok(vec![first, second, Part::text("the end")])
    }

    /// The log, and the source as text.
    #[ai_function(read_only)]
    async fn log_and_text(&self, #[context] ctx: &CallContext<'_>) -> Result<Vec<Part>, ToolError> {
        Ok(vec![part_from_pages(ctx, self.pages()).await?, Part::text(&self.text)])
    }

    /// The log and a long text, as one text.
    #[ai_function(read_only)]
    async fn log_in_a_report(&self, #[context] ctx: &CallContext<'_>) -> Result<Vec<Part>, ToolError> {
        let log = part_from_pages(ctx, self.pages()).await?;
        Ok(vec![Part::text(format!("{}\n{}", log.to_text(), "report ".repeat(20_000)))])
    }

    /// Pairs with a device.
    #[ai_function(read_only)]
    fn pair(
        &self,
        /** The token of the device. */
        #[param(sensitive)]
        token: String,
    ) -> usize {
        token.len() + self.text.len()
    }

    /// Fails once, with a text or before it, and then gives the log.
    #[ai_function(read_only)]
    async fn second_try(
        &self,
        /** Whether the first attempt reads something. */
        reads: bool,
        #[context] ctx: &CallContext<'_>,
    ) -> Result<Part, ToolError> {
        if ctx.attempt() == 1 {
            if reads {
                part_from_pages(ctx, Self::of_lines(3 * CHUNK).pages()).await?;
            }
            return Err(ToolError::new("Not yet.").did_not_run());
        }
        part_from_pages(ctx, self.pages()).await
    }

    /// The log, by a function that waits itself.
    #[ai_function(read_only)]
    fn log_at_once(&self, #[context] ctx: &CallContext<'_>) -> Result<Part, ToolError> {
        let mut part = pin!(part_from_pages(ctx, self.pages()));
        loop {
            if let Poll::Ready(part) = part.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
                return part;
            }
        }
    }
}

/// All that `read_result` reads, part by part.
fn read_on(toolbox: &Toolbox, session: &Session, id: &str) -> String {
    let (mut whole, mut offset) = (String::new(), 0);
    loop {
        let part = text(toolbox, session, "read_result", &json!({ "id": id, "offset": offset }));
        let Some((here, note)) = part.rsplit_once("\n\n[Cut: ") else { return whole + &part };
        whole.push_str(here);
        offset = note.rsplit_once("offset ").unwrap().1.trim_end_matches(".]").parse().unwrap();
    }
}

#[test]
fn a_long_text_is_shown_by_its_beginning_and_no_byte_is_lost() {
    let source = Source::of_lines(3 * CHUNK);
    let (toolbox, session) = (source.toolbox(), Session::new());
    let outcome = call(&toolbox, &session, "log", &json!({}));
    let id = id_of(&outcome);
    assert!(id.starts_with('p') && id.len() == 17, "{id}");
    let lines = source.text.lines().count();
    let shown = &source.text[..=source.text[..3_000].rfind('\n').unwrap()];
    assert_eq!(
        outcome.for_model().text,
        format!(
            "[The result has {} bytes, about {} tokens, in {lines} lines, and is kept as \"{id}\". Below are the first {} \
             bytes. To read more, call read_result with this id and lines (\"120-180\"), the offset {}, or a text to look \
             for.]\n\n{shown}",
            source.text.len(),
            hpd_host::results::estimated_tokens(&source.text),
            shown.len(),
            shown.len(),
        )
    );
    assert_eq!(read_on(&toolbox, &session, &id), source.text);
    let last = format!("line {lines}");
    for (request, read) in [
        (json!({ "id": id, "lines": "40000-40002" }), "line 40000\nline 40001\nline 40002\n".to_owned()),
        (json!({ "id": id, "text": last }), format!("{lines}: {last}\n")),
        (
            json!({ "id": id, "pointer": "/0" }),
            "The result is text, not JSON: read it by lines or by text.".to_owned(),
        ),
    ] {
        assert_eq!(call(&toolbox, &session, "read_result", &request).for_model_as_text(), read);
    }
}

#[test]
fn a_preview_in_a_longer_text_is_measured() {
    let (toolbox, session) = (Source::of_lines(3 * CHUNK).toolbox(), Session::new());
    let outcome = call(&toolbox, &session, "log_in_a_report", &json!({}));
    let text = outcome.for_model().text;
    assert!(text.len() < 5_000 && text.starts_with("[The result has 1"), "{}", text.len());
    let report = read_on(&toolbox, &session, outcome.kept().last().unwrap());
    assert!(report.ends_with("report report "));
}

#[test]
fn a_shorter_text_is_a_part_like_others() {
    for (source, kept) in
        [(Source::of("x\n".repeat(100)), 0), (Source::of(format!("[{}1]", "1, ".repeat(40_000))), 1)]
    {
        let outcome = call(&source.toolbox(), &Session::new(), "log", &json!({}));
        assert_eq!(outcome.kept().len(), kept);
        assert!(
            outcome.kept().iter().all(|id| !id.starts_with('p')),
            "JSON stays JSON: {:?}",
            outcome.kept()
        );
    }
}

#[test]
fn a_page_that_fails_is_told_in_the_first_line() {
    let source = Source { fails: true, ..Source::of_lines(2 * CHUNK) };
    let (toolbox, session) = (source.toolbox(), Session::new());
    let outcome = call(&toolbox, &session, "log", &json!({}));
    let (pages, bytes) = (source.text.len().div_ceil(1_000), source.text.len());
    let first = format!(
        "[The text is not whole: its source failed after {pages} pages and {bytes} bytes. The rest is missing.]\n"
    );
    assert!(outcome.for_model().text.contains(&format!("]\n\n{first}line 1\n")));
    assert_eq!(read_on(&toolbox, &session, &id_of(&outcome)), first + &source.text);
}

#[test]
fn several_texts_of_a_result_are_kept_each() {
    let source = Source::of_lines(2 * CHUNK);
    let (toolbox, session) = (source.toolbox(), Session::new());
    let outcome = call(&toolbox, &session, "logs", &json!({}));
    let [first, second] = outcome.kept() else { panic!("{:?}", outcome.kept()) };
    assert_eq!(read_on(&toolbox, &session, first), source.text);
    assert_eq!(read_on(&toolbox, &session, second), format!("again\n{}", source.text));
    let text = outcome.for_model_as_text();
    assert!(text.contains(first.as_str()) && text.contains(second.as_str()) && text.ends_with("the end"));
}

#[test]
fn a_long_text_beside_it_is_kept_as_any_other() {
    let source = Source::of_lines(2 * CHUNK);
    let (toolbox, session) = (source.toolbox(), Session::new());
    let outcome = call(&toolbox, &session, "log_and_text", &json!({}));
    let [streamed, other] = outcome.kept() else { panic!("{:?}", outcome.kept()) };
    let shown = outcome.for_model_as_text();
    for id in [streamed, other] {
        assert_eq!(read_on(&toolbox, &session, id), source.text);
        assert!(shown.contains(id.as_str()), "{shown}");
    }
}

#[tokio::test]
async fn a_function_on_a_thread_keeps_its_text() {
    let source = Source::of_lines(2 * CHUNK);
    let (toolbox, session) = (source.toolbox(), Session::new());
    let outcome = toolbox.call(&session, &RawCall::new("1", "log_here", "{}")).await;
    let (id, text) = (id_of(&outcome), source.text);
    let read = tokio::task::spawn_blocking(move || read_on(&toolbox, &session, &id)).await.unwrap();
    assert_eq!(read, text);
}

#[test]
fn the_text_of_the_last_attempt_counts() {
    let source = Source::of_lines(2 * CHUNK);
    for (tool, arguments) in [
        ("second_try", json!({ "reads": false })),
        ("second_try", json!({ "reads": true })),
        ("log_at_once", json!({})),
    ] {
        let (toolbox, session) = (source.toolbox(), Session::new());
        let outcome = call(&toolbox, &session, tool, &arguments);
        assert_eq!(outcome.kept().len(), 1, "{}", outcome.for_model_as_text());
        assert_eq!(read_on(&toolbox, &session, &id_of(&outcome)), source.text);
    }
}

#[test]
fn a_preview_is_not_kept_again() {
    let source = Source::of("7,".repeat(CHUNK));
    let large = LargeResults::new().limit(300).preview(150);
    let toolbox = Toolbox::builder().plugin(source).large_results(large).build().unwrap();
    let outcome = call(&toolbox, &Session::new(), "log", &json!({}));
    assert_eq!(outcome.kept().len(), 1);
    assert_eq!(outcome.for_model_as_text().matches("[The result has").count(), 1);
}

#[test]
fn the_reader_is_listed_once_there_is_a_text() {
    let source = Source::of_lines(2 * CHUNK);
    let (toolbox, session) = (source.toolbox(), Session::new());
    let is_listed =
        |session: &Session| toolbox.tools(session).iter().any(|tool| tool.name() == "read_result");
    assert!(!is_listed(&session));
    call(&toolbox, &session, "log", &json!({}));
    assert!(is_listed(&session));
}

#[test]
fn a_text_is_read_by_its_session_and_principal_alone() {
    let source = Source::of_lines(2 * CHUNK);
    let (toolbox, session) = (source.toolbox(), Session::with_id("s1"));
    let turn = |id: &str| TurnContext { principal: hpd_host::Principal::new(id), ..TurnContext::default() };
    let outcome =
        block_on(toolbox.turn_with(&session, &turn("anna"), &[RawCall::new("1", "log", "{}")])).remove(0);
    let read = RawCall::new("2", "read_result", json!({ "id": id_of(&outcome), "lines": "1" }).to_string());
    let read_by = |session: &Session, id: &str| {
        let outcome = block_on(toolbox.turn_with(session, &turn(id), std::slice::from_ref(&read))).remove(0);
        outcome.for_model_as_text().starts_with("line 1\n")
    };
    assert!(
        read_by(&session, "anna") && !read_by(&session, "bob") && !read_by(&Session::with_id("s2"), "anna")
    );
    assert_eq!(block_on(toolbox.erase_results("s1")).unwrap(), 4);
    assert!(!read_by(&session, "anna"));
}

#[test]
fn users_and_programs_get_the_text_itself() {
    let source = Source::of_lines(2 * CHUNK);
    let (toolbox, session) = (source.toolbox(), Session::new());
    let shown = call(&toolbox, &session, "show_log", &json!({}));
    assert_eq!(shown.kept(), [""; 0]);
    assert!(
        shown.for_host()["result"].to_string().contains(&format!("line {}", source.text.lines().count()))
    );
    let caller = Caller::parse(r#"{"type":"code_execution_20250825","tool_id":"srvtoolu_1"}"#).unwrap();
    let raw = RawCall::new("1", "log", "{}").with_origin(CallOrigin::new().by(caller));
    let outcome = block_on(toolbox.call(&session, &raw));
    assert!(outcome.for_model_as_text() == source.text && outcome.kept().is_empty());
}

#[test]
fn a_session_that_ends_with_its_request_gets_a_cut_text() {
    let source = Source::of_lines(2 * CHUNK);
    let (toolbox, session) = (source.toolbox(), Session::new());
    let turn = TurnContext { long_results: Some(LongResults::Cut), ..TurnContext::default() };
    let outcome = block_on(toolbox.turn_with(&session, &turn, &[RawCall::new("1", "log", "{}")])).remove(0);
    let text = outcome.for_model_as_text();
    assert!(text.starts_with("line 1\n") && text.ends_with("To see what is missing, ask for less at once.]"));
    assert_eq!(text.len() / KIB, 63);
}
