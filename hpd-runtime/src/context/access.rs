//! Which tools calls reach.

/// The tools that calls reach: by their own names, or through `call_function`.
///
/// List filters decide before both: what a filter hides is reached by no call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Access {
    /// The tools that are listed, and those that an expanded container of the session reveals. A call of another tool is
    /// answered with the container to expand first.
    #[default]
    Expanded,
    /// Every tool that some sequence of expansions could reveal. For clients that remember nothing between two requests.
    /// A container answers with the descriptions and schemas of its members. Functions that no container reveals stay
    /// out of reach. For example, a skill may bring in a plugin for one function. Then the plugin's other functions are
    /// out of reach.
    Open,
}
