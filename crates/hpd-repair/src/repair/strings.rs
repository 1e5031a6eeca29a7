//! Strings: in any quotes, with raw line breaks, with escapes that JSON does not have.

use std::borrow::Cow;
use std::ops::Range;

use hpd_json::__private::{Path, Quoted, check_length};
use hpd_json::{Cut, Limit, SyntaxError, SyntaxErrorKind};
use memchr::{memchr, memchr_iter, memchr2};

use super::delimiter::{self, Delimiter};
use super::inner::{self, Inner};
use super::notice::Notice;
use super::parser::Parser;

/// Irregularities of a string, with their positions.
#[derive(Debug, Default)]
struct Odd {
    control: Option<usize>,
    escape: Option<usize>,
    quote: Option<usize>,
}

/// A string as a value, of which the opening quote was seen.
pub(super) fn value<'a>(
    parser: &mut Parser<'a, '_>,
    delimiter: Delimiter,
    path: &Path<'_>,
) -> Result<Cow<'a, str>, SyntaxError> {
    let quoted = Quoted { cut: Cut::InString, limit: Limit::String, max: parser.limits.string };
    let opening = parser.scanner.at;
    let (text, odd) = read(parser, delimiter, quoted)?;
    report(parser, delimiter, opening, &odd, path);
    Ok(text)
}

/// A string as a key of the object at `path`.
pub(super) fn key<'a>(
    parser: &mut Parser<'a, '_>,
    delimiter: Delimiter,
    path: &Path<'_>,
) -> Result<Cow<'a, str>, SyntaxError> {
    let quoted = Quoted { cut: Cut::InKey, limit: Limit::Key, max: parser.limits.key };
    let opening = parser.scanner.at;
    let (text, odd) = read(parser, delimiter, quoted)?;
    report(parser, delimiter, opening, &odd, &path.key(&text));
    Ok(text)
}

/// A string that is the whole text.
pub(super) fn whole<'a>(
    parser: &mut Parser<'a, '_>,
    delimiter: Delimiter,
) -> Result<Cow<'a, str>, SyntaxError> {
    // It is as long as the text, and its parts are held against the limits when they are read.
    let quoted = Quoted { cut: Cut::InString, limit: Limit::Text, max: parser.limits.text };
    read_odd(parser, delimiter, quoted, None).map(|(text, _)| text)
}

fn report(parser: &mut Parser<'_, '_>, delimiter: Delimiter, opening: usize, odd: &Odd, path: &Path<'_>) {
    if let Some(notice) = delimiter.notice() {
        parser.notice(notice, path, opening);
    }
    let places = [
        (Notice::ControlCharacter, odd.control),
        (Notice::InvalidEscape, odd.escape),
        (Notice::UnescapedQuote, odd.quote),
    ];
    for (notice, place) in places {
        if let Some(offset) = place {
            parser.notice(notice, path, offset);
        }
    }
}

fn read<'a>(
    parser: &mut Parser<'a, '_>,
    delimiter: Delimiter,
    quoted: Quoted,
) -> Result<(Cow<'a, str>, Odd), SyntaxError> {
    let is_value = quoted.cut == Cut::InString;
    let mut inner = (parser.is_lenient() && is_value && delimiter.is_ascii())
        .then(|| Inner::new(delimiter, parser.closer));
    if delimiter == Delimiter::Double {
        let opening = parser.scanner.at;
        match parser.scanner.string(quoted) {
            Ok(text) if inner.is_some() && inner::ends_string(parser.rest(), parser.closer) => {
                check_beside_single(parser, &text, opening)?;
                return Ok((text, Odd::default()));
            }
            Ok(text) if inner.is_none() => {
                check_beside_single(parser, &text, opening)?;
                if !(is_value && inner::leaves_quote_open(&text, parser.rest())) {
                    return Ok((text, Odd::default()));
                }
                inner = Some(Inner::typographic(parser.closer));
                parser.scanner.at = opening;
            }
            Err(error)
                if !matches!(error.kind, SyntaxErrorKind::ControlCharacter | SyntaxErrorKind::BadEscape) =>
            {
                return Err(error);
            }
            _ => parser.scanner.at = opening,
        }
    }
    read_odd(parser, delimiter, quoted, inner)
}

