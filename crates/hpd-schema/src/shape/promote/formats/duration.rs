//! Durations.

/// Units from the longest to the shortest, with the part of ISO 8601 that they are written in.
const UNITS: [(&str, char); 5] = [("d", 'D'), ("h", 'H'), ("min", 'M'), ("m", 'M'), ("s", 'S')];

/// ISO 8601 from `5s`, `250ms` and `1h30m`: numbers with their units, the longest unit first. A number without a unit
/// says nothing.
pub(super) fn to_duration(text: &str) -> Option<String> {
    if text.starts_with(['P', 'p']) {
        return Some(text.to_ascii_uppercase());
    }
    let mut rest = text;
    let mut last = None;
    let (mut date, mut time) = (String::new(), String::new());
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit())?;
        let (number, after) = rest.split_at(digits);
        let after = after.trim_start();
        let end = after.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(after.len());
        let (unit, after) = after.split_at(end);
        let (number, unit) = match unit {
            "ms" => (milliseconds(number)?, "s"),
            _ => (number.to_owned(), unit),
        };
        let (_, c) = UNITS.into_iter().find(|(name, _)| *name == unit)?;
        let place = UNITS.iter().position(|(_, other)| *other == c)?;
        if number.is_empty() || last.is_some_and(|last| place <= last) {
            return None;
        }
        last = Some(place);
        let part = if c == 'D' { &mut date } else { &mut time };
        part.push_str(&number);
        part.push(c);
        rest = after.trim_start();
    }
    last?;
    let separator = if time.is_empty() { "" } else { "T" };
    Some(format!("P{date}{separator}{time}"))
}

/// Milliseconds as seconds: `250` is `0.25`, `1000` is `1`.
fn milliseconds(number: &str) -> Option<String> {
    let number: u64 = number.parse().ok()?;
    let fraction = format!("{:03}", number % 1000);
    let seconds = format!("{}.{}", number / 1000, fraction.trim_end_matches('0'));
    Some(seconds.trim_end_matches('.').to_owned())
}
