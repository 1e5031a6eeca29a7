//! From any error to one with a text for the model.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use super::ToolError;

/// Says what the model reads of a foreign error. The error itself goes to the log alone.
///
/// ```
/// use hpd_runtime::{ModelError as _, OrTell as _, ToolError};
///
/// fn amount(text: &str) -> Result<u32, ToolError> {
///     let text = std::str::from_utf8(text.as_bytes()).or_tell_nothing()?;
///     text.parse().or_tell("The amount is no number.")
/// }
///
/// let error = amount("x").unwrap_err();
/// assert_eq!(error.for_model(), "The amount is no number.");
/// assert_eq!(error.for_log().as_deref(), Some("invalid digit found in string"));
/// ```
pub trait OrTell<T> {
    /// The value, or an error with this text for the model.
    ///
    /// # Errors
    ///
    /// The error, as the cause of a [`ToolError`].
    fn or_tell(self, text: impl Into<Cow<'static, str>>) -> Result<T, ToolError>;

    /// The value, or an error that tells the model nothing but an id. The log has the error under this id.
    ///
    /// ```
    /// use hpd_runtime::{ModelError as _, OrTell as _};
    ///
    /// let error = "x".parse::<u32>().or_tell_nothing().unwrap_err();
    /// let log = error.for_log().unwrap();
    /// let (id, cause) = log.split_once(": ").unwrap();
    /// assert_eq!(cause, "invalid digit found in string");
    /// assert_eq!(error.for_model(), format!("The function failed. The log says why, under {id}."));
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`or_tell`](Self::or_tell).
    fn or_tell_nothing(self) -> Result<T, ToolError>;
}

impl<T, E: Into<Box<dyn Error + Send + Sync>>> OrTell<T> for Result<T, E> {
    fn or_tell(self, text: impl Into<Cow<'static, str>>) -> Result<T, ToolError> {
        self.map_err(|error| ToolError::new(text).caused_by(error))
    }

    fn or_tell_nothing(self) -> Result<T, ToolError> {
        self.map_err(|error| untold(error.into()))
    }
}

#[cold]
fn untold(source: Box<dyn Error + Send + Sync>) -> ToolError {
    let id = next_id();
    ToolError::new(format!("The function failed. The log says why, under {id}."))
        .caused_by(Logged { id, source })
}

/// An error under the id that the model reads.
#[derive(Debug)]
struct Logged {
    id: String,
    source: Box<dyn Error + Send + Sync>,
}

impl fmt::Display for Logged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.id)
    }
}

impl Error for Logged {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&*self.source)
    }
}

/// An id that finds an error in the log, and is no secret: numbers of this program, which starts at any number.
fn next_id() -> String {
    static START: OnceLock<u64> = OnceLock::new();
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let start = START.get_or_init(|| RandomState::new().build_hasher().finish());
    let id = start.wrapping_add(NEXT.fetch_add(1, Ordering::Relaxed));
    format!("error-{:08x}", id & 0xffff_ffff)
}
