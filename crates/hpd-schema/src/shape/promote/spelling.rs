//! Names that differ in no more than case and separators.

/// The folded spelling of a name: lower case, without separators. `-`, `_` and space are separators only between
/// alphanumeric characters: `-1` is not `1`, and `A-` is not `A`. Between two digits they count: `1-2` is not `12`.
pub(in crate::shape) fn fold(name: &str) -> String {
    let chars: Vec<char> = name.trim().chars().collect();
    let mut folded = String::with_capacity(name.len());
    let mut at = 0;
    while at < chars.len() {
        let run = chars[at..].iter().take_while(|c| is_separator(**c)).count();
        if run == 0 {
            folded.extend(lower(chars[at]));
            at += 1;
            continue;
        }
        let before = at.checked_sub(1).map(|before| chars[before]);
        let after = chars.get(at + run).copied();
        match (before, after) {
            (Some(before), Some(after)) if before.is_numeric() && after.is_numeric() => folded.push('_'),
            (Some(before), Some(after)) if before.is_alphanumeric() && after.is_alphanumeric() => {}
            _ => folded.extend(&chars[at..at + run]),
        }
        at += run;
    }
    folded
}

/// The folded spelling of a key, without any character that is no letter and no digit. A separator between two digits
/// counts. Empty for keys of other characters alone.
pub(in crate::shape) fn fold_loosely(key: &str) -> String {
    let mut folded = String::with_capacity(key.len());
    let mut is_apart = false;
    for c in key.chars() {
        if !c.is_alphanumeric() {
            is_apart = true;
            continue;
        }
        let is_in_number = c.is_numeric() && folded.ends_with(char::is_numeric);
        folded.extend((is_apart && is_in_number).then_some('_'));
        folded.extend(lower(c));
        is_apart = false;
    }
    folded
}

/// Whether a key differs from its loose spelling in separators alone, besides case.
pub(in crate::shape) fn has_only_separators(key: &str) -> bool {
    key.chars().all(|c| c.is_alphanumeric() || is_separator(c))
}

/// In lower case, with one form for `ß` and `ẞ`, or `σ` and `ς`.
fn lower(c: char) -> impl Iterator<Item = char> {
    let is_ascii = c.is_ascii();
    let ascii = is_ascii.then(|| c.to_ascii_lowercase());
    let other =
        (!is_ascii).then(|| c.to_lowercase().flat_map(char::to_uppercase).flat_map(char::to_lowercase));
    ascii.into_iter().chain(other.into_iter().flatten())
}

const fn is_separator(c: char) -> bool {
    matches!(c, '-' | '_' | ' ')
}

#[cfg(test)]
mod tests {
    use super::{fold, fold_loosely};

    #[test]
    fn spellings_of_one_name_are_one() {
        for name in ["user_id", "userId", "User ID", "USER-ID", " user_id "] {
            assert_eq!(fold(name), "userid");
        }
    }

    #[test]
    fn signs_and_versions_are_told_apart() {
        for (one, other) in
            [("-1", "1"), ("A-", "A"), ("1-2", "12"), ("_id", "id"), ("-", ""), ("-created", "created")]
        {
            assert_ne!(fold(one), fold(other), "{one} and {other}");
        }
        assert_eq!(fold("1-2"), fold("1_2"));
    }

    #[test]
    fn letters_of_one_sound_are_one() {
        for (one, other) in [("STRASSE", "straße"), ("STRAẞE", "straße"), ("ΟΔΟΣ", "οδος"), ("ИМЯ", "имя")]
        {
            assert_eq!(fold(one), fold(other), "{one} and {other}");
        }
    }

    #[test]
    fn loosely_only_letters_and_digits_count() {
        for key in ["_dry_run", "$dryRun", "--dry-run", "dry.run", "dry\u{a0}run", "dry\u{200b}run"] {
            assert_eq!(fold_loosely(key), "dryrun", "{key}");
        }
        assert_ne!(fold_loosely("1.2"), fold_loosely("12"));
        assert_eq!(fold_loosely("$_"), "");
    }
}
