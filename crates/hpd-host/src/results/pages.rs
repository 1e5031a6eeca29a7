//! A text that a function reads page by page, as one part.

use std::error::Error;
use std::future::poll_fn;
use std::ops::ControlFlow;
use std::pin::pin;
use std::task::Poll;

use futures_util::{Stream, StreamExt};
use hpd_runtime::__private::PageSink;
use hpd_runtime::__private::text::start;
use hpd_runtime::output::Part;
use hpd_runtime::{CallContext, ModelError as _, ToolError};

use super::keep::MOST;
use super::streamed::{CHUNK, first_line_of};

/// Bytes that stay free for the note in front.
const NOTE: usize = 256;

/// Reads a source page by page, and puts the pages together as one text.
///
/// Each page is asked for when the one before has been read. Between two pages, the call can be cancelled, and its time
/// can end. Pages follow each other without a separator: a line may begin in one page and end in the next.
///
/// A text of more than 256 KiB is [kept](crate::results) while it is read, in chunks, without the sensitive values that
/// the session knows. The part is its preview, and memory never holds more than a page and two chunks. The model reads the
/// rest by lines, bytes or a text; a text in chunks is never read as JSON. A shorter text is a part like others.
///
/// If the text is not whole, its first line says why: so the preview has it, too.
///
/// - [64 MiB](crate::results::LargeResults::pages) are kept at most. What does not fit is not read.
/// - A page fails. The pages before it are the result, and the log has the error.
/// - The store fails. The first 256 KiB are the result, and the log has the error.
///
/// Where nothing can be kept, the text is in memory, with 16 MiB at most: in a function whose result goes straight to the
/// user, in a session that ends with its request, and in a context without a toolbox.
///
/// ```
/// use futures_util::stream;
/// use hpd_host::results::part_from_pages;
/// use hpd_host::{CallContext, RawCall, Session, ToolError, Toolbox, output::Part, plugin};
///
/// struct Logs;
///
/// impl Logs {
///     async fn page(&self, number: u32) -> std::io::Result<Option<String>> {
///         match number {
///             3 => Err(std::io::Error::other("connection reset by 10.0.0.7")),
///             number => Ok(Some(format!("page {number}\n"))),
///         }
///     }
/// }
///
/// #[plugin]
/// impl Logs {
///     /// The log of today.
///     #[ai_function(read_only)]
///     async fn log(&self, #[context] ctx: &CallContext<'_>) -> Result<Part, ToolError> {
///         // `Ok(None)` is the end of the source.
///         let pages = stream::try_unfold(1, move |number| async move {
///             Ok::<_, std::io::Error>(self.page(number).await?.map(|page| (page, number + 1)))
///         });
///         part_from_pages(ctx, pages).await
///     }
/// }
///
/// # futures_executor::block_on(async {
/// let toolbox = Toolbox::builder().plugin(Logs).build()?;
/// let outcome = toolbox.call(&Session::new(), &RawCall::new("1", "log", "{}")).await;
/// assert_eq!(outcome.for_model().text, "\
/// [The text is not whole: its source failed after 2 pages and 14 bytes. The rest is missing.]
/// page 1
/// page 2
/// ");
/// # Ok::<(), hpd_host::BuildError>(())
/// # }).unwrap();
/// ```
///
/// # Errors
///
/// The first page fails. The error is the cause of a [`ToolError`], for the log alone. `or_tell` of
/// [`OrTell`](crate::OrTell) gives it another text.
pub async fn part_from_pages<T, E>(
    ctx: &CallContext<'_>,
    pages: impl Stream<Item = Result<T, E>>,
) -> Result<Part, ToolError>
where
    T: AsRef<str>,
    E: Into<Box<dyn Error + Send + Sync>>,
{
    let mut read = ReadPages::of(ctx);
    let mut pages = pin!(pages);
    while let Some(page) = pages.next().await {
        let flow = match page {
            Ok(page) => read.add(page.as_ref()),
            Err(error) => {
                read.fail(ToolError::new("The source failed at its first page.").caused_by(error))?
            }
        };
        if flow.is_break() || read.store().await.is_break() {
            break;
        }
        pause().await;
    }
    Ok(Part::text(read.end().await))
}

