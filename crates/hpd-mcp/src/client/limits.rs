//! Times that a server may take.

use std::time::Duration;

/// The times that a server may take.
///
/// ```
/// use hpd_mcp::client::TimeLimits;
/// use std::time::Duration;
///
/// let patient = TimeLimits::default().connect(Duration::from_secs(120));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeLimits {
    pub(super) connect: Duration,
    pub(super) list: Duration,
    pub(super) call: Option<Duration>,
    pub(super) first_pause: Duration,
    pub(super) longest_pause: Duration,
}

/// 60 s to connect, 30 s for the list of tools, and no limit for calls beside the toolbox's own. Pauses between
/// attempts to connect double from 0.5 s to 60 s.
impl Default for TimeLimits {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(60),
            list: Duration::from_secs(30),
            call: None,
            first_pause: Duration::from_millis(500),
            longest_pause: Duration::from_secs(60),
        }
    }
}

impl TimeLimits {
    /// Sets the time to start the server and to agree on the protocol.
    #[must_use]
    pub const fn connect(mut self, limit: Duration) -> Self {
        self.connect = limit;
        self
    }

    /// Sets the time for the whole list of tools, with all its pages.
    #[must_use]
    pub const fn list(mut self, limit: Duration) -> Self {
        self.list = limit;
        self
    }

    /// Sets the time for a call. The toolbox has a limit of its own; the shorter one counts.
    #[must_use]
    pub const fn call(mut self, limit: Duration) -> Self {
        self.call = Some(limit);
        self
    }

    /// Sets the pauses after failed attempts to connect. The pause doubles from `first` to `longest`. Meanwhile calls
    /// fail at once, without an effect.
    #[must_use]
    pub const fn pauses(mut self, first: Duration, longest: Duration) -> Self {
        self.first_pause = first;
        self.longest_pause = longest;
        self
    }
}
