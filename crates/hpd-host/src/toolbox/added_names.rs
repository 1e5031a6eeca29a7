//! The names of the tools that the toolbox adds.

use std::borrow::Cow;

use super::Toolbox;
use super::spelling::Spelling;
use crate::tool::{AddedNames, BRIDGE, READ_DOCUMENT, READ_RESULT, SEARCH};

/// The names that the host gave.
#[derive(Clone, Default)]
pub(super) struct RawAddedNames {
    pub(super) reader: Option<String>,
    pub(super) bridge: Option<String>,
    pub(super) results: Option<String>,
    pub(super) search: Option<String>,
}

impl AddedNames {
    /// The host's names, or their own in the spelling of the toolbox.
    pub(super) fn new(raw: &RawAddedNames, spelling: Option<Spelling>) -> Self {
        let name = |given: &Option<String>, own: &'static str| match (given, spelling) {
            (Some(given), _) => Cow::Owned(given.clone()),
            (None, Some(spelling)) => Cow::Owned(spelling.apply(own)),
            (None, None) => Cow::Borrowed(own),
        };
        Self {
            reader: name(&raw.reader, READ_DOCUMENT),
            bridge: name(&raw.bridge, BRIDGE),
            results: name(&raw.results, READ_RESULT),
            search: name(&raw.search, SEARCH),
        }
    }
}

impl Toolbox {
    pub(crate) fn added_names(&self) -> &AddedNames {
        &self.tools.added_names
    }
}
