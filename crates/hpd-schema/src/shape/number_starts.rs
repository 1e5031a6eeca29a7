//! Places where numbers start that a proof has to look at: those with a minus, and those that may be zero. Texts are
//! searched in blocks, without branches: conditions are numbers that are zero where they hold.

/// So many places are looked at together: they fit into two of the smallest registers that hold many bytes.
const BLOCK: usize = 32;

/// So many blocks are looked at in each round.
const AT_ONCE: usize = 4;

/// For each place of a block: zero if a number that matters may start there.
type Marks = [u8; BLOCK];

/// Zero if a number starts with a minus.
#[inline]
pub(super) const fn minus(first: u8, _: u8) -> u8 {
    first ^ b'-'
}

/// Zero if a number starts with a minus, or is the number `0`.
#[inline]
pub(super) fn minus_or_zero(first: u8, second: u8) -> u8 {
    (first ^ b'-').min(unlike_zero(first, second))
}

/// Zero if the number `0` starts here: no digits and no fraction follow.
#[inline]
pub(super) const fn unlike_zero(first: u8, second: u8) -> u8 {
    (first ^ b'0') | (b'9' - b'.' + 1).saturating_sub(second.wrapping_sub(b'.'))
}

/// Zero for colons, commas, brackets and blanks, and for a point: `3.0` may be an integer. Zero for some others too,
/// which only makes a proof take longer.
#[inline]
fn unlike_before_number(byte: u8) -> u8 {
    /// The bits in which a colon and an opening bracket are alike.
    const ALIKE: u8 = !(b':' ^ b'[');
    byte.saturating_sub(b'.').min((byte ^ b':') & ALIKE)
}

/// Whether a text may hold a number, after its first byte, whose first two bytes satisfy `unlike` (zero); or a number
/// with a point, whose fraction does.
#[inline]
pub(super) fn may_hold(bytes: &[u8], unlike: impl Fn(u8, u8) -> u8) -> bool {
    let Some(places) = bytes.len().checked_sub(2) else { return true };
    let (before, firsts, seconds) = (&bytes[..places], &bytes[1..=places], &bytes[2..]);
    let mut least = [u8::MAX; BLOCK];
    let mut look = |before: &[u8; BLOCK], firsts: &[u8; BLOCK], seconds: &[u8; BLOCK]| {
        for place in 0..BLOCK {
            let unlike = unlike(firsts[place], seconds[place]) | unlike_before_number(before[place]);
            least[place] = least[place].min(unlike);
        }
    };
    let (many, few) = before.as_chunks::<BLOCK>().0.as_chunks::<AT_ONCE>();
    let (many_firsts, few_firsts) = firsts.as_chunks::<BLOCK>().0.as_chunks::<AT_ONCE>();
    let (many_seconds, few_seconds) = seconds.as_chunks::<BLOCK>().0.as_chunks::<AT_ONCE>();
    for ((before, firsts), seconds) in many.iter().zip(many_firsts).zip(many_seconds) {
        for block in 0..AT_ONCE {
            look(&before[block], &firsts[block], &seconds[block]);
        }
    }
    for ((before, firsts), seconds) in few.iter().zip(few_firsts).zip(few_seconds) {
        look(before, firsts, seconds);
    }
    match (before.last_chunk(), firsts.last_chunk(), seconds.last_chunk()) {
        // Some places are looked at twice, which is faster than one by one.
        (Some(before), Some(firsts), Some(seconds)) => {
            look(before, firsts, seconds);
            has_zero(&least)
        }
        // There is less than a block.
        _ => bytes.windows(3).any(|bytes| unlike(bytes[1], bytes[2]) | unlike_before_number(bytes[0]) == 0),
    }
}

