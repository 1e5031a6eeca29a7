//! Setters, one for each public field of a type that may grow: outside of this crate, no literal can make one.

/// Writes setters: `setters!(Type { field: Type, .. })`.
macro_rules! setters {
    ($name:ident { $($field:ident: $ty:ty),+ $(,)? }) => {
        impl $name {
            $(
                #[doc = concat!("Sets the field `", stringify!($field), "`.")]
                #[must_use]
                #[inline]
                pub fn $field(mut self, $field: $ty) -> Self {
                    self.$field = $field;
                    self
                }
            )+
        }
    };
}

/// The same for fields that may be missing: the setter takes a value, or an option.
macro_rules! optional_setters {
    ($name:ident { $($field:ident: $ty:ty),+ $(,)? }) => {
        impl $name {
            $(
                #[doc = concat!("Sets the field `", stringify!($field), "`.")]
                #[must_use]
                #[inline]
                pub fn $field(mut self, $field: impl Into<Option<$ty>>) -> Self {
                    self.$field = $field.into();
                    self
                }
            )+
        }
    };
}

pub(crate) use {optional_setters, setters};
