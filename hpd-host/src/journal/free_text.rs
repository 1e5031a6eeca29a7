//! What people and models write freely, and whether a journal is told of it.

/// Whether a journal is told what users write, and what models say that is not true of their writes.
///
/// A value of a sensitive parameter may stand in such a text before any call shows which part of it that is. So a toolbox in which some
/// tool has a sensitive parameter keeps such texts to itself, unless the host decides otherwise: `[hidden]` stands in their place.
///
/// ```
/// use hpd_host::journal::{FreeText, MemoryJournal};
/// use hpd_host::Toolbox;
///
/// let toolbox = Toolbox::builder().journal(MemoryJournal::new()).journal_free_text(FreeText::Hidden).build();
/// # assert!(toolbox.is_ok());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FreeText {
    /// It is told where no tool has a sensitive parameter, and hidden where one has.
    #[default]
    UnlessSensitive,
    /// It is told, without the sensitive values of calls that were made before in the session. If a later call of the session
    /// shows that what the user wrote in one of the last four turns holds one, the text is erased, and that of the turn that goes on
    /// told anew without it. Until then it is in the journal, and stays there if the process is killed in between.
    Told,
    /// It is hidden.
    Hidden,
}

impl FreeText {
    pub(crate) const fn is_told(self, has_sensitive_parameters: bool) -> bool {
        match self {
            Self::UnlessSensitive => !has_sensitive_parameters,
            Self::Told => true,
            Self::Hidden => false,
        }
    }
}
