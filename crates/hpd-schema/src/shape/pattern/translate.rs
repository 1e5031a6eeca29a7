//! Patterns of ECMA 262, as JSON Schema has them, in the language of `regex-lite`.
//!
//! The two differ in `.` and `\s`, in escapes, and in the contents of classes. Look-around, back-references and
//! `\p{..}` have no equivalent: such a pattern is not compiled.

use std::fmt::Write;

/// The characters of `\s`, as the inside of a class.
const SPACE: &str = r"\t-\r \x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000}\x{FEFF}";
/// The characters of `\S`.
const NOT_SPACE: &str = r"\x{0}-\x{8}\x{E}-\x{1F}!-\x{9F}\x{A1}-\x{167F}\x{1681}-\x{1FFF}\x{200B}-\x{2027}\x{202A}-\x{202E}\x{2030}-\x{205E}\x{2060}-\x{2FFF}\x{3001}-\x{FEFE}\x{FF00}-\x{10FFFF}";
/// The characters of `.`: all but line ends.
const DOT: &str = r"[^\n\r\x{2028}\x{2029}]";

/// The same pattern for `regex-lite`; `None` if it has no equivalent.
pub(super) fn translate(pattern: &str) -> Option<String> {
    let mut out = String::with_capacity(pattern.len() + 8);
    let mut chars = pattern.chars().peekable();
    let mut class = None;
    while let Some(c) = chars.next() {
        match (c, class) {
            ('\\', _) => escape(&mut chars, class.is_some(), &mut out)?,
            ('[', None) => class = open_class(&mut chars, &mut out),
            (']', Some(())) => {
                out.push(']');
                class = None;
            }
            // Operators of sets, which ECMA 262 does not have.
            ('[' | '&' | '~', Some(())) => out.extend(['\\', c]),
            ('.', None) => out.push_str(DOT),
            ('(', None) => open_group(&mut chars, &mut out)?,
            _ => out.push(c),
        }
    }
    Some(out)
}

type Letters<'p> = std::iter::Peekable<std::str::Chars<'p>>;

/// Opens a group: numbered, `(?:` or `(?<name>`. Flags and comments are no part of the language.
fn open_group(chars: &mut Letters<'_>, out: &mut String) -> Option<()> {
    out.push('(');
    if chars.next_if_eq(&'?').is_some() {
        out.push('?');
        out.push(chars.next_if(|c| matches!(c, ':' | '<'))?);
    }
    Some(())
}

/// Opens a class; `None` if it was closed at once, which `regex-lite` does not have.
fn open_class(chars: &mut Letters<'_>, out: &mut String) -> Option<()> {
    let is_negated = chars.next_if_eq(&'^').is_some();
    if chars.next_if_eq(&']').is_some() {
        out.push_str(if is_negated { r"[\x{0}-\x{10FFFF}]" } else { r"[^\x{0}-\x{10FFFF}]" });
        return None;
    }
    out.push_str(if is_negated { "[^" } else { "[" });
    Some(())
}

/// An escape after its backslash.
fn escape(chars: &mut Letters<'_>, in_class: bool, out: &mut String) -> Option<()> {
    match chars.next()? {
        's' => push_set(SPACE, in_class, out),
        'S' => push_set(NOT_SPACE, in_class, out),
        'b' if in_class => out.push_str(r"\x{8}"),
        c @ ('d' | 'D' | 'w' | 'W' | 'b' | 'B' | 't' | 'n' | 'v' | 'f' | 'r') => {
            out.extend(['\\', c]);
        }
        '0' if !chars.peek().is_some_and(char::is_ascii_digit) => out.push_str(r"\x{0}"),
        'c' => {
            let c = chars.next().filter(char::is_ascii_alphabetic)?;
            push_code(u32::from(c) % 32, out);
        }
        'x' => push_code(hex(chars, 2)?, out),
        'u' => push_code(unicode(chars)?, out),
        // All other escaped alphanumeric characters have an unsupported meaning, or none.
        c if c.is_alphanumeric() || c == '_' => return None,
        c if c.is_ascii_punctuation() => out.extend(['\\', c]),
        c => out.push(c),
    }
    Some(())
}

fn push_set(set: &str, in_class: bool, out: &mut String) {
    if in_class {
        out.push_str(set);
    } else {
        out.push('[');
        out.push_str(set);
        out.push(']');
    }
}

fn push_code(code: u32, out: &mut String) {
    // Writing into a `String` can't fail.
    let _ = write!(out, "\\x{{{code:X}}}");
}

fn hex(chars: &mut Letters<'_>, digits: usize) -> Option<u32> {
    (0..digits).try_fold(0, |code, _| Some(code * 16 + chars.next()?.to_digit(16)?))
}

