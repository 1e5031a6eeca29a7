//! The verification of the journal: in slices, beside the pages, which it does not hold up.

use std::ops::ControlFlow;
use std::sync::Arc;

use hpd_host::journal::{Journal, Verification, verify_with};
use hpd_host::system::{Clock, Timestamp};
use tokio::sync::watch;

use crate::unreadable::why_unreadable;

/// How far the verification is.
#[derive(Debug, Clone, Default)]
pub(crate) enum Verified {
    /// Nobody asked for it since the program started.
    #[default]
    Never,
    /// So many entries of so many are checked.
    Running { through: u64, head: u64 },
    /// It ended at this moment.
    Done { found: Arc<Verification>, at: Timestamp },
    /// The journal could not be read, in words.
    Failed(String),
}

/// The last verification of this process.
#[derive(Debug)]
pub(crate) struct Verifier(Arc<watch::Sender<Verified>>);

impl Default for Verifier {
    fn default() -> Self {
        Self(Arc::new(watch::Sender::default()))
    }
}

impl Verifier {
    pub(crate) fn state(&self) -> Verified {
        self.0.borrow().clone()
    }

    /// Begins a verification, unless one runs.
    pub(crate) fn start(&self, journal: Arc<dyn Journal>, clock: Arc<dyn Clock>) {
        let begins = self.0.send_if_modified(|state| {
            let begins = !matches!(state, Verified::Running { .. });
            if begins {
                *state = Verified::Running { through: 0, head: 0 };
            }
            begins
        });
        if !begins {
            return;
        }
        let state = Arc::clone(&self.0);
        tokio::spawn(async move {
            let report = |progress: &hpd_host::journal::VerifyProgress| {
                let (through, head) = (progress.through(), progress.head());
                state.send_replace(Verified::Running { through, head });
                ControlFlow::Continue(())
            };
            let end = match verify_with(&*journal, None, report).await {
                Ok(Some(found)) => Verified::Done { found: Arc::new(found), at: clock.now() },
                // Only a report ends it before, and ours does not.
                Ok(None) => Verified::Never,
                Err(error) => Verified::Failed(why_unreadable(&error)),
            };
            state.send_replace(end);
        });
    }
}
