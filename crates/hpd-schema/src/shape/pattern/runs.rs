//! Patterns such as `^[0-9]{5}$`: runs of characters of one class each, which a text is compared with in one walk.

use super::parse::{Ranges, Tree};

/// A pattern that starts at the start of a text, and in which each character has one place.
#[derive(Debug)]
pub(super) struct Runs {
    runs: Box<[Run]>,
    /// It ends where the text ends.
    to_the_end: bool,
}

/// Characters of one class.
#[derive(Debug)]
struct Run {
    /// The ASCII characters of the class, a bit each.
    ascii: u128,
    ranges: Ranges,
    min: u32,
    max: Option<u32>,
}

impl Runs {
    /// `None` if a character may belong to one of several places, or the pattern may start anywhere.
    pub(super) fn new(tree: &Tree) -> Option<Self> {
        let Tree::Sequence(parts) = tree else { return None };
        let (Tree::Start, parts) = parts.split_first()? else { return None };
        let (parts, to_the_end) = match parts.split_last() {
            Some((Tree::End, parts)) => (parts, true),
            _ => (parts, false),
        };
        let runs: Box<[Run]> = parts.iter().map(Run::new).collect::<Option<_>>()?;
        let is_certain = runs.iter().enumerate().all(|(index, run)| run.ends_before(&runs[index + 1..]));
        is_certain.then_some(Self { runs, to_the_end })
    }

    /// Whether the pattern occurs in a text.
    pub(super) fn is_match(&self, text: &str) -> bool {
        let mut rest = text.chars();
        for run in &self.runs {
            let mut count = 0;
            while run.max.is_none_or(|max| count < max) {
                let before = rest.clone();
                if !rest.next().is_some_and(|c| run.has(c)) {
                    rest = before;
                    break;
                }
                count = count.saturating_add(1);
            }
            if count < run.min {
                return false;
            }
        }
        !self.to_the_end || rest.next().is_none()
    }
}

impl Run {
    fn new(part: &Tree) -> Option<Self> {
        let (ranges, min, max) = match part {
            Tree::Chars(ranges) => (ranges, 1, Some(1)),
            Tree::Repeat(part, min, max) => match &**part {
                Tree::Chars(ranges) => (ranges, *min, *max),
                _ => return None,
            },
            _ => return None,
        };
        let has = |code: &u32| ranges.iter().any(|(low, high)| (low..=high).contains(&code));
        let ascii = (0..128).filter(has).fold(0, |ascii, code| ascii | 1 << code);
        Some(Self { ascii, ranges: ranges.clone(), min, max })
    }

    #[inline]
    fn has(&self, c: char) -> bool {
        let code = u32::from(c);
        if code < 128 {
            return self.ascii >> code & 1 == 1;
        }
        self.ranges.iter().any(|(low, high)| (*low..=*high).contains(&code))
    }

    /// Whether the run takes all characters of its class that come next: none of them can belong to a run after it.
    fn ends_before(&self, after: &[Self]) -> bool {
        if self.max == Some(self.min) {
            return true;
        }
        let needed = after.iter().position(|run| run.min > 0).map_or(after.len(), |needed| needed + 1);
        after[..needed].iter().all(|run| !self.overlaps(run))
    }

    fn overlaps(&self, other: &Self) -> bool {
        self.ranges.iter().any(|(low, high)| other.ranges.iter().any(|(from, to)| low <= to && from <= high))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::shape::pattern::Pattern;

    /// Patterns of runs over few characters, of which some overlap.
    fn patterns() -> impl Strategy<Value = String> {
        let class = prop::sample::select(vec!["a", "[ab]", "[^a]", r"\d", r"[c1]", "é", "[é-ü]", "."]);
        let count = prop::sample::select(vec!["", "", "*", "+", "?", "{2}", "{0,2}", "{1,3}", "{2,}", "{0}"]);
        let run = (class, count).prop_map(|(class, count)| format!("{class}{count}"));
        (prop::collection::vec(run, 0..4), prop::sample::select(vec!["", "$"]))
            .prop_map(|(runs, end)| format!("^{}{end}", runs.concat()))
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(8192) })]

        #[test]
        fn runs_find_what_the_regex_finds(pattern in patterns(), texts in prop::collection::vec("[abcé1 ]{0,7}", 8)) {
            let Some(Pattern { regex, runs: Some(runs), .. }) = Pattern::compile(&pattern, false) else {
                return Ok(());
            };
            for text in texts {
                prop_assert_eq!(runs.is_match(&text), regex.is_match(&text), "{} in {:?}", pattern, text);
            }
        }
    }

    #[test]
    fn runs_are_patterns_in_which_each_character_has_one_place() {
        let has_runs = |pattern: &str| Pattern::compile(pattern, false).unwrap().runs.is_some();
        for pattern in ["^[0-9]{5}$", r"^\d{4}-\d{2}-\d{2}$", "^[A-Z]{2,3}[0-9]+$", "^a", "^$", "^a?b*c"] {
            assert!(has_runs(pattern), "{pattern}");
        }
        for pattern in ["[0-9]{5}", "^[a-z]+[a-c]$", "^a?b?a$", "^(ab)+$", "^a|b$", "^[0-9]{1,3}5$"] {
            assert!(!has_runs(pattern), "{pattern}");
        }
    }
}
