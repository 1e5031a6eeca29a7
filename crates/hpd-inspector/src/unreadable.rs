//! Why a journal can't be read, in words for its reader.

use std::error::Error;

use hpd_host::approval::{StoreError, StoreErrorKind};

/// Why a journal can't be read, and what to do.
pub(crate) fn why_unreadable(error: &StoreError) -> String {
    let cause = error.source().map_or_else(|| error.to_string(), ToString::to_string);
    let why = why(error.kind());
    format!("{why} Nothing was changed. The database says: {cause}.")
}

const fn why(kind: StoreErrorKind) -> &'static str {
    match kind {
        StoreErrorKind::Busy => {
            "Another program holds the database, and did not let go of it in time. Load the page again in a moment."
        }
        StoreErrorKind::Older => {
            "The journal was written by an older version. Open it once with a program of this version, which brings it up to date."
        }
        StoreErrorKind::Newer => {
            "The journal was written by a newer version. Use the inspector of that version."
        }
        StoreErrorKind::NotAJournal => {
            "There is no journal at this place. Look whether the address is right."
        }
        StoreErrorKind::Permission => {
            "This user may not read the journal. Give the user the right, or run the inspector as another one."
        }
        StoreErrorKind::Damaged => {
            "The file is damaged, or its disk fails. Make a copy before anything else."
        }
        _ => "The database can't be reached, or it was moved. Load the page again.",
    }
}

#[cfg(test)]
mod tests {
    use hpd_host::approval::{StoreError, StoreErrorKind};

    use super::why_unreadable;

    #[test]
    fn what_is_wrong_with_a_database_is_said() {
        for (kind, why) in [
            (StoreErrorKind::Busy, "Another program holds the database"),
            (StoreErrorKind::Older, "The journal was written by an older version."),
            (StoreErrorKind::Newer, "The journal was written by a newer version."),
            (StoreErrorKind::NotAJournal, "There is no journal at this place."),
            (StoreErrorKind::Permission, "This user may not read the journal."),
            (StoreErrorKind::Damaged, "The file is damaged"),
            (StoreErrorKind::Missing, "The database can't be reached"),
            (StoreErrorKind::Moved, "The database can't be reached"),
            (StoreErrorKind::Unreachable, "The database can't be reached"),
            (StoreErrorKind::Other, "The database can't be reached"),
        ] {
            // Words of the database decide nothing: another language, or a name in them, changes nothing.
            for cause in ["locked, newer, does not exist", "Verbindung abgelehnt"] {
                let said = why_unreadable(&StoreError::of_kind(kind, cause));
                assert!(
                    said.starts_with(why) && said.ends_with(&format!("The database says: {cause}.")),
                    "{said}"
                );
            }
        }
    }
}
