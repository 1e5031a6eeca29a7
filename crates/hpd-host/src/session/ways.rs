//! The host's choices for one session: which tools its calls reach, and the kind of its list.

use std::sync::atomic::{AtomicU8, Ordering};

use hpd_runtime::list::{Access, ListMode};

use super::Session;

/// The choices. They are the host's, and no part of a session's text.
#[derive(Debug, Default)]
pub(super) struct SessionWays {
    /// 0 where the host chose nothing.
    access: AtomicU8,
    list: AtomicU8,
}

const ACCESS: [Access; 2] = [Access::Expanded, Access::Open];
const LIST: [ListMode; 4] = [ListMode::Growing, ListMode::Constant, ListMode::Flat, ListMode::Native];

/// The number of a choice: its place in the list of them, from 1.
fn number<T: PartialEq>(choices: &[T], choice: Option<&T>) -> u8 {
    let place = choice.and_then(|choice| choices.iter().position(|known| known == choice));
    place.and_then(|place| u8::try_from(place + 1).ok()).unwrap_or(0)
}

fn chosen<T: Copy>(choices: &[T], number: u8) -> Option<T> {
    choices.get(usize::from(number).checked_sub(1)?).copied()
}

impl Session {
    /// Sets the tools that calls in this session reach; `None` for the default, [`Access::Expanded`]. The choice counts
    /// from the next call or turn on. A turn may choose [otherwise](crate::TurnContext::access).
    ///
    /// The choice is the host's, and no part of [`to_json`](Self::to_json): set it again for a restored session.
    ///
    /// ```
    /// use hpd_host::list::Access;
    /// use hpd_host::{RawCall, Session, Toolbox, scope};
    ///
    /// struct Math;
    ///
    /// #[scope("Arithmetic")]
    /// impl Math {
    ///     /// Adds two numbers.
    ///     #[ai_function(read_only)]
    ///     fn add(
    ///         &self,
    ///         /** The first number. */
    ///         a: i64,
    ///         /** The second number. */
    ///         b: i64,
    ///     ) -> i64 {
    ///         a + b
    ///     }
    /// }
    ///
    /// # futures_executor::block_on(async {
    /// let toolbox = Toolbox::builder().plugin(Math).build()?;
    /// // Each request of a client without memory has a session of its own.
    /// let fresh = || {
    ///     let session = Session::new();
    ///     session.set_access(Access::Open);
    ///     session
    /// };
    ///
    /// let described = toolbox.call(&fresh(), &RawCall::new("1", "Math", "{}")).await;
    /// assert!(described.for_model().text.starts_with("Math is open. Functions: add."));
    ///
    /// let sum = toolbox.call(&fresh(), &RawCall::new("2", "add", r#"{"a": 5, "b": 10}"#)).await;
    /// assert_eq!(sum.for_model().text, "15");
    /// # Ok::<(), hpd_host::BuildError>(())
    /// # }).unwrap();
    /// ```
    pub fn set_access(&self, access: impl Into<Option<Access>>) {
        self.choose(&self.state.ways.access, number(&ACCESS, access.into().as_ref()));
    }

    /// The tools that calls in this session reach, if the host chose for it.
    #[inline]
    pub fn access(&self) -> Option<Access> {
        chosen(&ACCESS, self.state.ways.access.load(Ordering::Relaxed))
    }

    /// Sets the kind of list that the model sees in this session; `None` for the toolbox's own,
    /// [`VisibilityPolicy::list`](crate::list::VisibilityPolicy::list). The choice counts from the next list, call or turn
    /// on. A turn may choose [otherwise](crate::TurnContext::list).
    ///
    /// The choice is the host's, and no part of [`to_json`](Self::to_json): set it again for a restored session.
    ///
    /// ```
    /// use hpd_host::list::ListMode;
    /// use hpd_host::{Session, Toolbox, scope};
    ///
    /// struct Math;
    ///
    /// #[scope("Arithmetic")]
    /// impl Math {
    ///     /// Tells a number.
    ///     #[ai_function(read_only)]
    ///     fn pi(&self) -> f64 {
    ///         3.14
    ///     }
    /// }
    ///
    /// let toolbox = Toolbox::builder().plugin(Math).build()?;
    /// let session = Session::new();
    /// let names = |mode: ListMode| {
    ///     session.set_list_mode(mode);
    ///     toolbox.tool_list(&session).names().collect::<Vec<_>>().join(", ")
    /// };
    /// assert_eq!(names(ListMode::Growing), "Math");
    /// assert_eq!(names(ListMode::Constant), "Math, call_function");
    /// assert_eq!(names(ListMode::Flat), "pi");
    /// # Ok::<(), hpd_host::BuildError>(())
    /// ```
    pub fn set_list_mode(&self, mode: impl Into<Option<ListMode>>) {
        self.choose(&self.state.ways.list, number(&LIST, mode.into().as_ref()));
    }

    /// The kind of list of this session, if the host chose for it.
    #[inline]
    pub fn list_mode(&self) -> Option<ListMode> {
        chosen(&LIST, self.state.ways.list.load(Ordering::Relaxed))
    }

    /// Keeps a choice. Another one is another list.
    fn choose(&self, place: &AtomicU8, choice: u8) {
        if place.swap(choice, Ordering::Relaxed) != choice {
            self.seen().expansions.note_change();
        }
    }
}
