//! First room: the call as the model made it becomes a call whose parts are told apart.

use hpd_runtime::RawCall;

/// A call with its parts.
#[derive(Clone, Copy)]
pub(super) struct ParsedCall<'c> {
    name: &'c str,
    arguments: &'c str,
}

/// Takes a call apart. The arguments stay text: they are read once, by the types of the function.
pub(super) fn parse(raw: &RawCall) -> ParsedCall<'_> {
    ParsedCall { name: &raw.name, arguments: &raw.arguments }
}

impl<'c> ParsedCall<'c> {
    pub(super) const fn name(&self) -> &'c str {
        self.name
    }

    pub(super) const fn arguments(&self) -> &'c str {
        self.arguments
    }
}
