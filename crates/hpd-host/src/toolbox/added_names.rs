//! The names of the tools that the toolbox adds.

use std::borrow::Cow;

use super::spelling::Spelling;
use super::{Toolbox, ToolboxBuilder};
use crate::tool::{AddedNames, BRIDGE, READ_DOCUMENT};

/// The names that the host gave.
#[derive(Clone, Default)]
pub(super) struct RawAddedNames {
    reader: Option<String>,
    bridge: Option<String>,
}

impl AddedNames {
    /// The host's names, or their own in the spelling of the toolbox.
    pub(super) fn new(raw: &RawAddedNames, spelling: Option<Spelling>) -> Self {
        let name = |given: &Option<String>, own: &'static str| match (given, spelling) {
            (Some(given), _) => Cow::Owned(given.clone()),
            (None, Some(spelling)) => Cow::Owned(spelling.apply(own)),
            (None, None) => Cow::Borrowed(own),
        };
        Self { reader: name(&raw.reader, READ_DOCUMENT), bridge: name(&raw.bridge, BRIDGE) }
    }
}

impl ToolboxBuilder {
    /// The name of the tool that reads documents of skills, in place of `read_skill_document`. Its qualified id stays
    /// the same.
    ///
    /// ```
    /// use hpd_host::{Toolbox, plugin};
    ///
    /// #[derive(Default)]
    /// struct Desk;
    ///
    /// #[plugin]
    /// impl Desk {
    ///     /// How to tidy up.
    ///     #[skill(documents(document(id = "steps", description = "What to do", text = "Begin on the left.")))]
    ///     fn tidy(&self) {}
    /// }
    ///
    /// let toolbox = Toolbox::builder().plugin(Desk).read_skill_document_as("ReadSkillDocument").build()?;
    /// assert_eq!(toolbox.tool("ReadSkillDocument").unwrap().id().as_str(), "read_skill_document");
    /// # Ok::<(), hpd_host::BuildError>(())
    /// ```
    #[must_use]
    pub fn read_skill_document_as(mut self, name: impl Into<String>) -> Self {
        self.added_names.reader = Some(name.into());
        self
    }

    /// The name of the tool that calls functions by name where the list of tools never changes, in place of
    /// `call_function`. Its qualified id stays the same.
    ///
    /// ```
    /// use hpd_host::list::{ListMode, VisibilityPolicy};
    /// use hpd_host::Toolbox;
    ///
    /// let constant = VisibilityPolicy::new().list(ListMode::Constant);
    /// let toolbox = Toolbox::builder().visibility(constant).call_function_as("CallFunction").build()?;
    /// assert_eq!(toolbox.tool("CallFunction").unwrap().id().as_str(), "call_function");
    /// # Ok::<(), hpd_host::BuildError>(())
    /// ```
    #[must_use]
    pub fn call_function_as(mut self, name: impl Into<String>) -> Self {
        self.added_names.bridge = Some(name.into());
        self
    }
}

impl Toolbox {
    pub(crate) fn added_names(&self) -> &AddedNames {
        &self.tools.added_names
    }
}
