//! When a call that only reads is answered.

/// Whether the answer of a call that only reads waits until the journal has its end: a setting of
/// [`ToolboxBuilder::reads`](crate::ToolboxBuilder::reads).
///
/// Calls of writes always wait for each step, and so do questions to the user and forwarded calls.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ReadsAre {
    /// The answer comes after the call's `tool_result` is written. A read costs a transaction of the journal.
    #[default]
    Waited,
    /// The answer comes when the call's `tool_result` is in the journal's queue. A crash may lose the last events of
    /// reads, at most those in the queue. It loses no event before a step of a write, since the order stays.
    HandedOver,
}
