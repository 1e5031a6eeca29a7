//! A store that shows its requests to a test, and changes or fails them as the test wants.

use std::sync::{Arc, Mutex};

use hpd_host::approval::{MemoryStore, PendingCall, StoreError};
use hpd_host::testing::{Answered, Asked, Tap, Tapped};

/// How a method fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Failing {
    /// Nothing is done.
    Before,
    /// It is done, but the caller gets an error.
    After,
}

type ArgumentChange = Box<dyn Fn(&mut PendingCall) + Send>;

/// Changes and failures that a test orders from a store.
#[derive(Default)]
pub(crate) struct Spy {
    change: Mutex<Option<(Vec<&'static str>, ArgumentChange)>>,
    failing: Mutex<Option<(&'static str, Failing)>>,
}

/// A store in memory that a test looks into. Clones are the same store.
pub(crate) type SpiedStore = Arc<Tapped<MemoryStore, Spy>>;

impl Spy {
    /// From now on these methods give back calls that are changed so.
    pub(crate) fn change(
        &self,
        methods: &[&'static str],
        change: impl Fn(&mut PendingCall) + Send + 'static,
    ) {
        *self.change.lock().unwrap() = Some((methods.to_vec(), Box::new(change)));
    }

    /// From now on this method fails.
    pub(crate) fn fail(&self, method: &'static str, how: Failing) {
        *self.failing.lock().unwrap() = Some((method, how));
    }

    /// From now on everything works.
    pub(crate) fn mend(&self) {
        *self.failing.lock().unwrap() = None;
        *self.change.lock().unwrap() = None;
    }

    fn works(&self, asked: &Asked<'_>, how: Failing) -> Result<(), StoreError> {
        let fails = *self.failing.lock().unwrap() == Some((asked.method(), how));
        if fails { Err(StoreError::new("no connection to db-7")) } else { Ok(()) }
    }
}

impl Tap for Spy {
    fn before(&self, asked: &Asked<'_>) -> Result<(), StoreError> {
        self.works(asked, Failing::Before)
    }

    fn after(&self, asked: &Asked<'_>, answered: &mut Answered<'_>) -> Result<(), StoreError> {
        self.works(asked, Failing::After)?;
        if let Some((methods, change)) = &*self.change.lock().unwrap()
            && methods.contains(&asked.method())
        {
            answered.calls().iter_mut().for_each(change);
        }
        Ok(())
    }
}
