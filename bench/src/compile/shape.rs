//! What the functions take.

/// The types of the parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Standard types, which all functions share.
    Flat,
    /// A list of a type of the function's own, with four fields.
    Nested,
}

impl Shape {
    /// All of them, in the order of the report.
    pub(crate) const ALL: [Self; 2] = [Self::Flat, Self::Nested];

    /// The name on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Flat => "flat",
            Self::Nested => "nested",
        }
    }

    /// The shape of a name.
    pub(crate) fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|shape| shape.name() == name)
    }
}
