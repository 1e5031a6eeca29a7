//! Hooks around the methods of a store.

use super::{Answered, Asked};
use crate::pending::StoreError;
use crate::system::BoxFuture;

/// A test's hooks before and after each method of a store or journal. A hook can observe a method, make it fail, or
/// change its answer.
///
/// A function that takes the request is a tap before each method.
pub trait Tap: Send + Sync {
    /// Called before a method does anything.
    ///
    /// # Errors
    ///
    /// The method then fails with this error, and nothing is done.
    fn before(&self, asked: &Asked<'_>) -> Result<(), StoreError> {
        let _ = asked;
        Ok(())
    }

    /// Called after a method, unless the method failed.
    ///
    /// # Errors
    ///
    /// The method then fails with this error, although its effect remains.
    fn after(&self, asked: &Asked<'_>, answered: &mut Answered<'_>) -> Result<(), StoreError> {
        let _ = (asked, answered);
        Ok(())
    }
}

impl<F: Fn(&Asked<'_>) -> Result<(), StoreError> + Send + Sync> Tap for F {
    fn before(&self, asked: &Asked<'_>) -> Result<(), StoreError> {
        self(asked)
    }
}

/// A [`PendingStore`](crate::pending::PendingStore) or [`Journal`](crate::journal::Journal) that forwards to another
/// one, with a [`Tap`] around each method. For tests of programs whose store fails.
///
/// ```
/// use hpd_host::approval::{Permission, StoreError};
/// use hpd_host::journal::MemoryJournal;
/// use hpd_host::testing::{Asked, Tapped};
/// use hpd_host::{Approval, RawCall, Session, Toolbox, plugin};
///
/// struct Till;
///
/// #[plugin]
/// impl Till {
///     /// Takes something out.
///     #[ai_function(write, risk = low)]
///     fn take(&self) -> String {
///         "Taken.".to_owned()
///     }
/// }
///
/// let journal = Tapped::new(MemoryJournal::new(), |asked: &Asked<'_>| match asked {
///     Asked::Finish(..) => Err(StoreError::new("no space is left")),
///     _ => Ok(()),
/// });
/// # futures_executor::block_on(async {
/// let toolbox = Toolbox::builder()
///     .plugin(Till)
///     .approval(Approval::new().writes(Permission::Allow))
///     .journal(journal)
///     .build()?;
/// let outcome =
///     toolbox.call(&Session::with_id("s1"), &RawCall::new("c1", "take", "{}")).await;
/// assert!(
///     outcome
///         .for_model_as_text()
///         .starts_with("'take' ran, but what it ended in is not recorded yet.")
/// );
/// # Ok::<(), hpd_host::BuildError>(())
/// # }).unwrap();
/// ```
#[derive(Debug, Clone, Default)]
pub struct Tapped<S, T> {
    inner: S,
    tap: T,
}

impl<S, T: Tap> Tapped<S, T> {
    /// Forwards everything to this store.
    pub const fn new(inner: S, tap: T) -> Self {
        Self { inner, tap }
    }

    /// The store without the tap.
    pub const fn inner(&self) -> &S {
        &self.inner
    }

    /// The tap.
    pub const fn tap(&self) -> &T {
        &self.tap
    }

    /// Runs a method between both sides of the tap. It begins after the first side: a store may do all when it is
    /// asked.
    pub(super) async fn between<'a, A, E: From<StoreError>>(
        &self,
        asked: Asked<'_>,
        run: impl FnOnce() -> BoxFuture<'a, Result<A, E>>,
        answered: impl FnOnce(&mut A) -> Answered<'_>,
    ) -> Result<A, E> {
        self.tap.before(&asked)?;
        let mut answer = run().await?;
        self.tap.after(&asked, &mut answered(&mut answer))?;
        Ok(answer)
    }
}