/// Returns to the executor once: a source that never waits would run beyond the end of the call.
async fn pause() {
    let mut was_polled = false;
    poll_fn(|cx| {
        if std::mem::replace(&mut was_polled, true) {
            return Poll::Ready(());
        }
        cx.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}

/// The pages of a source, as far as they were read.
struct ReadPages<'a> {
    ctx: &'a CallContext<'a>,
    /// The text that was not stored.
    text: String,
    /// The bytes of all text.
    bytes: usize,
    pages: usize,
    place: Place<'a>,
    /// The line that says why the text is not whole.
    first_line: Option<String>,
}

/// Where the text is.
enum Place<'a> {
    /// It is short so far.
    Short,
    /// It can't be kept.
    Memory,
    /// It is kept in chunks, once it is long enough.
    Chunks(Box<dyn PageSink + 'a>),
}

impl<'a> ReadPages<'a> {
    const fn of(ctx: &'a CallContext<'a>) -> Self {
        Self { ctx, text: String::new(), bytes: 0, pages: 0, place: Place::Short, first_line: None }
    }

    /// Adds a page. The reading ends with the first one that does not fit.
    fn add(&mut self, page: &str) -> ControlFlow<()> {
        if self.bytes + page.len() > CHUNK && matches!(self.place, Place::Short) {
            let sink = self.ctx.keeper().and_then(|keeper| keeper.begin(self.ctx));
            self.place = sink.map_or(Place::Memory, Place::Chunks);
        }
        let most = match &self.place {
            Place::Chunks(sink) => sink.most(),
            Place::Short | Place::Memory => MOST - NOTE,
        };
        let fits = start(page, most.saturating_sub(self.bytes));
        self.text.push_str(fits);
        self.bytes += fits.len();
        self.pages += 1;
        if fits.len() == page.len() {
            return ControlFlow::Continue(());
        }
        let kept = most + if matches!(self.place, Place::Chunks(_)) { 0 } else { NOTE };
        self.begin_with(&format!(
            "these are its first {} bytes, since {kept} are kept at most. The rest was not read",
            self.bytes
        ));
        ControlFlow::Break(())
    }

    /// Stores what can be stored. The reading ends if the store fails.
    async fn store(&mut self) -> ControlFlow<()> {
        let Place::Chunks(sink) = &mut self.place else { return ControlFlow::Continue(()) };
        let Some(stored) = sink.store(&self.text).await else { return ControlFlow::Break(()) };
        self.text.drain(..stored);
        ControlFlow::Continue(())
    }

    /// The reading ends with the page that fails.
    #[cold]
    fn fail(&mut self, error: ToolError) -> Result<ControlFlow<()>, ToolError> {
        let Self { pages, bytes, .. } = *self;
        if pages == 0 {
            return Err(error);
        }
        let cause = error.for_log();
        tracing::warn!(target: "hpd::call", { pages, bytes, cause }, "the source of a result failed: its text ends there");
        let s = if pages == 1 { "" } else { "s" };
        self.begin_with(&format!(
            "its source failed after {pages} page{s} and {bytes} bytes. The rest is missing"
        ));
        Ok(ControlFlow::Break(()))
    }

    /// A line of its own in front.
    fn begin_with(&mut self, why: &str) {
        self.first_line = Some(first_line_of(why));
    }

    /// The text, or the preview of one that is kept.
    async fn end(self) -> String {
        let Self { mut text, place, first_line, .. } = self;
        let first_line = first_line.as_deref();
        match place {
            Place::Chunks(sink) if sink.has_stored() => sink.end(&text, first_line).await,
            _ => {
                text.insert_str(0, first_line.unwrap_or_default());
                text
            }
        }
    }
}