/// In a text with single quotes, single quotes inside of double quotes may be delimiters.
fn check_beside_single(parser: &Parser<'_, '_>, text: &str, opening: usize) -> Result<(), SyntaxError> {
    if parser.notices.has(Notice::SingleQuotes) {
        return check_mixed(text, Delimiter::Double, opening + 1);
    }
    Ok(())
}

/// A string that strict reading refuses.
fn read_odd<'a>(
    parser: &mut Parser<'a, '_>,
    delimiter: Delimiter,
    quoted: Quoted,
    mut inner: Option<Inner>,
) -> Result<(Cow<'a, str>, Odd), SyntaxError> {
    let text = parser.scanner.text();
    let opening = parser.scanner.at;
    let start = opening + delimiter.length();
    let (mut at, mut run) = (start, start);
    let mut unescaped = String::new();
    let mut odd = Odd::default();
    let mut escapes = Escapes::default();
    let end = loop {
        let Some(found) = memchr2(delimiter.byte(), b'\\', &text.as_bytes()[at..]) else {
            parser.scanner.at = text.len();
            if delimiter.is_smart() {
                check_mixed(&text[start..], delimiter, start)?;
            }
            return parser.fail(SyntaxErrorKind::Truncated(quoted.cut));
        };
        let here = at + found;
        note_control(parser, at..here, opening, delimiter, &mut odd)?;
        if text.as_bytes()[here] == b'\\' {
            unescaped.push_str(&text[run..here]);
            parser.scanner.at = here;
            let c = escape(parser, opening, delimiter, quoted.cut, &mut escapes)?;
            unescaped.push(c);
            at = parser.scanner.at;
            run = at;
            check_length(unescaped.len(), opening, quoted)?;
        } else if !delimiter.starts(&text[here..]) {
            // Another character that begins with the same byte and has the same length.
            at = here + delimiter.length();
        } else if inner.as_mut().map_or(Ok(true), |inner| inner.ends(text, start, here))? {
            break here;
        } else {
            odd.quote.get_or_insert(here);
            at = here + 1;
        }
    };
    let tail = &text[run..end];
    check_length(unescaped.len() + tail.len(), opening, quoted)?;
    parser.scanner.at = end + delimiter.length();
    if delimiter != Delimiter::Double {
        check_mixed(&text[start..end], delimiter, start)?;
    }
    if run == start {
        return Ok((Cow::Borrowed(tail), odd));
    }
    unescaped.push_str(tail);
    escapes.check(&unescaped)?;
    odd.escape = escapes.first;
    Ok((Cow::Owned(unescaped), odd))
}

/// Line breaks and tabs are kept. Other control characters are no text: more likely, something was lost.
fn note_control(
    parser: &mut Parser<'_, '_>,
    run: Range<usize>,
    opening: usize,
    delimiter: Delimiter,
    odd: &mut Odd,
) -> Result<(), SyntaxError> {
    let bytes = &parser.scanner.text().as_bytes()[run.clone()];
    // Looking at all of it is faster than stopping at the first: there is hardly ever one.
    if bytes.iter().fold(u8::MAX, |least, byte| least.min(*byte)) >= 0x20 {
        return Ok(());
    }
    for (found, byte) in bytes.iter().enumerate().filter(|(_, byte)| **byte < 0x20) {
        let offset = run.start + found;
        if !matches!(byte, b'\n' | b'\r' | b'\t') {
            skip_string(parser, opening, delimiter, Cut::InString)?;
            return Err(SyntaxError { offset, kind: SyntaxErrorKind::ControlCharacter });
        }
        odd.control.get_or_insert(offset);
    }
    Ok(())
}

