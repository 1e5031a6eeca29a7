//! Hours and days.

use serde::Serialize;

use crate::system::Timestamp;

/// How long a period is. Periods begin with the hours and days of UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Period {
    /// An hour.
    Hour,
    /// A day of 24 hours.
    #[default]
    Day,
}

impl Period {
    /// How long it is.
    pub const fn as_millis(self) -> u64 {
        match self {
            Self::Hour => 3_600_000,
            Self::Day => 86_400_000,
        }
    }

    /// The start of the period that contains a moment.
    ///
    /// ```
    /// use hpd_journal::Timestamp;
    /// use hpd_journal::journal::health::Period;
    ///
    /// let moment = Timestamp::from_millis(2 * 3_600_000 + 5);
    /// assert_eq!(Period::Hour.start_of(moment), Timestamp::from_millis(2 * 3_600_000));
    /// assert_eq!(Period::Day.start_of(moment), Timestamp::from_millis(0));
    /// ```
    pub const fn start_of(self, at: Timestamp) -> Timestamp {
        let millis = at.as_millis();
        Timestamp::from_millis(millis - millis % self.as_millis())
    }
}
