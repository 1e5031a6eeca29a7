//! Did you mean?

/// Names longer than this are not compared: nobody misspells what is that long.
const LONGEST: usize = 64;

/// The candidate that `name` most likely means: the same up to case and separators, or else a few letters away. The
/// first one, if several are equally near.
///
/// ```
/// use hpd_runtime::error::nearest;
///
/// let fields = ["ContactId", "Amount"];
/// assert_eq!(nearest("contact_id", fields), Some("ContactId"));
/// assert_eq!(nearest("amuont", fields), Some("Amount"));
/// assert_eq!(nearest("invoice", fields), None);
/// ```
pub fn nearest<'c>(name: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    if name.len() > LONGEST {
        return None;
    }
    let plain = fold(name);
    let mut best: Option<(usize, &'c str)> = None;
    for candidate in candidates.into_iter().filter(|candidate| candidate.len() <= LONGEST) {
        let folded = fold(candidate);
        let allowed = allowed_distance(plain.chars().count().min(folded.chars().count()));
        if plain.len().abs_diff(folded.len()) > allowed * 4 {
            continue;
        }
        let distance = if plain == folded { 0 } else { strsim::osa_distance(&plain, &folded) };
        if distance <= allowed && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// A name without case and separators.
pub(crate) fn fold(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// How many letters may differ in names of this many.
const fn allowed_distance(letters: usize) -> usize {
    match letters {
        0..=2 => 0,
        3..=5 => 1,
        6..=9 => 2,
        _ => 3,
    }
}
