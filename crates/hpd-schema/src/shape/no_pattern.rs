//! In place of the engine of patterns, where the feature `patterns` is off: no pattern is compiled, so that all are
//! unsupported keywords.

use std::marker::PhantomData;

/// A pattern that was compiled: there is none.
#[derive(Debug)]
pub(crate) enum Pattern {}

impl Pattern {
    pub(crate) const fn compile(_text: &str, _is_own: bool) -> Option<Self> {
        None
    }

    pub(crate) const fn text(&self) -> &str {
        match *self {}
    }

    pub(crate) const fn is_match(&self, _text: &str) -> bool {
        match *self {}
    }
}

/// The searches of one check.
#[derive(Default)]
pub(super) struct Searches<'p> {
    patterns: PhantomData<&'p Pattern>,
}

impl<'p> Searches<'p> {
    #[expect(clippy::unused_self, reason = "the engine has its caches there")]
    pub(super) const fn search(
        &mut self,
        pattern: &'p Pattern,
        _text: &str,
        _spend: &dyn Fn(usize) -> bool,
    ) -> Option<bool> {
        match *pattern {}
    }
}
