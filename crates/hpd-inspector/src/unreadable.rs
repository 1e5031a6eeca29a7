//! Why a journal can't be read, in words for its reader.

use std::error::Error;

use hpd_host::approval::StoreError;

/// Why a journal can't be read, and what to do.
pub(crate) fn why_unreadable(error: &StoreError) -> String {
    unreadable(&error.source().map_or_else(|| error.to_string(), ToString::to_string))
}

/// The same, by the words of the database.
fn unreadable(cause: &str) -> String {
    let has = |word: &str| cause.contains(word);
    let why = if has("locked") || has("busy") || has("in time") {
        "Another program holds the database, and did not let go of it in time. Load the page again in a moment."
    } else if has("no such table") || has("no such column") || has("does not exist") {
        "The journal was written by an older version. Open it once with a program of this version, which brings it up to date."
    } else if has("newer") {
        "The journal was written by a newer version. Use the inspector of that version."
    } else if has("malformed") || has("not a database") || has("disk I/O") {
        "The file is damaged, or its disk fails. Make a copy before anything else."
    } else {
        "The database can't be reached, or it was moved. Load the page again."
    };
    format!("{why} Nothing was changed. The database says: {cause}.")
}

#[cfg(test)]
mod tests {
    use super::unreadable;

    #[test]
    fn what_is_wrong_with_a_database_is_said() {
        for (cause, why) in [
            ("database is locked", "Another program holds the database"),
            ("no such column: tool", "The journal was written by an older version."),
            ("the journal is of a newer version", "The journal was written by a newer version."),
            ("database disk image is malformed", "The file is damaged"),
            ("connection refused", "The database can't be reached"),
        ] {
            let said = unreadable(cause);
            assert!(
                said.starts_with(why) && said.ends_with(&format!("The database says: {cause}.")),
                "{said}"
            );
        }
    }
}
