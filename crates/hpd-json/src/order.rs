//! Sorts that are compiled once, and not for each type and each comparison: one of `std` takes about 7 KB of a program
//! every time. They serve lists that are short, or sorted seldom: a comparison is a dynamic call.

use std::cmp::Ordering;

/// Sorts elements; equal ones keep their order.
pub fn sort_by<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    if items.len() < 2 {
        return;
    }
    let order = order_of(items.len(), &|left, right| compare(&items[left], &items[right]));
    rearrange(order, &mut |left, right| items.swap(left, right));
}

/// Sorts elements by a key; equal ones keep their order.
pub fn sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(items, |left, right| key(left).cmp(&key(right)));
}

/// Sorts positions by their ranks; those of one rank keep their order.
pub fn sort_by_rank(positions: &mut [usize], rank: &dyn Fn(usize) -> usize) {
    sort_positions(positions, &|left, right| rank(left).cmp(&rank(right)));
}

/// The positions of so many elements in the order of a comparison of positions; equal ones keep their order.
pub fn order_of(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<_> = (0..count).collect();
    sort_positions(&mut order, compare);
    order
}

fn sort_positions(positions: &mut [usize], compare: &dyn Fn(usize, usize) -> Ordering) {
    positions.sort_by(|left, right| compare(*left, *right));
}

/// Brings the element of the position `order[n]` to the position `n`, by swaps along each circle of positions.
fn rearrange(mut order: Vec<usize>, swap: &mut dyn FnMut(usize, usize)) {
    for start in 0..order.len() {
        let mut at = start;
        loop {
            let from = std::mem::replace(&mut order[at], at);
            if from == start {
                break;
            }
            swap(at, from);
            at = from;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn it_sorts_as_std_does(items: Vec<(u8, u16)>) {
            let mut expected = items.clone();
            expected.sort_by_key(|(key, _)| *key);
            let mut sorted = items;
            sort_by_key(&mut sorted, |(key, _)| *key);
            prop_assert_eq!(sorted, expected);
        }

        #[test]
        fn positions_are_sorted_by_ranks(ranks: Vec<u8>) {
            let mut expected: Vec<_> = (0..ranks.len()).collect();
            expected.sort_by_key(|position| ranks[*position]);
            prop_assert_eq!(&order_of(ranks.len(), &|left, right| ranks[left].cmp(&ranks[right])), &expected);
            let mut sorted: Vec<_> = (0..ranks.len()).collect();
            sort_by_rank(&mut sorted, &|position| ranks[position].into());
            prop_assert_eq!(sorted, expected);
        }
    }
}
