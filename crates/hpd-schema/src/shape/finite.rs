//! Numbers beyond the floats of 64 bits. Most programs read them as infinity, which is not the number in the text.

use std::collections::HashSet;

use hpd_json::__private::Path;
use hpd_json::Node;

use super::accept::repeats_key;
use crate::error::{Findings, text};

/// A whole number of so many characters is finite, with or without a sign.
const SURELY_FINITE: usize = 308;
/// The shortest text beyond the range is as long as `1e309`.
const SHORTEST: usize = 5;

/// Whether an object somewhere in a value has a key twice, or a number in it is beyond the range.
pub(super) fn is_flawed(value: &Node<'_>) -> bool {
    match value {
        Node::Number(number) => is_beyond_floats(number),
        Node::Array(items) => items.iter().any(is_flawed),
        Node::Object(members) => repeats_key(members) || members.iter().any(|(_, value)| is_flawed(value)),
        _ => false,
    }
}

/// Whether a float of 64 bits reads a number's text as infinity.
#[inline]
pub(super) fn is_beyond_floats(number: &str) -> bool {
    number.len() >= SHORTEST && may_be_beyond(number) && number.parse().is_ok_and(f64::is_infinite)
}

fn may_be_beyond(number: &str) -> bool {
    number.len() > SURELY_FINITE || memchr::memchr2(b'e', b'E', number.as_bytes()).is_some()
}

/// Reports all numbers beyond the range that have no error yet. Where not all errors are listed, it is not known which
/// these are.
pub(super) fn report_infinite(value: &Node<'_>, path: &Path<'_>, findings: &mut Findings) {
    if findings.count() > findings.errors().len() {
        return;
    }
    let reported = findings.errors().iter().map(|error| error.property.clone()).collect();
    report_others(value, path, &reported, findings);
}

fn report_others(value: &Node<'_>, path: &Path<'_>, reported: &HashSet<String>, findings: &mut Findings) {
    match value {
        Node::Number(number) if is_beyond_floats(number) && !reported.contains(&path.property()) => {
            let bound = if number.starts_with('-') {
                format!("at least {:e}", f64::MIN)
            } else {
                format!("at most {:e}", f64::MAX)
            };
            findings.report_named(path, Some(value), |property| text::out_of_range(property, &bound));
        }
        Node::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                report_others(item, &path.index(index), reported, findings);
            }
        }
        Node::Object(members) => {
            for (key, value) in members {
                report_others(value, &path.key(key), reported, findings);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::is_beyond_floats;

    #[test]
    fn numbers_beyond_floats_are_found() {
        let long = |digits: usize| "9".repeat(digits);
        for number in
            ["1e309", "-1e309", "1E400", "1.8e308", "-2e+308", "10e308", "0.1e310", "1e99999999999999999999"]
        {
            assert!(is_beyond_floats(number), "{number}");
        }
        for number in [long(309), format!("-{}", long(309)), format!("{}.5", long(400))] {
            assert!(is_beyond_floats(&number), "{number}");
        }
        for number in ["0", "1e308", "1.7976931348623157e308", "-1.7976931348623157E+308", "1e-400", "0e999"]
        {
            assert!(!is_beyond_floats(number), "{number}");
        }
        for number in [long(308), format!("-{}", long(308)), format!("0.{}", long(400))] {
            assert!(!is_beyond_floats(&number), "{number}");
        }
    }
}
