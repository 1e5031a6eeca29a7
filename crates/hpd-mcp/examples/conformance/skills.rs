//! A skill with a document.

use hpd_host::plugin;

/// How to greet.
pub(crate) struct Manners;

#[plugin]
impl Manners {
    /// How to greet somebody.
    #[skill(
        instructions = "Read the words, then greet with one of them.",
        documents(document(id = "words", description = "Words of greeting.", text = "Hello. Good day."))
    )]
    fn greeting() {}
}
