//! Names made ready to be searched for the nearest.

use super::characters::{Buffer, Characters, LONGEST, fold};
use super::pattern::{Candidate, Pattern};

/// Names made ready to be searched for the nearest one: a search of thousands takes microseconds.
///
/// ```
/// # use hpd_schema::__private::error::NameList;
///
/// let names: NameList = ["list_issues", "create_issue", "get_me"].into_iter().collect();
/// assert_eq!(names.nearest("createIsue", |_| true), Some(1));
/// assert_eq!(names.nearest("createIsue", |index| index != 1), None);
/// ```
#[derive(Debug, Clone, Default)]
pub struct NameList {
    entries: Vec<Entry>,
    numbers: Vec<u8>,
    /// The folded names of those with other characters than ASCII's.
    others: Vec<Box<str>>,
}

#[derive(Debug, Clone, Copy)]
struct Entry {
    kinds: u64,
    /// The start of its characters, or its index among the others.
    start: usize,
    form: Form,
}

#[derive(Debug, Clone, Copy)]
enum Form {
    Plain {
        length: u8,
    },
    Other,
    /// Too long to be compared.
    Long,
}

impl<'n> FromIterator<&'n str> for NameList {
    fn from_iter<I: IntoIterator<Item = &'n str>>(names: I) -> Self {
        let mut list = Self::default();
        names.into_iter().for_each(|name| list.push(name));
        list
    }
}

impl NameList {
    /// The index of the candidate that is most likely meant by `name`, by the rules of [`nearest`](super::nearest).
    /// Only candidates that `accept` admits count. `accept` is called for near candidates only.
    pub fn nearest(&self, name: &str, mut accept: impl FnMut(usize) -> bool) -> Option<usize> {
        let pattern = Pattern::new(name)?;
        let mut best: Option<(usize, usize)> = None;
        for (index, entry) in self.entries.iter().enumerate() {
            let Some(candidate) = self.candidate(entry) else { continue };
            let distance = pattern.distance(&candidate, best.map(|(distance, _)| distance));
            if let Some(distance) = distance
                && accept(index)
            {
                best = Some((distance, index));
                if distance == 0 {
                    break;
                }
            }
        }
        best.map(|(_, index)| index)
    }

    fn push(&mut self, name: &str) {
        let mut buffer = Buffer::new();
        let entry = match buffer.characters(name) {
            Some(characters) => {
                let start = self.numbers.len();
                self.numbers.extend_from_slice(characters.numbers);
                // At most the length of the longest name, far below a byte's range.
                let length = u8::try_from(characters.numbers.len()).unwrap_or(u8::MAX);
                Entry { kinds: characters.kinds, start, form: Form::Plain { length } }
            }
            None if name.len() > LONGEST => Entry { kinds: 0, start: 0, form: Form::Long },
            None => {
                self.others.push(fold(name).into());
                Entry { kinds: 0, start: self.others.len() - 1, form: Form::Other }
            }
        };
        self.entries.push(entry);
    }

    #[inline]
    fn candidate(&self, entry: &Entry) -> Option<Candidate<'_>> {
        match entry.form {
            Form::Plain { length } => {
                let numbers = &self.numbers[entry.start..entry.start + usize::from(length)];
                Some(Candidate::Plain(Characters { numbers, kinds: entry.kinds }))
            }
            Form::Other => Some(Candidate::Other(&self.others[entry.start])),
            Form::Long => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::NameList;
    use crate::error::nearest;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2048))]

        #[test]
        fn a_list_finds_what_nearest_finds(name in "[abAB_ä]{0,9}", names in proptest::collection::vec("[abAB_ä]{0,9}", 0..9)) {
            let list: NameList = names.iter().map(String::as_str).collect();
            let found = list.nearest(&name, |_| true).map(|index| names[index].as_str());
            prop_assert_eq!(found, nearest(&name, names.iter().map(String::as_str)));
        }
    }

    #[test]
    fn names_that_are_too_long_are_never_meant() {
        let long = "a".repeat(65);
        let list: NameList = [long.as_str()].into_iter().collect();
        assert_eq!(list.nearest(&"a".repeat(64), |_| true), None);
        assert_eq!(list.nearest(&long, |_| true), None);
    }
}
