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
            folded.extend(chars[at].to_lowercase());
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

const fn is_separator(c: char) -> bool {
    matches!(c, '-' | '_' | ' ')
}

#[cfg(test)]
mod tests {
    use super::fold;

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
}
