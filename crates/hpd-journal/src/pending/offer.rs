//! Wider permissions that a question offers together with the call.

use hpd_runtime::spec::QualifiedId;
use serde::{Deserialize, Serialize};

/// The reach of an [`Offer`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OfferScope {
    /// The tool of the call, in this conversation.
    Tool,
    /// All unclassified tools of its source that the question lists, in this conversation.
    Source,
}

/// A permission that a question offers together with the call: for each listed tool as it is now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offer {
    /// The reach.
    pub scope: OfferScope,
    /// The tools.
    pub tools: Vec<OfferedTool>,
}

/// A tool of an [`Offer`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfferedTool {
    /// The tool.
    pub tool: QualifiedId,
    /// The name by which the model calls it.
    pub name: String,
    /// The fingerprint of the tool when the question was asked.
    pub fingerprint: String,
}

impl OfferScope {
    /// The answer's `choice` that takes the offer.
    pub const fn choice(self) -> &'static str {
        match self {
            Self::Tool => "confirm_tool",
            Self::Source => "confirm_source",
        }
    }
}
