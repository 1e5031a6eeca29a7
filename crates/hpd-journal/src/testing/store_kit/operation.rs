//! Operations on a store, in any order.

use crate::pending::{CallState, PendingId, PendingVerdict};

/// One operation on a store, for [`check_operations`](super::check_operations). Numbers identify calls, and moments are
/// ticks of a clock that starts at 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoreOperation {
    /// Inserts a call that is created now. Calls with even numbers are of one session, the others of another.
    Insert {
        /// The call.
        call: u8,
        /// Its state, legal or not.
        state: CallState,
        /// How many ticks it lives.
        lives: u8,
    },
    /// Decides about a call.
    Decide {
        /// The call.
        call: u8,
        /// The decision.
        verdict: PendingVerdict,
    },
    /// Claims a call.
    Claim {
        /// The call.
        call: u8,
        /// How many ticks it may run.
        lease: u8,
    },
    /// Reports the end of a call.
    Finish {
        /// The call.
        call: u8,
        /// The state, legal or not.
        state: CallState,
    },
    /// Ends calls past their time.
    Expire,
    /// Sets the clock, forward or back.
    Clock {
        /// The tick.
        to: u8,
    },
}

impl StoreOperation {
    /// How many calls [`read_all`](Self::read_all) speaks of.
    const CALLS: u8 = 16;

    /// Operations from bytes, three for each: for tests with random input, and fuzzers. Frequent operations are
    /// frequent here.
    ///
    /// ```
    /// use hpd_journal::pending::CallState;
    /// use hpd_journal::testing::store_kit::StoreOperation;
    ///
    /// assert_eq!(
    ///     StoreOperation::read_all(&[0, 1, 80, 10, 1, 20]),
    ///     [
    ///         StoreOperation::Insert { call: 1, state: CallState::AwaitingApproval, lives: 10 },
    ///         StoreOperation::Claim { call: 1, lease: 20 },
    ///     ]
    /// );
    /// ```
    pub fn read_all(bytes: &[u8]) -> Vec<Self> {
        let (operations, _) = bytes.as_chunks();
        operations.iter().map(|[kind, call, detail]| Self::read(*kind, call % Self::CALLS, *detail)).collect()
    }

    fn read(kind: u8, call: u8, detail: u8) -> Self {
        match kind % 16 {
            0..=4 => Self::Insert { call, state: inserted(detail), lives: detail / 8 },
            5..=9 => Self::Decide { call, verdict: verdict(detail) },
            10 | 11 => Self::Claim { call, lease: detail % 32 },
            12 | 13 => Self::Finish { call, state: result(detail) },
            14 => Self::Expire,
            _ => Self::Clock { to: detail % 32 },
        }
    }
}

fn any_state(detail: u8) -> CallState {
    let states = CallState::ALL;
    states.get(usize::from(detail) % states.len()).copied().unwrap_or(CallState::Proposed)
}

fn inserted(detail: u8) -> CallState {
    match detail % 8 {
        0..=3 => CallState::AwaitingApproval,
        4 | 5 => CallState::Approved,
        6 => CallState::NeedsInput,
        _ => any_state(detail / 8),
    }
}

fn verdict(detail: u8) -> PendingVerdict {
    match detail % 8 {
        0..=2 => PendingVerdict::Approved,
        3 => PendingVerdict::Rejected,
        4 | 5 => PendingVerdict::WrongPhrase,
        6 => PendingVerdict::Cancelled,
        _ => match detail / 8 % 3 {
            0 => PendingVerdict::Replaced { by: None },
            1 => PendingVerdict::Replaced { by: Some(PendingId::new("next")) },
            _ => PendingVerdict::Blocked,
        },
    }
}

fn result(detail: u8) -> CallState {
    match detail % 4 {
        0 | 1 => CallState::Succeeded,
        2 => CallState::Failed,
        _ => any_state(detail / 4),
    }
}
