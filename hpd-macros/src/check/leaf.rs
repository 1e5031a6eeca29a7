//! The types inside of a parameter's type, through the containers of the standard library. The macro sees tokens: it asks
//! rustc about each type inside, so that an unsuitable one is reported by its own name.

use syn::{GenericArgument, PathArguments, Type, TypePath};

use super::kind::NUMBERS;
use crate::model::{Foreign, Leaf};

const CONTAINERS: &[&str] = &[
    "Option",
    "Box",
    "Arc",
    "Rc",
    "Vec",
    "VecDeque",
    "LinkedList",
    "HashSet",
    "BTreeSet",
    "HashMap",
    "BTreeMap",
];
const PLAIN: &[&str] = &["String", "bool", "char"];

/// Types of other crates that are known by their names, without the crate's. `Duration`, `Date` and the like may be of
/// several crates.
const FOREIGN: &[(&str, Foreign)] = &[
    ("NaiveDate", Foreign::Chrono),
    ("NaiveDateTime", Foreign::Chrono),
    ("NaiveTime", Foreign::Chrono),
    ("DateTime", Foreign::Chrono),
    ("Zoned", Foreign::Jiff),
    ("Decimal", Foreign::RustDecimal),
    ("Url", Foreign::Url),
    ("Uuid", Foreign::Uuid),
];
const CRATES: &[(&str, Foreign)] = &[
    ("chrono", Foreign::Chrono),
    ("jiff", Foreign::Jiff),
    ("rust_decimal", Foreign::RustDecimal),
    ("url", Foreign::Url),
    ("uuid", Foreign::Uuid),
];

/// The types to ask about beside the whole type: none if the whole type is one, and of no other crate.
pub(super) fn leaves_of(ty: &Type) -> Vec<Leaf> {
    let mut leaves = Vec::new();
    if !collect(ty, &mut leaves) {
        return Vec::new();
    }
    match leaves.as_slice() {
        [leaf] if leaf.ty == *ty && leaf.foreign.is_none() => Vec::new(),
        _ => leaves,
    }
}

/// Adds the types inside. `false` where the type is not known to own them.
fn collect(ty: &Type, leaves: &mut Vec<Leaf>) -> bool {
    match ty {
        Type::Group(group) => collect(&group.elem, leaves),
        Type::Paren(paren) => collect(&paren.elem, leaves),
        Type::Array(array) => collect(&array.elem, leaves),
        Type::Tuple(tuple) => tuple.elems.iter().all(|elem| collect(elem, leaves)),
        Type::Path(path) => collect_path(ty, path, leaves),
        _ => false,
    }
}

fn collect_path(ty: &Type, path: &TypePath, leaves: &mut Vec<Leaf>) -> bool {
    let Some(last) = path.path.segments.last() else { return false };
    let name = last.ident.to_string();
    let is_plain = PLAIN.contains(&&*name) || NUMBERS.contains(&&*name);
    match &last.arguments {
        PathArguments::None if is_plain => true,
        // Unsized: only a box owns it.
        PathArguments::None if name == "str" => false,
        PathArguments::AngleBracketed(arguments) if CONTAINERS.contains(&&*name) => {
            arguments.args.iter().all(|argument| match argument {
                GenericArgument::Type(inner) => collect(inner, leaves),
                _ => false,
            })
        }
        _ => {
            let foreign = foreign(path, &name);
            if !leaves.iter().any(|leaf| leaf.ty == *ty) {
                leaves.push(Leaf { ty: ty.clone(), foreign });
            }
            true
        }
    }
}

fn foreign(path: &TypePath, name: &str) -> Option<Foreign> {
    let segments = &path.path.segments;
    let (known, by) = match segments.first() {
        Some(first) if segments.len() > 1 => (CRATES, first.ident.to_string()),
        _ => (FOREIGN, name.to_owned()),
    };
    known.iter().find(|(name, _)| *name == by).map(|(_, foreign)| *foreign)
}

#[cfg(test)]
mod tests {
    use quote::ToTokens as _;
    use syn::parse_quote;

    use super::*;

    fn names(ty: &Type) -> Vec<String> {
        let leaves = leaves_of(ty);
        leaves.iter().map(|leaf| leaf.ty.to_token_stream().to_string().replace(' ', "")).collect()
    }

    #[test]
    fn containers_are_looked_into() {
        assert_eq!(names(&parse_quote!(Vec<Foo>)), ["Foo"]);
        assert_eq!(
            names(&parse_quote!(Option<std::collections::HashMap<String, (Foo, [Bar<u8>; 2])>>)),
            ["Foo", "Bar<u8>"]
        );
        assert_eq!(names(&parse_quote!((Foo, Foo))), ["Foo"]);
    }

    #[test]
    fn types_that_stand_alone_are_asked_as_they_are() {
        for ty in [
            parse_quote!(Foo),
            parse_quote!(Vec<u8>),
            parse_quote!(Box<str>),
            parse_quote!(Page<Foo>),
            parse_quote!(Option<Box<str>>),
        ] {
            assert_eq!(names(&ty), Vec::<String>::new());
        }
    }

    #[test]
    fn types_of_other_crates_are_known_by_name_or_crate() {
        let crate_of = |ty: &Type| leaves_of(ty).first().and_then(|leaf| leaf.foreign);
        assert_eq!(crate_of(&parse_quote!(chrono::Month)), Some(Foreign::Chrono));
        assert_eq!(crate_of(&parse_quote!(Option<DateTime<Utc>>)), Some(Foreign::Chrono));
        assert_eq!(crate_of(&parse_quote!(jiff::civil::Date)), Some(Foreign::Jiff));
        assert_eq!(crate_of(&parse_quote!(Uuid)), Some(Foreign::Uuid));
        assert_eq!(crate_of(&parse_quote!(mine::Uuid)), None);
    }
}
