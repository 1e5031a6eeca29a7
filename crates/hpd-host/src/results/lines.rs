//! Lines of a text, by their numbers.

use hpd_runtime::__private::text::end_of_part;

use super::read::{Next, ReadError};

/// The number of lines.
pub(super) fn count(text: &str) -> usize {
    text.lines().count()
}

/// Lines from one number to another, as far as they fit into `max` bytes. The first is line 1.
pub(super) fn read(text: &str, range: &str, max: usize) -> Result<(String, Option<Next>), ReadError> {
    let (first, last) = parse(range).ok_or_else(|| ReadError::Range(range.to_owned()))?;
    let total = count(text);
    if first > total {
        return Err(ReadError::BehindTheEnd { what: "lines", length: total, at: first });
    }
    let (mut out, mut offset, mut next) = (String::new(), 0, None);
    for (index, line) in text.split_inclusive('\n').enumerate() {
        let number = index + 1;
        if number > last {
            break;
        }
        if number >= first {
            if out.len() + line.len() > max {
                // One line may be longer than all that can be read at once: it goes on by bytes.
                if out.is_empty() {
                    let end = end_of_part(line, 0, max);
                    out.push_str(&line[..end]);
                    next = Some(Next::Offset(offset + end));
                } else {
                    next = Some(Next::Lines(number, last.min(total)));
                }
                break;
            }
            out.push_str(line);
        }
        offset += line.len();
    }
    Ok((out, next))
}

/// The numbers of `7` or `7-12`.
fn parse(range: &str) -> Option<(usize, usize)> {
    let number = |text: &str| text.trim().parse::<usize>().ok().filter(|&number| number > 0);
    match range.split_once('-') {
        None => number(range).map(|line| (line, line)),
        Some((first, last)) => {
            let (first, last) = (number(first)?, number(last)?);
            (first <= last).then_some((first, last))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "one\ntwo\nthree\nfour";

    #[test]
    fn lines_are_read_by_number() {
        for (range, lines) in
            [("1", "one\n"), ("2-3", "two\nthree\n"), ("4-9", "four"), (" 3 - 3 ", "three\n")]
        {
            let (text, next) = read(TEXT, range, 100).unwrap();
            assert_eq!((text.as_str(), next.is_none()), (lines, true));
        }
        assert_eq!(count(TEXT), 4);
    }

    #[test]
    fn other_ranges_are_refused() {
        for range in ["", "0", "3-2", "a", "1-", "-1", "1-2-3"] {
            assert!(matches!(read(TEXT, range, 100), Err(ReadError::Range(_))), "{range}");
        }
        assert!(matches!(read(TEXT, "5", 100), Err(ReadError::BehindTheEnd { length: 4, at: 5, .. })));
    }

    #[test]
    fn what_does_not_fit_is_read_next() {
        assert_eq!(read(TEXT, "1-4", 9).unwrap(), ("one\ntwo\n".to_owned(), Some(Next::Lines(3, 4))));
        assert_eq!(read(TEXT, "3-9", 4).unwrap(), ("thre".to_owned(), Some(Next::Offset(12))));
    }
}
