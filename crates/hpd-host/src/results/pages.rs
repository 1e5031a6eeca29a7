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
/// the session knows. The part is its preview. The model reads the rest by lines, bytes or a text to look for; a text in chunks
/// is never read as JSON. A shorter text is a part like others.
///
/// If the text is not whole, its first line says why: so the preview has it, too.
///
/// - [64 MiB](crate::results::LargeResults::pages) are kept at most, or half of what the store has room for: 32 MiB in memory.
///   What does not fit is not read.
/// - A page fails. The pages before it are the result, and the log has the error.
/// - The store fails. The beginning is the result, as much as a model reads at once, and the log has the error.
///
/// Without chunks, the text is in memory, with 16 MiB at most: in a function whose result goes straight to the user, in a
/// closure, where results are [cut](crate::Limits::result_bytes), and in a context without a toolbox.
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
            Ok(page) => read.add(page.as_ref()).await,
            Err(error) => {
                read.fail(ToolError::new("The source failed at its first page.").caused_by(error))?
            }
        };
        if flow.is_break() {
            break;
        }
        pause().await;
    }
    Ok(Part::text(read.end().await))
}

/// Returns to the executor once: a source that never waits would run beyond the end of the call.
pub(super) async fn pause() {
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
    place: Place<'a>,
    pages: usize,
    bytes: usize,
    /// Why the source did not give all of the text.
    reason: Option<String>,
}

/// Where the text is.
enum Place<'a> {
    /// In memory, while it is short.
    Short(String),
    /// In memory, since it can't be kept while it is read.
    Memory(String),
    /// With the host, which keeps it in chunks.
    Host(Box<dyn PageSink + 'a>),
}

impl<'a> ReadPages<'a> {
    const fn of(ctx: &'a CallContext<'a>) -> Self {
        Self { ctx, place: Place::Short(String::new()), pages: 0, bytes: 0, reason: None }
    }

    /// Adds a page. The reading ends with the first one that does not fit.
    async fn add(&mut self, page: &str) -> ControlFlow<()> {
        self.pages += 1;
        self.bytes += page.len();
        if let Place::Short(text) = &mut self.place
            && self.bytes > CHUNK
        {
            let text = std::mem::take(text);
            let host = self.ctx.keeper().and_then(|keeper| keeper.begin(self.ctx));
            self.place = match host {
                Some(mut host) => {
                    host.push(&text).await;
                    Place::Host(host)
                }
                None => Place::Memory(text),
            };
        }
        let (Place::Short(text) | Place::Memory(text)) = &mut self.place else {
            let Place::Host(host) = &mut self.place else { return ControlFlow::Break(()) };
            return if host.push(page).await { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
        };
        let fits = start(page, (MOST - NOTE).saturating_sub(text.len()));
        text.push_str(fits);
        if fits.len() == page.len() {
            return ControlFlow::Continue(());
        }
        let bytes = text.len();
        // The mark of a cut: the beginning of a sensitive value before it is hidden when the result is kept.
        text.push('…');
        self.reason = Some(format!(
            "these are its first {bytes} bytes, since {MOST} are kept at most. The rest was not read"
        ));
        ControlFlow::Break(())
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
        self.reason =
            Some(format!("its source failed after {pages} page{s} and {bytes} bytes. The rest is missing"));
        Ok(ControlFlow::Break(()))
    }

    /// The text, or the preview of one that is kept.
    async fn end(self) -> String {
        let Self { place, reason, .. } = self;
        match place {
            Place::Host(host) => host.end(reason).await,
            Place::Short(text) | Place::Memory(text) => match reason {
                Some(reason) => first_line_of(&reason) + &text,
                None => text,
            },
        }
    }
}
