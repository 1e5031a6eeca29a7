//! The first stage: separates the parts of a call.

use hpd_runtime::RawCall;

/// A call with its parts.
#[derive(Clone, Copy)]
pub(super) struct ParsedCall<'c> {
    raw: &'c RawCall,
}

/// Takes a call apart. The arguments stay text: they are read once, by the types of the function.
pub(super) fn parse(raw: &RawCall) -> ParsedCall<'_> {
    ParsedCall { raw }
}

impl<'c> ParsedCall<'c> {
    pub(super) const fn raw(self) -> &'c RawCall {
        self.raw
    }

    pub(super) fn name(self) -> &'c str {
        &self.raw.name
    }

    pub(super) fn arguments(self) -> &'c str {
        &self.raw.arguments
    }
}
