//! The apparent kind of a parameter's type. The macro sees tokens, not types. It recognises the names of the prelude by
//! their last segment, and ignores all other types. The schema finds the rest when the toolbox is built. A user's own
//! type called `String` has to be renamed if a rule below misjudges it.

use syn::{GenericArgument, PathArguments, Type};

/// A guess at the JSON type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Number,
    Bool,
    List,
    Unknown,
}

pub(super) const NUMBERS: &[&str] =
    &["u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize", "f32", "f64"];
pub(super) const LISTS: &[&str] = &["Vec", "VecDeque", "LinkedList", "HashSet", "BTreeSet"];
pub(super) const TRANSPARENT: &[&str] = &["Option", "Box", "Arc", "Rc"];

impl Kind {
    /// The kind of a type.
    pub(super) fn of(ty: &Type) -> Self {
        let path = match ty {
            Type::Group(group) => return Self::of(&group.elem),
            Type::Paren(paren) => return Self::of(&paren.elem),
            Type::Array(_) => return Self::List,
            Type::Path(path) => &path.path,
            _ => return Self::Unknown,
        };
        let Some(last) = path.segments.last() else { return Self::Unknown };
        let name = last.ident.to_string();
        match (&last.arguments, name.as_str()) {
            (PathArguments::None, "String") => Self::Text,
            (PathArguments::None, "bool") => Self::Bool,
            (PathArguments::None, number) if NUMBERS.contains(&number) => Self::Number,
            (PathArguments::AngleBracketed(_), outer) if LISTS.contains(&outer) => Self::List,
            (PathArguments::AngleBracketed(arguments), outer) if TRANSPARENT.contains(&outer) => {
                match arguments.args.first() {
                    Some(GenericArgument::Type(inner)) => Self::of(inner),
                    _ => Self::Unknown,
                }
            }
            _ => Self::Unknown,
        }
    }

    /// A value of this kind, in words.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Text => "a string",
            Self::Number => "a number",
            Self::Bool => "a truth value",
            Self::List => "a list",
            Self::Unknown => "a value",
        }
    }
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    #[test]
    fn kinds_go_by_the_last_word() {
        assert_eq!(Kind::of(&parse_quote!(String)), Kind::Text);
        assert_eq!(Kind::of(&parse_quote!(::std::string::String)), Kind::Text);
        assert_eq!(Kind::of(&parse_quote!(Option<Vec<u8>>)), Kind::List);
        assert_eq!(Kind::of(&parse_quote!(Option<Box<f64>>)), Kind::Number);
        assert_eq!(Kind::of(&parse_quote!([u8; 4])), Kind::List);
        assert_eq!(Kind::of(&parse_quote!(bool)), Kind::Bool);
        for ty in [
            parse_quote!(Decimal),
            parse_quote!((u8, u8)),
            parse_quote!(HashMap<u8, u8>),
            parse_quote!(T::Id),
        ] {
            assert_eq!(Kind::of(&ty), Kind::Unknown);
        }
    }
}
