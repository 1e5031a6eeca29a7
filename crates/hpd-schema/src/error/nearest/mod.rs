//! Did you mean?

mod characters;
mod list;
mod pattern;

pub use list::NameList;

use characters::{Buffer, LONGEST, fold};
use pattern::{Candidate, Pattern};

/// The candidate that `name` most likely means: equal up to case and separators, or else a few edits away. Of equally
/// near ones, the first.
///
/// | characters of the shorter name | allowed edits |
/// |---|---|
/// | 1 | none |
/// | 2 | one addition |
/// | 3 to 5 | 1 |
/// | 6 to 9 | 2 |
/// | 10 and more | 3 |
///
/// ```
/// # use hpd_schema::__private::error::nearest;
///
/// let fields = ["ContactId", "Amount"];
/// assert_eq!(nearest("contact_id", fields), Some("ContactId"));
/// assert_eq!(nearest("amuont", fields), Some("Amount"));
/// assert_eq!(nearest("invoice", fields), None);
/// assert_eq!(nearest("Ad", ["Abs", "Add"]), Some("Add"));
/// assert_eq!(nearest("Ad", ["Or", "Id"]), None);
/// ```
pub fn nearest<'c>(name: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    nearest_of(name, &mut candidates.into_iter())
}

/// The same, compiled once.
fn nearest_of<'c>(name: &str, candidates: &mut dyn Iterator<Item = &'c str>) -> Option<&'c str> {
    let pattern = Pattern::new(name)?;
    let least = pattern.least_bytes();
    let mut buffer = Buffer::new();
    let mut best: Option<(usize, &'c str)> = None;
    for candidate in candidates {
        if !(least..=LONGEST).contains(&candidate.len()) {
            continue;
        }
        let least_distance = best.map(|(distance, _)| distance);
        let distance = match buffer.characters(candidate) {
            Some(characters) => pattern.distance(&Candidate::Plain(characters), least_distance),
            None => pattern.distance(&Candidate::Other(&fold(candidate)), least_distance),
        };
        if let Some(distance) = distance {
            best = Some((distance, candidate));
            if distance == 0 {
                break;
            }
        }
    }
    best.map(|(_, candidate)| candidate)
}