/// Skips an unreadable string, so that the next tokens are recognised.
fn skip_string(
    parser: &mut Parser<'_, '_>,
    opening: usize,
    delimiter: Delimiter,
    cut: Cut,
) -> Result<(), SyntaxError> {
    let length = delimiter.quoted_length(&parser.scanner.text()[opening..]);
    if length == 0 {
        parser.scanner.at = parser.scanner.text().len();
        return parser.fail(SyntaxErrorKind::Truncated(cut));
    }
    parser.scanner.at = opening + length;
    Ok(())
}

/// Checks quotes of another kind inside a string. They are text, except where they could end the string, or where code
/// was to be run.
fn check_mixed(text: &str, delimiter: Delimiter, start: usize) -> Result<(), SyntaxError> {
    let ends = match delimiter {
        Delimiter::SmartDouble => memchr_iter(b'"', text.as_bytes()).find(|at| may_end(text, *at)),
        Delimiter::SmartSingle => memchr_iter(b'\'', text.as_bytes()).find(|at| may_end(text, *at)),
        // A first quote that opens something is text, and so is the rest.
        Delimiter::Single => first_that_ends(b'"', text),
        Delimiter::Back => first_that_ends(b'"', text).or_else(|| text.find("${")),
        Delimiter::Double => first_that_ends(b'\'', text),
    };
    match ends {
        Some(at) => Err(SyntaxError { offset: start + at, kind: SyntaxErrorKind::Ambiguous }),
        None => Ok(()),
    }
}

/// The first such quote, if a comma and another quote follow it: the next member may begin there.
fn first_that_ends(quote: u8, text: &str) -> Option<usize> {
    let at = memchr(quote, text.as_bytes())?;
    let next = text[at + 1..].trim_ascii_start().strip_prefix(',')?;
    delimiter::opening(next.trim_ascii_start()).map(|_| at)
}

/// Whether a valid successor of a string follows the quote at `at`.
fn may_end(text: &str, at: usize) -> bool {
    let behind = text[at + 1..].bytes().find(|byte| !byte.is_ascii_whitespace());
    matches!(behind, None | Some(b',' | b':' | b'}' | b']'))
}

/// The escapes of a string that JSON does not have.
#[derive(Debug, Default)]
struct Escapes {
    first: Option<usize>,
    single: usize,
    back: usize,
    dollar: usize,
}

impl Escapes {
    /// Where such a quote also occurs without a backslash, the text may be code, in which the backslash counts.
    fn check(&self, text: &str) -> Result<(), SyntaxError> {
        let Some(offset) = self.first else { return Ok(()) };
        let all_escaped = |c: char, count: usize| count == 0 || text.matches(c).count() == count;
        let code = self.dollar > 0 && text.contains(['"', '\'', '`']);
        if !code
            && all_escaped('\'', self.single)
            && all_escaped('`', self.back)
            && all_escaped('$', self.dollar)
        {
            return Ok(());
        }
        Err(SyntaxError { offset, kind: SyntaxErrorKind::BadEscape })
    }
}

/// An escape, of which the backslash was seen, in the string that starts at `opening`.
fn escape(
    parser: &mut Parser<'_, '_>,
    opening: usize,
    delimiter: Delimiter,
    cut: Cut,
    escapes: &mut Escapes,
) -> Result<char, SyntaxError> {
    let start = parser.scanner.at;
    match parser.scanner.escape(cut) {
        Err(error) if error.kind == SyntaxErrorKind::BadEscape => {}
        read => return read,
    }
    let c = parser.scanner.text().as_bytes()[start + 1];
    // Outside of JavaScript's own quotes, these two may be escapes of the code in the string, which count.
    let is_script = delimiter == Delimiter::Back || parser.is_lenient();
    let count = match c {
        b'\'' => &mut escapes.single,
        b'`' if is_script => &mut escapes.back,
        b'$' if is_script => &mut escapes.dollar,
        _ => {
            skip_string(parser, opening, delimiter, cut)?;
            return Err(SyntaxError { offset: start, kind: SyntaxErrorKind::BadEscape });
        }
    };
    if c != delimiter.byte() {
        *count += 1;
        escapes.first.get_or_insert(start);
    }
    parser.scanner.at = start + 2;
    Ok(char::from(c))
}
