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

    /// Moves the numbers of these pairs from here to `taken`. The pairs rise, and have no number in common.
    pub(crate) fn take_out(&mut self, pairs: &[(u64, u64)], taken: &mut Vec<(u64, u64)>) {
        let (Some((first, _)), Some((_, last))) = (pairs.first(), pairs.last()) else { return };
        let start = self.0.partition_point(|(_, end)| end < first);
        let end = self.0.partition_point(|(begin, _)| begin <= last);
        let mut left = Vec::new();
        for &(mut begin, end) in self.0.get(start..end).unwrap_or_default() {
            let from = pairs.partition_point(|(_, last)| *last < begin);
            for (first, last) in pairs.iter().skip(from).take_while(|(first, _)| *first <= end) {
                let first = (*first).max(begin);
                if begin < first {
                    left.push((begin, first - 1));
                }
                taken.push((first, (*last).min(end)));
                begin = last + 1;
            }
            if begin <= end {
                left.push((begin, end));
            }
        }
        if start < end {
            self.0.splice(start..end, left);
        }
    }

    /// Removes all numbers up to this one.
    pub(crate) fn remove_through(&mut self, through: u64) {
        self.0.drain(..self.0.partition_point(|(_, last)| *last <= through));
        if let Some((first, _)) = self.0.first_mut() {
            *first = (*first).max(through + 1);
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
    fn numbers_are_taken_out() {
        for pattern in 0..1_u64 << 12 {
            let has = |bits: u64, number: u64| bits >> number & 1 == 1;
            let (here, out) = (((pattern * 2_654_435_761) >> 5) & 4_095, pattern);
            let mut ranges: Ranges = (0..12).filter(|number| has(here, *number)).collect();
            let pairs: Ranges = (0..12).filter(|number| has(out, *number)).collect();
            let mut taken = Vec::new();
            ranges.take_out(&pairs.into_pairs(), &mut taken);
            let left: Vec<_> = (0..12).filter(|number| has(here & !out, *number)).collect();
            let both: Vec<_> = (0..12).filter(|number| has(here & out, *number)).collect();
            assert_eq!(ranges.numbers().collect::<Vec<_>>(), left);
            assert_eq!(Ranges(taken).numbers().collect::<Vec<_>>(), both);
        }
    }

    #[test]
    fn numbers_up_to_one_are_removed() {
        for through in 0..8 {
            let mut ranges: Ranges = [1, 2, 4, 5, 7].into_iter().collect();
            ranges.remove_through(through);
            let left: Vec<_> = [1, 2, 4, 5, 7].into_iter().filter(|number| *number > through).collect();
            assert_eq!(ranges.numbers().collect::<Vec<_>>(), left);
        }
    }

    #[test]
    fn without_numbers_there_is_nothing() {
        let ranges = Ranges::default();
        assert!(ranges.is_empty());
        assert_eq!(ranges.count(), 0);
    }
}
