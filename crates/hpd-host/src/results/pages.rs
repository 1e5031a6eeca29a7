//! A text that a function reads page by page, as one part.

use std::error::Error;
use std::future::poll_fn;
use std::ops::ControlFlow;
use std::pin::pin;
use std::task::Poll;

use futures_util::{Stream, StreamExt};
use hpd_runtime::__private::text::start;
use hpd_runtime::output::Part;
use hpd_runtime::{ModelError as _, ToolError};

use super::keep::MOST;

/// Bytes that stay free for the note in front.
const NOTE: usize = 256;

/// Reads a source page by page, and puts the pages together as one text.
///
/// Each page is asked for when the one before has been read. Between two pages, the call can be cancelled, and its time
/// can end. Pages follow each other without a separator: a line may begin in one page and end in the next.
///
/// If the text is not whole, its first line says why: so the preview of a long result has it, too.
///
/// - 16 MiB of a result are [kept](crate::results) at most. What does not fit is not read.
/// - A page fails. The pages before it are the result, and the log has the error.
///
/// ```
/// use futures_util::stream;
/// use hpd_host::output::Part;
/// use hpd_host::results::part_from_pages;
/// use hpd_host::{ToolError, plugin};
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
///     async fn log(&self) -> Result<Part, ToolError> {
///         // `Ok(None)` is the end of the source.
///         let pages = stream::try_unfold(1, move |number| async move {
///             Ok::<_, std::io::Error>(self.page(number).await?.map(|page| (page, number + 1)))
///         });
///         part_from_pages(pages).await
///     }
/// }
///
/// # futures_executor::block_on(async {
/// let part = Logs.log().await?;
/// assert_eq!(part.to_text(), "\
/// [The text is not whole: its source failed after 2 pages and 14 bytes. The rest is missing.]
/// page 1
/// page 2
/// ");
/// # Ok::<(), ToolError>(())
/// # }).unwrap();
/// ```
///
/// # Errors
///
/// The first page fails. The error is the cause of a [`ToolError`], for the log alone. `or_tell` of
/// [`OrTell`](crate::OrTell) gives it another text.
pub async fn part_from_pages<T, E>(pages: impl Stream<Item = Result<T, E>>) -> Result<Part, ToolError>
where
    T: AsRef<str>,
    E: Into<Box<dyn Error + Send + Sync>>,
{
    let mut read = ReadPages::default();
    let mut pages = pin!(pages);
    while let Some(page) = pages.next().await {
        if read.add(page)?.is_break() {
            break;
        }
        pause().await;
    }
    Ok(Part::text(read.text))
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
#[derive(Default)]
struct ReadPages {
    text: String,
    pages: usize,
}

impl ReadPages {
    /// Adds a page. The reading ends with the first one that fails, or does not fit.
    fn add<T, E>(&mut self, page: Result<T, E>) -> Result<ControlFlow<()>, ToolError>
    where
        T: AsRef<str>,
        E: Into<Box<dyn Error + Send + Sync>>,
    {
        match page {
            Ok(page) => Ok(self.add_text(page.as_ref())),
            Err(error) => self.fail(ToolError::new("The source failed at its first page.").caused_by(error)),
        }
    }

    fn add_text(&mut self, page: &str) -> ControlFlow<()> {
        let fits = start(page, (MOST - NOTE).saturating_sub(self.text.len()));
        self.text.push_str(fits);
        self.pages += 1;
        if fits.len() == page.len() {
            return ControlFlow::Continue(());
        }
        self.begin_with(&format!(
            "these are its first {} bytes, since {MOST} are kept at most. The rest was not read",
            self.text.len()
        ));
        ControlFlow::Break(())
    }

    #[cold]
    fn fail(&mut self, error: ToolError) -> Result<ControlFlow<()>, ToolError> {
        let (pages, bytes) = (self.pages, self.text.len());
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
        self.text.insert_str(0, &format!("[The text is not whole: {why}.]\n"));
    }
}
