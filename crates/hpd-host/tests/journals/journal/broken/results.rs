//! The long results of a broken journal.

use hpd_host::approval::{Owner, StoreError};
use hpd_host::journal::{Journal as _, MemoryJournal};
use hpd_host::results::{KeptResult, ResultStore};
use hpd_host::system::{BoxFuture, Timestamp};

use super::Broken;

/// Where the results of a journal in memory are.
fn kept_by(inner: &MemoryJournal) -> Result<&dyn ResultStore, StoreError> {
    inner.results().ok_or_else(|| StoreError::new("no results are kept"))
}

impl ResultStore for Broken {
    fn keep(&self, result: KeptResult) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move {
            self.works()?;
            kept_by(&self.inner)?.keep(result).await
        })
    }

    fn kept<'a>(
        &'a self,
        owner: &'a Owner,
        id: &'a str,
        now: Timestamp,
    ) -> BoxFuture<'a, Result<Option<KeptResult>, StoreError>> {
        Box::pin(async move {
            self.works()?;
            kept_by(&self.inner)?.kept(owner, id, now).await
        })
    }

    fn drop_expired(&self, now: Timestamp) -> BoxFuture<'_, Result<u64, StoreError>> {
        Box::pin(async move {
            self.works()?;
            kept_by(&self.inner)?.drop_expired(now).await
        })
    }

    fn erase_results<'a>(&'a self, session: &'a str) -> BoxFuture<'a, Result<u64, StoreError>> {
        Box::pin(async move {
            self.works()?;
            kept_by(&self.inner)?.erase_results(session).await
        })
    }
}
