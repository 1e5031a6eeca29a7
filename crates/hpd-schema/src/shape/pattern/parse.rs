//! From a pattern in the language of `regex-lite`, which compiles it, to a tree.

use std::iter::Peekable;
use std::str::Chars;

use hpd_json::__private::order;

/// Ranges of characters, both ends included, by their code points.
pub(super) type Ranges = Vec<(u32, u32)>;

/// The greatest code point.
const LAST: u32 = 0x10_FFFF;

/// A pattern as a tree. Captures and match priorities are not kept.
#[derive(Debug, Clone)]
pub(super) enum Tree {
    /// One of these characters.
    Chars(Ranges),
    /// `^`
    Start,
    /// `$`
    End,
    /// One after the other.
    Sequence(Vec<Tree>),
    /// One of them.
    Choice(Vec<Tree>),
    /// At least and at most so many times.
    Repeat(Box<Tree>, u32, Option<u32>),
}

/// Reads a pattern that `regex-lite` compiles; `None` if there is something in it that has no place in a tree.
pub(super) fn parse(pattern: &str) -> Option<Tree> {
    let mut parser = Parser { chars: pattern.chars().peekable() };
    let tree = parser.choice()?;
    parser.chars.next().is_none().then_some(tree)
}

struct Parser<'p> {
    chars: Peekable<Chars<'p>>,
}

impl Parser<'_> {
    fn choice(&mut self) -> Option<Tree> {
        let mut alternatives = vec![self.sequence()?];
        while self.chars.next_if_eq(&'|').is_some() {
            alternatives.push(self.sequence()?);
        }
        if alternatives.len() == 1 { alternatives.pop() } else { Some(Tree::Choice(alternatives)) }
    }

    fn sequence(&mut self) -> Option<Tree> {
        let mut parts = Vec::new();
        while let Some(c) = self.chars.next_if(|c| !matches!(c, '|' | ')')) {
            let part = self.part(c)?;
            parts.push(self.repeated(part)?);
        }
        Some(Tree::Sequence(parts))
    }

    fn part(&mut self, first: char) -> Option<Tree> {
        match first {
            '^' => Some(Tree::Start),
            '$' => Some(Tree::End),
            '(' => self.group(),
            '[' => self.class().map(Tree::Chars),
            '\\' => self.escape().map(Tree::Chars),
            '*' | '+' | '?' | '{' => None,
            c => Some(Tree::Chars(one(c.into()))),
        }
    }

    fn group(&mut self) -> Option<Tree> {
        if self.chars.next_if_eq(&'?').is_some() {
            match self.chars.next()? {
                ':' => {}
                '<' => while self.chars.next()? != '>' {},
                _ => return None,
            }
        }
        let inner = self.choice()?;
        self.chars.next_if_eq(&')')?;
        Some(inner)
    }

    /// The parsed part with its quantifier.
    fn repeated(&mut self, mut part: Tree) -> Option<Tree> {
        while let Some(c) = self.chars.next_if(|c| matches!(c, '*' | '+' | '?' | '{')) {
            let (min, max) = match c {
                '*' => (0, None),
                '+' => (1, None),
                '?' => (0, Some(1)),
                _ => self.bounds()?,
            };
            // As few as possible are enough for a match too.
            self.chars.next_if_eq(&'?');
            part = Tree::Repeat(Box::new(part), min, max);
        }
        Some(part)
    }

    /// The rest of `{2}`, `{2,}` or `{2,5}`.
    fn bounds(&mut self) -> Option<(u32, Option<u32>)> {
        let min = self.number()?;
        let max = if self.chars.next_if_eq(&',').is_none() {
            Some(min)
        } else if self.chars.peek() == Some(&'}') {
            None
        } else {
            Some(self.number()?)
        };
        self.chars.next_if_eq(&'}')?;
        Some((min, max))
    }

    fn number(&mut self) -> Option<u32> {
        let mut digits = String::new();
        while let Some(digit) = self.chars.next_if(char::is_ascii_digit) {
            digits.push(digit);
        }
        digits.parse().ok()
    }

    /// The characters of an escape, after its backslash.
    fn escape(&mut self) -> Option<Ranges> {
        let digits = || vec![(0x30, 0x39)];
        let word = || vec![(0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)];
        Some(match self.chars.next()? {
            'd' => digits(),
            'D' => all_but(digits()),
            'w' => word(),
            'W' => all_but(word()),
            't' => one(0x9),
            'n' => one(0xA),
            'v' => one(0xB),
            'f' => one(0xC),
            'r' => one(0xD),
            'x' => one(self.code()?),
            c if c.is_ascii_punctuation() => one(c.into()),
            // The bounds of words depend on both sides.
            _ => return None,
        })
    }

    /// The rest of `\x{41}`.
    fn code(&mut self) -> Option<u32> {
        self.chars.next_if_eq(&'{')?;
        let mut code = 0_u32;
        loop {
            match self.chars.next()? {
                '}' => return Some(code),
                digit => code = code.checked_mul(16)?.checked_add(digit.to_digit(16)?)?,
            }
        }
    }

    /// A class, after its bracket.
    fn class(&mut self) -> Option<Ranges> {
        let is_negated = self.chars.next_if_eq(&'^').is_some();
        let mut ranges = Ranges::new();
        loop {
            let mut item = match self.chars.next()? {
                ']' if !ranges.is_empty() => break,
                '\\' => self.escape()?,
                c => one(c.into()),
            };
            if let ([(low, high)], Some('-')) = (item.as_slice(), self.chars.peek())
                && low == high
            {
                let low = *low;
                self.chars.next();
                item = match self.chars.peek()? {
                    // A bar at the end is a character.
                    ']' => vec![(low, low), (0x2D, 0x2D)],
                    _ => vec![(low, self.upper()?)],
                };
            }
            ranges.extend(item);
        }
        Some(if is_negated { all_but(ranges) } else { ranges })
    }

    /// The upper end of a range.
    fn upper(&mut self) -> Option<u32> {
        let item = match self.chars.next()? {
            '\\' => self.escape()?,
            c => one(c.into()),
        };
        match item.as_slice() {
            [(low, high)] if low == high => Some(*low),
            _ => None,
        }
    }
}

fn one(code: u32) -> Ranges {
    vec![(code, code)]
}

fn all_but(mut ranges: Ranges) -> Ranges {
    order::sort_by(&mut ranges, Ord::cmp);
    let mut rest = Ranges::new();
    let mut next = 0;
    for (low, high) in ranges {
        if low > next {
            rest.push((next, low - 1));
        }
        next = next.max(high + 1);
    }
    if next <= LAST {
        rest.push((next, LAST));
    }
    rest
}
