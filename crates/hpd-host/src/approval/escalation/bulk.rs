//! Many writes in a short time.

use std::time::Duration;

use hpd_runtime::spec::Risk;

use super::{Assessed, EarlierWrites, Escalation, Raise};

/// Writes that a session remembers. A rule for more of them would never apply.
const REMEMBERED: usize = EarlierWrites::REMEMBERED - 1;

/// Escalates a write that follows many others of the same tool: many harmless writes together may be harmful.
///
/// ```
/// use std::time::Duration;
///
/// use hpd_host::approval::{Bulk, Raise};
///
/// // The eleventh of a minute is asked about, even where the user allowed the tool.
/// let rule = Bulk::new(10, Duration::from_secs(60)).raise(Raise::Ask);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub struct Bulk {
    writes: usize,
    within: Duration,
    all_tools: bool,
    raise: Raise,
}

impl Bulk {
    /// A rule for many writes of one tool in one session. Once the given number of writes ran within the given time,
    /// each further write has high risk. A session remembers 255 writes of all tools: a higher number counts as 255.
    pub const fn new(writes: usize, within: Duration) -> Self {
        let writes = if writes > REMEMBERED { REMEMBERED } else { writes };
        Self { writes, within, all_tools: false, raise: Raise::To(Risk::High) }
    }

    /// Counts the writes of all tools together.
    pub const fn of_all_tools(mut self) -> Self {
        self.all_tools = true;
        self
    }

    /// Sets the escalation of such writes, in place of high risk.
    pub fn raise(mut self, raise: Raise) -> Self {
        self.raise = raise;
        self
    }
}

impl Escalation for Bulk {
    fn assess(&self, call: &Assessed<'_>) -> Raise {
        let earlier = if self.all_tools {
            call.earlier_writes_of_all(self.within)
        } else {
            call.earlier_writes(self.within)
        };
        // A read is no further write.
        if call.risk().is_some() && earlier >= self.writes { self.raise.of(call) } else { Raise::No }
    }
}
