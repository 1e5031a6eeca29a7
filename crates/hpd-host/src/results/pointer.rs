//! Pointers to values of JSON that are written when they are shown: a search passes millions of values.

use std::fmt;

/// A pointer: a step, behind those to the value that it leads into.
#[derive(Clone, Copy)]
pub(super) struct Pointer<'a> {
    before: Option<&'a Self>,
    step: Step<'a>,
    /// Bytes of it, as it is written.
    bytes: usize,
}

#[derive(Clone, Copy)]
enum Step<'a> {
    Root,
    Member(&'a str),
    Element(usize),
}

impl<'a> Pointer<'a> {
    /// To the whole.
    pub(super) const ROOT: Self = Self { before: None, step: Step::Root, bytes: 0 };

    /// To a member; `None` if it has more than `max` bytes.
    pub(super) fn member(&'a self, key: &'a str, max: usize) -> Option<Self> {
        // A long key is not looked through in vain.
        let escaped = if key.len() < max { key.matches(['~', '/']).count() } else { 0 };
        self.then(Step::Member(key), key.len() + escaped, max)
    }

    /// To an element; `None` if it has more than `max` bytes.
    pub(super) fn element(&'a self, index: usize, max: usize) -> Option<Self> {
        let digits = index.checked_ilog10().map_or(1, |tens| tens as usize + 1);
        self.then(Step::Element(index), digits, max)
    }

    fn then(&'a self, step: Step<'a>, length: usize, max: usize) -> Option<Self> {
        let bytes = self.bytes + 1 + length;
        (bytes <= max).then_some(Self { before: Some(self), step, bytes })
    }
}

impl fmt::Display for Pointer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(before) = self.before {
            before.fmt(f)?;
        }
        match self.step {
            Step::Root => Ok(()),
            Step::Member(key) => write!(f, "/{}", key.replace('~', "~0").replace('/', "~1")),
            Step::Element(index) => write!(f, "/{index}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Pointer;

    #[test]
    fn a_pointer_is_as_long_as_it_says() {
        let rows = Pointer::ROOT.member("a/~b", 100).unwrap();
        for (index, text) in [(0, "/a~1~0b/0"), (9, "/a~1~0b/9"), (10, "/a~1~0b/10"), (100, "/a~1~0b/100")] {
            let pointer = rows.element(index, text.len()).unwrap();
            assert_eq!((pointer.to_string().as_str(), pointer.bytes), (text, text.len()));
            assert!(rows.element(index, text.len() - 1).is_none());
        }
        assert_eq!(Pointer::ROOT.to_string(), "");
        assert!(Pointer::ROOT.member(&"k".repeat(100), 100).is_none());
    }
}