/// Whether such a place, after the first byte of a text, satisfies a condition. The places come in order.
pub(super) fn any_place(
    bytes: &[u8],
    unlike: impl Fn(u8, u8) -> u8,
    mut condition: impl FnMut(usize) -> bool,
) -> bool {
    let places = bytes.len().saturating_sub(2);
    let Some(last) = places.checked_sub(BLOCK) else {
        return bytes.windows(3).zip(1..).any(|(bytes, place)| {
            unlike(bytes[1], bytes[2]) | unlike_before_number(bytes[0]) == 0 && condition(place)
        });
    };
    // Some places of the last block were in the one before.
    let mut seen = 0;
    for start in (0..last).step_by(BLOCK).chain([last]) {
        let block = |offset: usize| bytes[start + offset..].first_chunk();
        let (Some(before), Some(firsts), Some(seconds)) = (block(0), block(1), block(2)) else { return true };
        let marks = marks(before, firsts, seconds, &unlike);
        // Few blocks have such a place.
        let words = if has_zero(&marks) { marks.as_chunks().0 } else { &[] };
        for (word, bytes) in words.iter().enumerate() {
            let mut zeros = zeros(u64::from_le_bytes(*bytes));
            while zeros != 0 {
                let place = start + word * size_of::<u64>() + zeros.trailing_zeros() as usize / 8;
                if place >= seen && condition(place + 1) {
                    return true;
                }
                zeros &= zeros - 1;
            }
        }
        seen = start + BLOCK;
    }
    false
}

#[inline]
fn marks(
    before: &[u8; BLOCK],
    firsts: &[u8; BLOCK],
    seconds: &[u8; BLOCK],
    unlike: impl Fn(u8, u8) -> u8,
) -> Marks {
    let mut marks = [0; BLOCK];
    for place in 0..BLOCK {
        marks[place] = unlike(firsts[place], seconds[place]) | unlike_before_number(before[place]);
    }
    marks
}

/// Whether a number that matters starts anywhere in a block.
#[inline]
fn has_zero(marks: &Marks) -> bool {
    marks.iter().fold(u8::MAX, |least, mark| least.min(*mark)) == 0
}

/// The highest bit of each byte that is zero.
const fn zeros(bytes: u64) -> u64 {
    /// All bits of a byte but the highest.
    const LOW: u64 = u64::MAX / 0xff * 0x7f;
    !(((bytes & LOW) + LOW) | bytes | LOW)
}

#[cfg(test)]
mod tests {
    use super::{any_place, may_hold, minus, minus_or_zero};

    /// The places where a number starts that matters, found one by one.
    fn expected(text: &str, zeros: bool) -> Vec<usize> {
        let bytes = text.as_bytes();
        let matters = |place: &usize| {
            let is_after = b":,[ \n\t\r.".contains(&bytes[place - 1]);
            let is_zero = bytes[*place] == b'0' && !matches!(bytes[place + 1], b'.'..=b'9');
            is_after && (bytes[*place] == b'-' || zeros && is_zero)
        };
        (1..bytes.len() - 1).filter(matters).collect()
    }

    #[test]
    fn every_place_is_found_once_and_in_order() {
        for length in 1..150 {
            for place in 0..length {
                for number in ["0", "-2", "20", "3.0", "3.00", "3.01"] {
                    let items = (0..length).map(|index| if index == place { number } else { "7" });
                    let text = format!("[{}]", items.collect::<Vec<_>>().join(","));
                    let (bytes, mut found) = (text.as_bytes(), Vec::new());
                    assert!(!any_place(bytes, minus_or_zero, |place| {
                        found.push(place);
                        false
                    }));
                    assert_eq!(found, expected(&text, true), "{text}");
                    assert_eq!(may_hold(bytes, minus_or_zero), !found.is_empty(), "{text}");
                    let negative = expected(&text, false);
                    assert_eq!(any_place(bytes, minus, |_| true), !negative.is_empty(), "{text}");
                    assert_eq!(may_hold(bytes, minus), !negative.is_empty(), "{text}");
                }
            }
        }
    }

    #[test]
    fn many_places_are_found() {
        for length in 1..200 {
            let text = format!("[{}0]", "0, -1,3.0 ".repeat(length));
            let mut found = Vec::new();
            any_place(text.as_bytes(), minus_or_zero, |place| {
                found.push(place);
                false
            });
            assert_eq!(found, expected(&text, true));
        }
    }
}
