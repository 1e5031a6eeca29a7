//! How a journal's file differs from the one that was opened.

use std::fmt;
use std::io::ErrorKind;

use crate::pending::StoreErrorKind;

/// A file of the journal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    File,
    Log,
    Index,
}

impl Part {
    const fn name(self) -> &'static str {
        match self {
            Self::File => "it",
            Self::Log => "its write-ahead log",
            Self::Index => "the index of its write-ahead log",
        }
    }
}

/// How the file differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Difference {
    /// No file is at the path.
    Gone(Part),
    /// Another file is at the path.
    Other(Part),
    /// The path can't be examined.
    Unreadable(Part, ErrorKind),
    /// The last known entry, with this number, is missing or another one.
    Lacks(u64),
    /// Something other than SQLite wrote to the file.
    Overwritten,
}

impl Difference {
    pub(super) const fn kind(&self) -> StoreErrorKind {
        match self {
            Self::Unreadable(_, ErrorKind::PermissionDenied) => StoreErrorKind::Permission,
            Self::Gone(_) | Self::Other(_) | Self::Unreadable(..) | Self::Lacks(_) | Self::Overwritten => {
                StoreErrorKind::Moved
            }
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the journal's file is not the one that was opened: ")?;
        match self {
            Self::Gone(part) => {
                write!(
                    f,
                    "{} was removed or moved; put the same file back, or open the journal anew",
                    part.name()
                )
            }
            Self::Other(part) => write!(
                f,
                "{} was replaced by another file; open the journal anew, or put the first file back",
                part.name()
            ),
            Self::Unreadable(part, error) => write!(f, "{} can't be examined: {error}", part.name()),
            Self::Lacks(entry) => write!(
                f,
                "it no longer has entry {entry} as it was written, so it was restored or changed; open the journal anew"
            ),
            Self::Overwritten => f.write_str("another program has overwritten it; open the journal anew"),
        }
    }
}
