//! The question whether a call may run: from the frozen arguments to what the user is shown.
//!
//! Low risk, with a value of the user's and one of the profile's:
//!
//! ```text
//! Confirm: Create payment?
//! Tool: create_payment of Bookkeeping. Risk: low.
//! - Amount: 5000 (from you)
//! - AccountId: "ACC-7" (from profile)
//! ```
//!
//! With a question of the author's the first line is that, filled in (`sentence.rs`): "Confirm: Create payment of 5000
//! for Acme Corp?" The rest stays.
//!
//! The name of the tool stands there whatever its title says, and every argument on a line of its own, whatever its
//! value is: values are quoted, and what a renderer would interpret is escaped (`shown.rs`, `characters.rs`). A value that
//! is too long, a character that misleads, or a key that comes twice can't be shown safely: the risk is high then, and
//! a phrase has to be typed.

mod characters;
mod data;
mod input;
mod mcq;
mod names;
mod read_back;
mod render;
mod rendered;
mod sentence;
mod shown;
#[cfg(test)]
mod tests;
mod text;
mod without;

pub use input::ArgumentChange;
pub(crate) use input::{QuestionInput, Rendered};
pub(crate) use render::render;
pub use rendered::{Question, QuestionField};

/// Whether a text is shown exactly as it is, so that who sees it can type it.
pub(super) fn is_plain(text: &str) -> bool {
    let shown = shown::Shown::unquoted(text, usize::MAX);
    shown.text == text && !shown.strange
}
