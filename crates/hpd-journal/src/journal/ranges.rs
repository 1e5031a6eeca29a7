//! Numbers of entries, as pairs of the first and the last of neighbours.

/// Numbers in rising order, neighbours together.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Ranges(Vec<(u64, u64)>);

impl Ranges {
    /// Adds a number. One that is not greater than those before is left out.
    pub(crate) fn add(&mut self, number: u64) {
        match self.0.last_mut() {
            Some((_, last)) if *last >= number => {}
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => self.0.push((number, number)),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many numbers there are.
    pub(crate) fn count(&self) -> u64 {
        self.0.iter().map(|(first, last)| last - first + 1).sum()
    }

    /// All numbers.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = u64> + '_ {
        self.0.iter().flat_map(|(first, last)| *first..=*last)
    }

    /// The pairs.
    pub(crate) fn into_pairs(self) -> Vec<(u64, u64)> {
        self.0
    }
}

/// Numbers in rising order.
impl FromIterator<u64> for Ranges {
    fn from_iter<I: IntoIterator<Item = u64>>(numbers: I) -> Self {
        let mut ranges = Self::default();
        numbers.into_iter().for_each(|number| ranges.add(number));
        ranges
    }
}

#[cfg(test)]
mod tests {
    use super::Ranges;

    #[test]
    fn neighbours_are_one_pair() {
        let ranges: Ranges = [1, 2, 3, 5, 8, 9].into_iter().collect();
        assert_eq!(ranges.count(), 6);
        assert_eq!(ranges.numbers().collect::<Vec<_>>(), [1, 2, 3, 5, 8, 9]);
        assert_eq!(ranges.into_pairs(), [(1, 3), (5, 5), (8, 9)]);
    }

    #[test]
    fn no_number_is_there_twice() {
        let ranges: Ranges = [4, 4, 3, 5].into_iter().collect();
        assert_eq!(ranges.into_pairs(), [(4, 5)]);
    }

    #[test]
    fn without_numbers_there_is_nothing() {
        let ranges = Ranges::default();
        assert!(ranges.is_empty());
        assert_eq!(ranges.count(), 0);
    }
}
