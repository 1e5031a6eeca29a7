//! The cost limit of one reading, in steps.

use std::cell::Cell;

/// Steps of one reading: many for each value that the limits allow, and a hundred or so machine instructions each.
/// Alternatives inside alternatives could ask for more than any call is worth.
const STEPS: u32 = 150_000;

/// Steps that a promotion reserves for the check after it, which lists the errors.
pub(super) const FOR_THE_CHECK: u32 = STEPS / 2;

/// The steps that one reading may take in all: promotion and check take them from here.
#[derive(Debug)]
pub struct Budget {
    left: Cell<u32>,
    met_unknown_key: Cell<bool>,
}

impl Default for Budget {
    fn default() -> Self {
        Self::new()
    }
}

impl Budget {
    /// A budget of which nothing is spent.
    pub const fn new() -> Self {
        Self { left: Cell::new(STEPS), met_unknown_key: Cell::new(false) }
    }

    /// Takes steps, if more than `reserve` are left then; `false` if not, and then none are taken.
    #[inline]
    pub(super) fn take(&self, steps: u32, reserve: u32) -> bool {
        match self.left.get().checked_sub(steps) {
            Some(left) if left > reserve => {
                self.left.set(left);
                true
            }
            _ => false,
        }
    }

    /// Notes that an object has a key that some node does not list. Without such a key, no other node has to be asked.
    #[inline]
    pub(super) fn note_unknown_key(&self) {
        self.met_unknown_key.set(true);
    }

    /// Whether there was such a key in the reading so far.
    #[doc(hidden)]
    pub const fn met_unknown_key(&self) -> bool {
        self.met_unknown_key.get()
    }
}
