//! What becomes of long results, by what a client remembers.

/// How a client comes to read a result that is too long for a model.
///
/// Where the host does not choose, results are kept as by [`Announced`](Self::Announced). They are cut where the session
/// can't be known again: it has no id, and access is open. A session with a flat or native list is taken for one that lives on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LongResults {
    /// The tool that reads them is listed from the first long result of the session on. In a list that never changes, it is
    /// called as every other tool that is not listed.
    Announced,
    /// A flat list has the tool from the start. For clients that keep their first list.
    Listed,
    /// They are cut: the session ends with the request, and nobody could read them.
    Cut,
}
