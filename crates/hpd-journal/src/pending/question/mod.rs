//! The question whether a call may run, rendered from the frozen arguments.
//!
//! Low risk, with values of the user and of the profile:
//!
//! ```text
//! Confirm: Create payment?
//! Tool: create_payment of Bookkeeping. Risk: low.
//! - Amount: 5000 (from you)
//! - AccountId: "ACC-7" (from profile)
//! ```
//!
//! An author's question replaces the first line (`sentence.rs`): "Confirm: Create payment of 5000
//! for Acme Corp?" The other lines stay.
//!
//! The question always shows the tool's name, and each argument on one line. Values are quoted, and markup and links are
//! escaped (`shown.rs`, `characters.rs`, `links.rs`). A value that is too long, a misleading character (`scripts.rs`,
//! `sequences.rs`), a look-alike (`alike.rs`), or a duplicate key can't be shown safely. The risk is then high, and a
//! phrase has to be typed. `caution.rs` finds the same without a question.

mod alike;
mod caution;
mod characters;
mod data;
mod input;
mod links;
mod mcq;
mod names;
mod normal;
mod read_back;
mod render;
mod rendered;
mod scripts;
mod sentence;
mod sequences;
mod shown;
mod skeleton;
#[cfg(test)]
mod tests;
mod text;
mod without;

pub use caution::cautions;
pub use input::ArgumentChange;
pub use input::{CautionInput, QuestionInput, Rendered};
pub use render::render;
pub use rendered::{Question, QuestionField, QuestionOffer};

/// The action of a tool for the user: its title, or its name in words.
pub(crate) fn label(name: &str, title: Option<&str>) -> String {
    names::label(name, title).into_line()
}

/// The name of a field for the user.
pub(crate) fn field(name: &str) -> String {
    names::field_name(name).into_line()
}

/// A text for the user, without quotes.
pub(crate) fn plain(text: &str) -> String {
    shown::Shown::unquoted(text, shown::START).into_line()
}

/// A value for the user, at most this many characters of it. A longer one ends with `…`.
pub(crate) fn value_within(value: &hpd_runtime::args::Node<'_>, max: usize) -> String {
    let shown = shown::Shown::of(value, max);
    let end = if shown.left_out > 0 { "…" } else { "" };
    shown.start() + end
}

/// A name for a line about activity: as it is, but no link, mail or mention.
pub(crate) fn inert(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for (at, c) in name.char_indices() {
        let after = &name[at + c.len_utf8()..];
        if matches!(c, '<' | '[') || links::is_link_here(c, &name[..at], after) {
            out.push_str(&shown::number_of(c));
        } else {
            out.push(c);
        }
    }
    out
}

/// Whether a text is shown exactly as it is, so that who sees it can type it.
pub(super) fn is_plain(text: &str) -> bool {
    let shown = shown::Shown::unquoted(text, usize::MAX);
    shown.text == text && !shown.strange && shown.note.is_empty()
}
