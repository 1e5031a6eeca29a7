//! Literals in attributes, judged like a call's arguments.

use syn::{GenericArgument, PathArguments, Type};

use super::kind::{Kind, LISTS, TRANSPARENT};
use crate::errors::Errors;
use crate::model::{Constraint, Json, Number};
use crate::parse::JsonValue;

/// A literal of another type would fail when the toolbox is built; here the place is known.
pub(super) fn check_literal_kind(value: &JsonValue, kind: Kind, key: &str, errors: &mut Errors) {
    let found = match &value.value {
        Json::Bool(_) => Kind::Bool,
        Json::Number(_) => Kind::Number,
        Json::Text(_) => Kind::Text,
        Json::Array(_) => Kind::List,
    };
    // A list of choices is about the whole value; `one_of` on a list names lists.
    if kind != Kind::Unknown && found != kind {
        let (found, expected) = (found.word(), kind.word());
        let what = if key == "one_of" { "a choice of `one_of`".to_owned() } else { format!("`{key}`") };
        errors.at(value.span, format!("{what} is {found}, and the parameter is {expected}"));
    }
}

/// A number that the type can't hold would fail when the toolbox is built.
pub(super) fn check_held(value: &JsonValue, ty: &Type, key: &str, errors: &mut Errors) {
    if let Some((number, name, low, high)) = not_held(&value.value, ty) {
        let range = format!("`{name}` holds whole numbers from {low} to {high}");
        errors.at(value.span, format!("`{key}` is {number}, and {range}"));
    }
}

/// The first number in a literal that its integer type can't hold, with the type and its bounds.
fn not_held(value: &Json, ty: &Type) -> Option<(String, String, &'static str, &'static str)> {
    match value {
        Json::Number(number) => {
            let (name, low, high) = integer(ty)?;
            let (min, max, one) = (Number::new(low)?, Number::new(high)?, Number::new("1")?);
            let fits = *number >= min && *number <= max && number.is_multiple_of(&one) == Some(true);
            (!fits).then(|| (number.as_str().to_owned(), name, low, high))
        }
        Json::Array(items) => {
            let item = argument(ty, LISTS)?;
            items.iter().find_map(|value| not_held(value, item))
        }
        Json::Bool(_) | Json::Text(_) => None,
    }
}

/// An integer type, with its bounds.
fn integer(ty: &Type) -> Option<(String, &'static str, &'static str)> {
    if let Some(inner) = argument(ty, TRANSPARENT) {
        return integer(inner);
    }
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last()?;
    let name = last.ident.to_string();
    let (low, high) = match name.as_str() {
        "u8" => ("0", "255"),
        "u16" => ("0", "65535"),
        "u32" => ("0", "4294967295"),
        "u64" | "usize" => ("0", "18446744073709551615"),
        "u128" => ("0", "340282366920938463463374607431768211455"),
        "i8" => ("-128", "127"),
        "i16" => ("-32768", "32767"),
        "i32" => ("-2147483648", "2147483647"),
        "i64" | "isize" => ("-9223372036854775808", "9223372036854775807"),
        "i128" => ("-170141183460469231731687303715884105728", "170141183460469231731687303715884105727"),
        _ => return None,
    };
    matches!(last.arguments, PathArguments::None).then_some((name, low, high))
}

/// The first argument of one of these types.
fn argument<'t>(ty: &'t Type, of: &[&str]) -> Option<&'t Type> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last()?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    let is_meant = of.contains(&&*last.ident.to_string());
    match arguments.args.first() {
        Some(GenericArgument::Type(inner)) if is_meant => Some(inner),
        _ => None,
    }
}

/// A default or an example that the check would refuse misleads the model.
pub(super) fn check_literal(value: &JsonValue, rules: &[Constraint], key: &str, errors: &mut Errors) {
    for rule in rules {
        if let Some(reason) = broken_rule(&value.value, rule) {
            errors.at(value.span, format!("`{key}` breaks the parameter's own rule: {reason}"));
        }
    }
}

/// The rule that a value breaks, if it has the type that the rule concerns.
fn broken_rule(value: &Json, rule: &Constraint) -> Option<String> {
    match (rule, value) {
        (Constraint::OneOf(choices), _) => {
            let all = choices.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            (!choices.contains(value)).then(|| format!("it has to be one of {all}"))
        }
        (_, Json::Number(_)) => broken_number_rule(value, rule),
        (_, Json::Text(text)) => broken_text_rule(text, rule),
        (_, Json::Array(items)) => broken_list_rule(items, rule),
        (_, Json::Bool(_)) => None,
    }
}

