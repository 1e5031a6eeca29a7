//! A value that the user may have given.

use proc_macro2::Span;

/// A value that the user may have given. `Broken` has been reported already: rules that would need the value keep
/// quiet about it, so that one mistake is one error.
pub(crate) enum Field<T> {
    Absent,
    Broken,
    Given(Given<T>),
}

/// A value, with the span of its key.
pub(crate) struct Given<T> {
    pub key: Span,
    pub value: T,
}

impl<T> Field<T> {
    /// The value and its key, if it was given and can be read.
    pub(crate) fn given(&self) -> Option<&Given<T>> {
        match self {
            Self::Given(given) => Some(given),
            Self::Absent | Self::Broken => None,
        }
    }

    /// The value, if it was given and can be read.
    pub(crate) fn value(&self) -> Option<&T> {
        self.given().map(|given| &given.value)
    }

    /// The value by itself.
    pub(crate) fn into_value(self) -> Option<T> {
        match self {
            Self::Given(given) => Some(given.value),
            Self::Absent | Self::Broken => None,
        }
    }

    /// Whether the user gave nothing, not even something that can't be read.
    pub(crate) fn is_absent(&self) -> bool {
        matches!(self, Self::Absent)
    }

    /// Converts the value. `None` means that an error was reported.
    pub(crate) fn map<U>(self, convert: impl FnOnce(T) -> Option<U>) -> Field<U> {
        match self {
            Self::Absent => Field::Absent,
            Self::Broken => Field::Broken,
            Self::Given(Given { key, value }) => match convert(value) {
                Some(value) => Field::Given(Given { key, value }),
                None => Field::Broken,
            },
        }
    }
}
