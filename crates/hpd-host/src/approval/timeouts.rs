//! How long the user's answer is waited for.

use std::time::Duration;

use hpd_runtime::spec::Risk;

/// How long an answer is waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ApprovalTimeouts {
    /// For values that are missing or uncertain.
    pub(crate) input: Duration,
    /// For a write of low risk.
    pub(crate) low: Duration,
    /// For a write of medium risk.
    pub(crate) medium: Duration,
    /// For a write of high risk.
    pub(crate) high: Duration,
}

impl Default for ApprovalTimeouts {
    /// 15 minutes for values and low risk, 10 for medium, 5 for high.
    fn default() -> Self {
        let minutes = |minutes: u64| Duration::from_secs(60 * minutes);
        Self { input: minutes(15), low: minutes(15), medium: minutes(10), high: minutes(5) }
    }
}

impl ApprovalTimeouts {
    pub(crate) const fn of_mut(&mut self, risk: Risk) -> &mut Duration {
        match risk {
            Risk::Low => &mut self.low,
            Risk::Medium => &mut self.medium,
            Risk::High => &mut self.high,
        }
    }

    pub(crate) const fn of(&self, risk: Risk) -> Duration {
        match risk {
            Risk::Low => self.low,
            Risk::Medium => self.medium,
            Risk::High => self.high,
        }
    }
}
