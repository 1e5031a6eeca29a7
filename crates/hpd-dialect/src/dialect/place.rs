//! Where in a schema we are.

/// A place in a schema.
#[derive(Debug, Clone)]
pub(super) struct Place {
    /// In the original schema, as a JSON pointer.
    pub(super) pointer: String,
    /// The property whose schema this is, or is part of; empty for the arguments as a whole.
    pub(super) property: String,
    /// Objects and arrays around it, in the values that it describes.
    pub(super) level: usize,
    /// Schemas around it.
    pub(super) depth: usize,
    pub(super) is_root: bool,
    /// The schema only extends a sibling schema, which has the type.
    pub(super) is_partial: bool,
}

impl Place {
    pub(super) const fn root() -> Self {
        Self {
            pointer: String::new(),
            property: String::new(),
            level: 1,
            depth: 0,
            is_root: true,
            is_partial: false,
        }
    }

    /// The schema under a keyword, for the same value.
    pub(super) fn beside(&self, keyword: &str, index: Option<usize>) -> Self {
        let index = index.map(|index| format!("/{index}")).unwrap_or_default();
        Self {
            pointer: format!("{}/{keyword}{index}", self.pointer),
            depth: self.depth + 1,
            is_root: false,
            ..self.clone()
        }
    }

    /// The same, for a value within.
    pub(super) fn within(&self, keyword: &str, index: Option<usize>) -> Self {
        Self { level: self.level + 1, is_partial: false, ..self.beside(keyword, index) }
    }

    /// The schema of a property.
    pub(super) fn property(&self, keyword: &str, name: &str) -> Self {
        let token = name.replace('~', "~0").replace('/', "~1");
        let within = self.within(keyword, None);
        Self { pointer: format!("{}/{token}", within.pointer), property: name.to_owned(), ..within }
    }

    /// The target of a reference, which describes the same value.
    pub(super) fn at(&self, pointer: &str) -> Self {
        Self { pointer: pointer.to_owned(), depth: self.depth + 1, ..self.clone() }
    }

    /// A place whose schema only extends a sibling schema.
    pub(super) fn partial(self) -> Self {
        Self { is_partial: true, ..self }
    }
}
