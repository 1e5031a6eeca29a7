//! One name that many others are compared with.

use super::characters::{Buffer, Characters, KINDS, LONGEST, fold, text_of};

/// A name for many comparisons. The distance is optimal string alignment: characters that are missing, added, replaced,
/// or swapped with a neighbour.
pub(super) enum Pattern {
    /// Of ASCII characters.
    Plain(Box<Plain>),
    /// With others among them.
    Other(String),
}

pub(super) struct Plain {
    numbers: Vec<u8>,
    kinds: u64,
    /// The positions of each character in the name: one bit a position.
    places: [u64; KINDS],
}

/// A name to compare with.
pub(super) enum Candidate<'a> {
    Plain(Characters<'a>),
    /// Folded.
    Other(&'a str),
}

impl Pattern {
    /// `None` for a name that is too long to be compared.
    pub(super) fn new(name: &str) -> Option<Self> {
        if name.len() > LONGEST {
            return None;
        }
        Some(match Buffer::new().characters(name) {
            Some(characters) => Self::Plain(Box::new(Plain::new(&characters))),
            None => Self::Other(fold(name)),
        })
    }

    /// Bytes of the shortest name that may be near.
    pub(super) fn least_bytes(&self) -> usize {
        match self {
            Self::Plain(plain) => plain.numbers.len().saturating_sub(MAX_DISTANT),
            Self::Other(_) => 0,
        }
    }

    /// The distance to a name, if it is allowed for names of this length and less than `best`.
    #[inline]
    pub(super) fn distance(&self, candidate: &Candidate<'_>, best: Option<usize>) -> Option<usize> {
        match (self, candidate) {
            (Self::Plain(plain), Candidate::Plain(characters)) => plain.distance(characters, best),
            (Self::Plain(plain), Candidate::Other(name)) => slow(&text_of(&plain.numbers), name, best),
            (Self::Other(text), Candidate::Plain(characters)) => {
                slow(text, &text_of(characters.numbers), best)
            }
            (Self::Other(text), Candidate::Other(name)) => slow(text, name, best),
        }
    }
}

impl Plain {
    fn new(characters: &Characters<'_>) -> Self {
        let mut places = [0; KINDS];
        for (place, &number) in characters.numbers.iter().enumerate() {
            places[usize::from(number)] |= 1 << place;
        }
        Self { numbers: characters.numbers.to_vec(), kinds: characters.kinds, places }
    }

    #[inline]
    fn distance(&self, characters: &Characters<'_>, best: Option<usize>) -> Option<usize> {
        let (own, other) = (self.numbers.len(), characters.numbers.len());
        let limit = limit(own, other, best)?;
        // Each edit changes the length by at most one, and the set of characters by two.
        let far =
            own.abs_diff(other) > limit || (self.kinds ^ characters.kinds).count_ones() as usize > 2 * limit;
        if far {
            return None;
        }
        if limit == 0 {
            return (*self.numbers == *characters.numbers).then_some(0);
        }
        self.aligned(characters.numbers, limit)
    }

    /// Hyyrö's algorithm computes a column of the distance table at once. A bit is a row, and tells whether the
    /// distance rises or falls there. `limit` is above zero only for non-empty names.
    fn aligned(&self, other: &[u8], limit: usize) -> Option<usize> {
        let last = 1_u64 << (self.numbers.len() - 1);
        let (mut up, mut down, mut diagonal, mut before) = (u64::MAX, 0_u64, 0_u64, 0_u64);
        let mut distance = self.numbers.len();
        for (at, &number) in other.iter().enumerate() {
            let places = self.places[usize::from(number)];
            let swapped = ((!diagonal & places) << 1) & before;
            diagonal = ((places & up).wrapping_add(up) ^ up) | places | down | swapped;
            let right_up = down | !(diagonal | up);
            let right_down = diagonal & up;
            distance += usize::from(right_up & last != 0);
            distance -= usize::from(right_down & last != 0);
            // Each remaining character reduces it by at most one.
            if distance > limit + (other.len() - at - 1) {
                return None;
            }
            let right_up = (right_up << 1) | 1;
            up = (right_down << 1) | !(diagonal | right_up);
            down = right_up & diagonal;
            before = places;
        }
        (distance <= limit).then_some(distance)
    }
}

fn slow(own: &str, other: &str, best: Option<usize>) -> Option<usize> {
    let limit = limit(own.chars().count(), other.chars().count(), best)?;
    let distance = if own == other { 0 } else { strsim::osa_distance(own, other) };
    (distance <= limit).then_some(distance)
}

/// The greatest distance that is of interest; `None` if none is.
#[inline]
fn limit(own: usize, other: usize, best: Option<usize>) -> Option<usize> {
    let allowed = allowed_distance(own, other);
    match best {
        None => Some(allowed),
        Some(best) => best.checked_sub(1).map(|less| less.min(allowed)),
    }
}

/// The greatest distance that any names are allowed.
const MAX_DISTANT: usize = 3;

/// The allowed distance for names of these lengths. With two characters, a replacement would make nearly any two names
/// near. One addition is allowed.
const fn allowed_distance(own: usize, other: usize) -> usize {
    match if own < other { own } else { other } {
        2 if own != other => 1,
        0..=2 => 0,
        3..=5 => 1,
        6..=9 => 2,
        _ => MAX_DISTANT,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Buffer, Candidate, Pattern, allowed_distance};

    /// The result of the fast algorithm.
    fn quick(own: &str, other: &str) -> Option<usize> {
        let mut buffer = Buffer::new();
        let characters = buffer.characters(other).unwrap();
        Pattern::new(own).unwrap().distance(&Candidate::Plain(characters), None)
    }

    fn naive(own: &str, other: &str) -> Option<usize> {
        let distance = strsim::osa_distance(own, other);
        (distance <= allowed_distance(own.len(), other.len())).then_some(distance)
    }

    #[test]
    fn neighbours_that_were_swapped_are_one_difference() {
        assert_eq!(quick("abcd", "abdc"), Some(1));
        assert_eq!(quick("abcdefghij", "badcfehgij"), None);
        assert_eq!(quick("abcdefghij", "badcfeghij"), Some(3));
    }

    #[test]
    fn the_longest_name_is_compared_to_its_last_letter() {
        let name = "a".repeat(64);
        assert_eq!(quick(&name, &name), Some(0));
        assert_eq!(quick(&name, &format!("{}b", &name[1..])), Some(1));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4096))]

        #[test]
        fn the_quick_way_finds_the_distance_of_optimal_string_alignment(own in "[abc1]{0,14}", other in "[abc1]{0,14}") {
            prop_assert_eq!(quick(&own, &other), naive(&own, &other));
        }

        #[test]
        fn long_names_too(own in "[ab]{50,64}", cuts in proptest::collection::vec((0_usize..40, "[ab]{0,2}"), 0..4)) {
            let mut other = own.clone();
            for (at, text) in cuts {
                other.replace_range(at..=at, &text);
            }
            prop_assume!(other.len() <= 64);
            prop_assert_eq!(quick(&own, &other), naive(&own, &other));
        }
    }
}