fn broken_number_rule(value: &Json, rule: &Constraint) -> Option<String> {
    let Json::Number(number) = value else { return None };
    let (broken, reason) = match rule {
        Constraint::Minimum(min) => (number < min, format!("it has to be at least {}", min.as_str())),
        Constraint::Maximum(max) => (number > max, format!("it has to be at most {}", max.as_str())),
        Constraint::ExclusiveMinimum(min) => {
            (number <= min, format!("it has to be more than {}", min.as_str()))
        }
        Constraint::ExclusiveMaximum(max) => {
            (number >= max, format!("it has to be less than {}", max.as_str()))
        }
        Constraint::MultipleOf(unit) => (
            number.is_multiple_of(unit) == Some(false),
            format!("it has to be a multiple of {}", unit.as_str()),
        ),
        _ => return None,
    };
    broken.then_some(reason)
}

fn broken_text_rule(text: &str, rule: &Constraint) -> Option<String> {
    let length = || text.chars().count() as u64;
    match rule {
        Constraint::MinLength(min) => {
            (length() < *min).then(|| format!("it has to have at least {min} characters"))
        }
        Constraint::MaxLength(max) => {
            (length() > *max).then(|| format!("it has to have at most {max} characters"))
        }
        Constraint::NonEmpty => text.is_empty().then(|| "it may not be empty".to_owned()),
        Constraint::Pattern(pattern) => {
            let regex = regex_lite::Regex::new(pattern).ok()?;
            (!regex.is_match(text)).then(|| format!("it has to match `{pattern}`"))
        }
        _ => None,
    }
}

fn broken_list_rule(items: &[Json], rule: &Constraint) -> Option<String> {
    let count = items.len() as u64;
    match rule {
        Constraint::MinItems(min) => (count < *min).then(|| format!("it has to have at least {min} items")),
        Constraint::MaxItems(max) => (count > *max).then(|| format!("it has to have at most {max} items")),
        Constraint::NonEmpty => items.is_empty().then(|| "it may not be empty".to_owned()),
        Constraint::UniqueItems => {
            let repeated = items.iter().enumerate().any(|(index, item)| items[..index].contains(item));
            repeated.then(|| "no item may stand twice".to_owned())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Number;

    fn reason(value: &Json, rule: &Constraint) -> Option<String> {
        broken_rule(value, rule)
    }

    fn number(text: &str) -> Number {
        Number::new(text).unwrap()
    }

    #[test]
    fn numbers_keep_to_their_bounds() {
        let five = || Json::Number(number("5"));
        assert_eq!(reason(&five(), &Constraint::Minimum(number("5"))), None);
        assert_eq!(
            reason(&five(), &Constraint::ExclusiveMinimum(number("5"))).as_deref(),
            Some("it has to be more than 5")
        );
        assert_eq!(
            reason(&five(), &Constraint::Maximum(number("4.9"))).as_deref(),
            Some("it has to be at most 4.9")
        );
        assert_eq!(
            reason(&five(), &Constraint::MultipleOf(number("2"))).as_deref(),
            Some("it has to be a multiple of 2")
        );
        assert_eq!(reason(&five(), &Constraint::MinLength(9)), None);
    }

    #[test]
    fn texts_are_counted_in_characters() {
        let text = || Json::Text("größe".to_owned());
        assert_eq!(reason(&text(), &Constraint::MaxLength(5)), None);
        assert_eq!(
            reason(&text(), &Constraint::MinLength(6)).as_deref(),
            Some("it has to have at least 6 characters")
        );
        assert_eq!(reason(&text(), &Constraint::Pattern("^g".to_owned())), None);
        assert_eq!(
            reason(&text(), &Constraint::Pattern("^x".to_owned())).as_deref(),
            Some("it has to match `^x`")
        );
        let choices = Constraint::OneOf(vec![Json::Text("a".to_owned()), Json::Text("b".to_owned())]);
        assert_eq!(reason(&text(), &choices).as_deref(), Some("it has to be one of \"a\", \"b\""));
    }

    #[test]
    fn lists_are_counted_in_items() {
        let list = || Json::Array(vec![Json::Bool(true), Json::Bool(true)]);
        assert_eq!(reason(&list(), &Constraint::UniqueItems).as_deref(), Some("no item may stand twice"));
        assert_eq!(
            reason(&list(), &Constraint::MinItems(3)).as_deref(),
            Some("it has to have at least 3 items")
        );
        assert_eq!(reason(&list(), &Constraint::MaxItems(2)), None);
    }
}
