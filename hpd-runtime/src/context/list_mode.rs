//! Which tools a list has.

/// The kind of list that a model sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ListMode {
    /// Expanded containers add their members to the list.
    #[default]
    Growing,
    /// The list never changes: it has the tools that are listed without any expansion, and `call_function`. For clients
    /// with a fixed list of tools. A container describes the calls of its members, and `call_function` makes them,
    /// through the same checks.
    Constant,
    /// The list has every function within reach and every skill, and no other containers. For clients that search in
    /// long lists themselves. [Access](crate::list::Access::Open) is open then: a skill answers with its instructions.
    Flat,
    /// No expansion changes the list, which has every tool within reach: what containers hold is deferred in the provider's
    /// own words, and loaded by the provider. For models that can; for others, the list is long. Write it with
    /// `Provider::list`. [Access](crate::list::Access::Open) is open then.
    Native,
}
