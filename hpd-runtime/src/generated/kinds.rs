//! The kind of a parameter's type behind an alias, which the macro does not see: rules for another kind never hold.

use std::collections::{BTreeSet, HashSet, LinkedList, VecDeque};
use std::marker::PhantomData;

/// A kind of JSON value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A string.
    Text,
    /// A number.
    Number,
    /// A truth value.
    Bool,
    /// A list.
    List,
    /// Any, as far as is known.
    Unknown,
}

/// The kind of a type.
pub struct KindOf<T>(PhantomData<T>);

/// The answer for types of other definitions.
pub trait UnknownKind {
    /// Nobody knows.
    const KIND: Kind = Kind::Unknown;
}

impl<T> UnknownKind for KindOf<T> {}

macro_rules! kinds {
    ($($kind:ident: $($type:ty)*;)*) => {$($(
        impl KindOf<$type> {
            /// Of this type.
            pub const KIND: Kind = Kind::$kind;
        }
    )*)*};
}

kinds! {
    Text: String;
    Number: u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64;
    Bool: bool;
}

macro_rules! lists {
    ($($type:ident)*) => {$(
        impl<T> KindOf<$type<T>> {
            /// Of this type.
            pub const KIND: Kind = Kind::List;
        }
    )*};
}

lists! { Vec VecDeque LinkedList BTreeSet }

impl<T, S> KindOf<HashSet<T, S>> {
    /// Of this type.
    pub const KIND: Kind = Kind::List;
}

/// A rule is for the kind of its parameter.
///
/// # Panics
///
/// It is not: while compiling, since a constant calls this.
#[track_caller]
pub const fn assert_rule(kind: Kind, numbers: bool, texts: bool, lists: bool) {
    let (fits, message) = match kind {
        Kind::Number => (
            !texts && !lists,
            "this parameter is a number, and a rule of it is for strings or lists: write `range(..)`, or change the type",
        ),
        Kind::Text => (
            !numbers && !lists,
            "this parameter is a string, and a rule of it is for numbers or lists: write `length(..)`, or change the type",
        ),
        Kind::List => (
            !numbers && !texts,
            "this parameter is a list, and a rule of it is for numbers or strings: write `items(..)`, or change the type",
        ),
        Kind::Bool => (
            !numbers && !texts && !lists,
            "this parameter is a truth value, and has no such rules: remove them, or change the type",
        ),
        Kind::Unknown => (true, ""),
    };
    assert!(fits, "{}", message);
}