/// `\u0041`, `\u{41}`, or a pair of surrogates.
fn unicode(chars: &mut Letters<'_>) -> Option<u32> {
    if chars.next_if_eq(&'{').is_some() {
        let mut code = 0_u32;
        loop {
            match chars.next()? {
                '}' => return char::from_u32(code).map(u32::from),
                digit => code = code.checked_mul(16)?.checked_add(digit.to_digit(16)?)?,
            }
        }
    }
    let first = hex(chars, 4)?;
    if !(0xD800..0xDC00).contains(&first) {
        return char::from_u32(first).map(u32::from);
    }
    if chars.next()? != '\\' || chars.next()? != 'u' {
        return None;
    }
    let second = hex(chars, 4)?.checked_sub(0xDC00).filter(|low| *low < 0x400)?;
    Some(0x1_0000 + ((first - 0xD800) << 10) + second)
}

#[cfg(test)]
mod tests {
    use crate::shape::pattern::Pattern;
    use crate::shape::pattern::Searches;

    #[track_caller]
    fn check(pattern: &str, matches: &[&str], misses: &[&str]) {
        for is_own in [true, false] {
            let compiled = Pattern::compile(pattern, is_own);
            let compiled = compiled.unwrap_or_else(|| panic!("{pattern} does not compile"));
            for text in matches {
                assert_eq!(
                    Searches::default().search(&compiled, text, &|_| true),
                    Some(true),
                    "{pattern} should match {text:?}"
                );
            }
            for text in misses {
                assert_eq!(
                    Searches::default().search(&compiled, text, &|_| true),
                    Some(false),
                    "{pattern} should not match {text:?}"
                );
            }
        }
    }

    #[test]
    fn space_is_unicode() {
        check(
            r"^\s$",
            &[" ", "\t", "\u{b}", "\u{a0}", "\u{3000}", "\u{feff}", "\u{2028}"],
            &["", "x", "\u{85}"],
        );
        check(r"^\S$", &["x", "\u{85}", "\u{10ffff}", "é"], &[" ", "\u{a0}", "\u{feff}"]);
        check(r"^[\s-]+$", &["- \u{a0}"], &["x"]);
        check(r"^[^\s]$", &["x"], &[" ", "\u{a0}"]);
        check(r"^[\s\S]$", &["x", " ", "\n", "\u{a0}"], &["xx"]);
        check(r"^[^\S]$", &[" ", "\u{a0}"], &["x"]);
    }

    #[test]
    fn digits_and_words_are_ascii() {
        check(r"^\d\w$", &["1a", "0_"], &["٣a", "1é"]);
        check(r"\bcat\b", &["a cat", "écaté cat"], &["cats"]);
    }

    #[test]
    fn dot_stops_at_line_ends() {
        check("^.$", &["x", "é", "\u{85}"], &["\n", "\r", "\u{2028}"]);
    }

    #[test]
    fn classes_hold_what_ecma_lets_them() {
        check("^[[]$", &["["], &["]"]);
        check(r"^[a&&b]+$", &["a&b"], &["c"]);
        check("^[a~~b]+$", &["a~b"], &["c"]);
        check("^[^]$", &["x", "\n"], &["xx"]);
        check("^a[]?$", &["a"], &["a]"]);
        check("^(a)(?:b)(?<name>c)$", &["abc"], &["abd"]);
        check(r"^[\b]$", &["\u{8}"], &["b"]);
        check(r"^[a-]$", &["a", "-"], &["b"]);
    }

    #[test]
    fn escapes_are_those_of_ecma() {
        check(r"^\/\-\x41\u0042\u{43}\cJ\0$", &["/-ABC\n\0"], &["/-ABC"]);
        check(r"^\ud83d\ude00$", &["😀"], &["x"]);
        check(r"^\$\.\{$", &["$.{"], &["x"]);
    }

    #[test]
    fn what_cannot_be_said_is_not_compiled() {
        for pattern in [
            "(?=a)",
            "(?<!a)",
            "(?i)a",
            "(?P<n>a)",
            "(?#a)",
            r"\a",
            r"(a)\1",
            r"\p{L}",
            "a{2",
            "(",
            r"\u{110000}",
            r"\",
            r"\ud83d",
            "[b-a]",
        ] {
            assert!(Pattern::compile(pattern, true).is_none(), "{pattern} should not compile");
        }
    }

    #[test]
    fn what_is_written_in_earnest_is_small() {
        let mail = r"^[\w.!#$%&'*+/=?^`{|}~-]+@[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(\.[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$";
        for pattern in [mail, "^.{1,255}$", r"^[\s\S]{0,500}$", "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"]
        {
            assert!(Pattern::compile(pattern, false).is_some(), "{pattern} should compile");
        }
        for pattern in ["((a{0,99}){0,99}){0,9}", "(.{0,99}){0,99}", "[a-z]{9999}"] {
            assert!(Pattern::compile(pattern, false).is_none(), "{pattern} should not compile");
        }
    }
}
