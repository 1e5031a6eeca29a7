//! Repair of texts.

use hpd_runtime::__private::merge_duplicates;
use hpd_runtime::args::{Leniency, Limits, Node, Reading, StopReason};
use hpd_runtime::repair::repair;

const LENIENCIES: [Leniency; 3] = [Leniency::Strict, Leniency::Safe, Leniency::Lenient];
const STOPS: [StopReason; 5] = [
    StopReason::Unknown,
    StopReason::Finished,
    StopReason::Length,
    StopReason::Interrupted,
    StopReason::Paused,
];

/// Checks the repair of a text. The first byte selects the way of reading, the second the place of a cut.
///
/// # Panics
///
/// An invariant is violated.
pub fn check_repair(data: &[u8]) {
    let [how, place, text @ ..] = data else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let how = usize::from(*how);
    let reading =
        Reading { leniency: LENIENCIES[how % 3], writes: how / 3 % 2 == 1, stop_reason: STOPS[how / 6 % 4] };
    let limits = Limits::default();
    check_result(text, reading, &limits);
    if let Ok(tree) = Node::parse_object(text, &limits) {
        check_json(text, &tree, reading, &limits);
        check_prefix(text.trim(), *place, &limits);
        check_closers(&tree, *place, &limits);
    }
}

/// The result is JSON that needs no more repair.
fn check_result(text: &str, reading: Reading, limits: &Limits) {
    let Ok(repaired) = repair(text, &reading, limits) else { return };
    assert!(matches!(repaired.tree, Node::Object(_)), "{text:?} became something else than an object");
    let json = repaired.tree.to_json();
    let read = Node::parse_object(&json, limits).expect("what comes out is JSON");
    assert_eq!(read.to_json(), json, "{text:?}");
    let again = repair(&json, &reading, limits).expect("JSON needs no repair");
    assert_eq!((again.tree.to_json(), again.warnings), (json, vec![]), "{text:?}");
    let is_json = Node::parse_object(text, limits).is_ok();
    assert_eq!(repaired.warnings.is_empty(), is_json, "{text:?}: {:?}", repaired.warnings);
}

/// JSON is left as it is.
fn check_json(text: &str, tree: &Node<'_>, reading: Reading, limits: &Limits) {
    let repaired = repair(text, &reading, limits).expect("it is JSON");
    assert_eq!((repaired.tree.to_json(), repaired.warnings), (tree.to_json(), vec![]), "{text:?}");
}

/// A proper prefix of an object is never the whole of a write, nor of a message that was cut off.
fn check_prefix(text: &str, place: u8, limits: &Limits) {
    let cut = prefix(text, place);
    // Many providers send an empty text for no arguments.
    if cut.trim().is_empty() {
        return;
    }
    for leniency in LENIENCIES {
        for (writes, stop_reason) in [(true, StopReason::Finished), (false, StopReason::Length)] {
            let read = repair(cut, &Reading { leniency, writes, stop_reason }, limits);
            assert!(read.is_err(), "{cut:?} was read as {:?}", read.map(|read| read.tree.to_json()));
        }
    }
}

/// A read of a prefix yields the prefix with closers, and nothing else.
fn check_closers(tree: &Node<'_>, place: u8, limits: &Limits) {
    let json = tree.to_json();
    let cut = prefix(&json, place);
    if cut.is_empty() {
        return;
    }
    for leniency in [Leniency::Safe, Leniency::Lenient] {
        let reading = Reading { leniency, writes: false, stop_reason: StopReason::Finished };
        let Ok(read) = repair(cut, &reading, limits) else { continue };
        // Duplicate members are kept once, on both sides.
        let closed = format!("{cut}{}", closers(cut));
        let mut whole = Node::parse_object(&closed, limits)
            .unwrap_or_else(|error| panic!("{cut:?} lacks more than closers: {error}"));
        merge_duplicates(&mut whole, &mut Vec::new());
        assert_eq!(read.tree.to_json(), whole.to_json(), "from {cut:?}");
    }
}

/// The closers for everything that is open at the end of a JSON text.
fn closers(json: &str) -> String {
    let mut open = Vec::new();
    let (mut in_string, mut escaped) = (false, false);
    for byte in json.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'{' => open.push('}'),
            b'[' => open.push(']'),
            b'}' | b']' => {
                open.pop();
            }
            _ => {}
        }
    }
    open.into_iter().rev().collect()
}

/// The first part of a text, without its last character at least.
fn prefix(text: &str, place: u8) -> &str {
    let mut end = text.len().saturating_sub(1) * (usize::from(place) + 1) / 256;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}
