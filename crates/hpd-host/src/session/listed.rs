//! The list of tools that was made last, kept until something changes.

use std::sync::Arc;

use crate::tool::ToolIndex;

/// A list of tools, and its inputs.
#[derive(Debug)]
pub(crate) struct Listed {
    /// The number of the toolbox: another one has other tools, or other indices.
    pub(crate) toolbox: u64,
    /// The number of the view: the toolbox after its list filters. 0 where they hide nothing.
    pub(crate) view: u64,
    /// The revision of the expansions.
    pub(crate) revision: u64,
    pub(crate) tools: Arc<[ToolIndex]>,
}
