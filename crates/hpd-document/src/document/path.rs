//! The path of keys to a value. Its text is written for problems alone, so that a value costs no copy of its path.

use std::fmt::Write;
use std::rc::Rc;

use hpd_runtime::__private::text::cut;

/// Characters of a key in a path.
const MAX_KEY: usize = 100;

/// A path, from the root.
#[derive(Debug, Clone, Default)]
pub(super) struct Path<'y>(Option<Rc<Part<'y>>>);

#[derive(Debug)]
struct Part<'y> {
    before: Path<'y>,
    step: Step<'y>,
}

#[derive(Debug)]
enum Step<'y> {
    Key(&'y str),
    Item(usize),
}

impl<'y> Path<'y> {
    pub(super) fn key(&self, key: &'y str) -> Self {
        self.and(Step::Key(key))
    }

    pub(super) fn item(&self, index: usize) -> Self {
        self.and(Step::Item(index))
    }

    fn and(&self, step: Step<'y>) -> Self {
        Self(Some(Rc::new(Part { before: self.clone(), step })))
    }

    /// The path as a text: `capabilities.place_order`. Long keys are cut.
    pub(super) fn text(&self) -> String {
        let mut steps = Vec::new();
        let mut rest = self;
        while let Some(part) = &rest.0 {
            steps.push(&part.step);
            rest = &part.before;
        }
        let mut text = String::new();
        for step in steps.into_iter().rev() {
            match step {
                Step::Key(key) => {
                    if !text.is_empty() {
                        text.push('.');
                    }
                    if key.len() <= MAX_KEY { text.push_str(key) } else { text.push_str(&cut(key, MAX_KEY)) }
                }
                // Writing to a text does not fail.
                Step::Item(index) => drop(write!(text, "[{index}]")),
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::Path;

    #[test]
    fn a_path_names_its_keys_and_items() {
        let root = Path::default();
        assert_eq!(root.text(), "");
        assert_eq!(root.key("a").item(2).key("b.c").text(), "a[2].b.c");
        assert_eq!(root.item(0).item(1).text(), "[0][1]");
    }

    #[test]
    fn a_long_key_is_cut() {
        let long = "x".repeat(1_000);
        let text = Path::default().key(&long).key("a").text();
        assert_eq!(text, format!("{}….a", "x".repeat(100)));
    }
}
