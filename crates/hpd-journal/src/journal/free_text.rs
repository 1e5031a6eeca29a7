//! Free text of people and models: whether the journal records it.

/// Whether a journal records user messages, and models' false statements about their writes.
///
/// A value of a sensitive parameter may occur in such a text before a call reveals which part it is. So texts of a
/// conversation that can reach a sensitive parameter are not recorded, unless the host decides otherwise. `[hidden]`
/// replaces them.
///
/// ```
/// use hpd_host::journal::{FreeText, MemoryJournal};
/// use hpd_host::{Toolbox, Values};
///
/// let values = Values::new().journal_free_text(FreeText::Hidden);
/// let toolbox = Toolbox::builder().journal(MemoryJournal::new()).values(values).build();
/// # assert!(toolbox.is_ok());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FreeText {
    /// Recorded in conversations that can't come to call a tool with a sensitive parameter, else hidden. List filters
    /// decide which tools that are. A conversation may reach such a tool later: then its messages are treated as with
    /// [`Told`](Self::Told).
    #[default]
    UnlessSensitive,
    /// Recorded, without sensitive values known from earlier calls of the session. A later call may show that one of
    /// the last four user messages contains a sensitive value. Then the messages with this value are erased, and the
    /// current message is recorded again without the value. Until then the value is in the journal. It stays there if
    /// the process is killed before.
    Told,
    /// Always hidden.
    Hidden,
}

impl FreeText {
    #[doc(hidden)]
    pub const fn is_told(self, reaches_sensitive: bool) -> bool {
        match self {
            Self::UnlessSensitive => !reaches_sensitive,
            Self::Told => true,
            Self::Hidden => false,
        }
    }
}
