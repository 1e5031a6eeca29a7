//! The rules about a parameter's value: they have to fit its type, and to leave a value.

use hpd_words::{CHECKED_FORMATS, PUBLISHED_FORMATS};
use proc_macro2::Span;
use syn::Type;

use super::kind::Kind;
use super::literal::{check_held, check_literal_kind};
use crate::errors::Errors;
use crate::model::{Constraint, Number};
use crate::parse::{
    Count, Field, JsonValue, NumberText, RawBounds, RawItems, RawParam, RawRange, Text, any_of, nearest,
};

/// The rules of a parameter.
pub(super) fn check_constraints(
    raw: &RawParam,
    ty: &Type,
    kind: Kind,
    errors: &mut Errors,
) -> Vec<Constraint> {
    check_fit(raw, kind, errors);
    let mut rules = Vec::new();
    if let Some(range) = raw.range.given() {
        rules.extend(check_range(&range.value, range.key, errors));
    }
    if let Some(unit) = raw.multiple_of.given() {
        rules.extend(check_unit(&unit.value.0, unit.key, errors));
    }
    if let Some(length) = raw.length.given() {
        let (min, max) = check_bounds(&length.value, length.key, "length", errors);
        rules.extend(min.map(Constraint::MinLength).into_iter().chain(max.map(Constraint::MaxLength)));
    }
    if let Some(items) = raw.items.given() {
        rules.extend(check_items(&items.value, items.key, errors));
    }
    rules.extend(raw.pattern.value().map(|pattern| Constraint::Pattern(pattern.0.value.clone())));
    rules.extend(raw.non_empty.value().map(|_| Constraint::NonEmpty));
    if let Some(choices) = raw.one_of.given() {
        rules.extend(check_choices(&choices.value, choices.key, ty, kind, errors));
    }
    if let Some(format) = raw.format.value() {
        check_format(format, errors);
        rules.push(Constraint::Format(format.value.clone()));
    }
    rules
}

/// A rule about another type would never apply.
fn check_fit(raw: &RawParam, kind: Kind, errors: &mut Errors) {
    fn key<T>(field: &Field<T>) -> Option<Span> {
        field.given().map(|given| given.key)
    }
    let rules: [(Option<Span>, &str, &[Kind], &str); 7] = [
        (key(&raw.range), "range", &[Kind::Number], "numbers"),
        (key(&raw.multiple_of), "multiple_of", &[Kind::Number], "numbers"),
        (key(&raw.length), "length", &[Kind::Text], "strings"),
        (key(&raw.pattern), "pattern", &[Kind::Text], "strings"),
        (key(&raw.format), "format", &[Kind::Text], "strings"),
        (key(&raw.items), "items", &[Kind::List], "lists"),
        (key(&raw.non_empty), "non_empty", &[Kind::Text, Kind::List], "strings and lists"),
    ];
    for (given, rule, fits, targets) in rules {
        if let Some(span) = given
            && kind != Kind::Unknown
            && !fits.contains(&kind)
        {
            let hint = hint_for(rule, kind);
            errors.at(
                span,
                format!("`{rule}` is for {targets}, and this parameter is {}: {hint}", kind.word()),
            );
        }
    }
}

fn hint_for(rule: &str, kind: Kind) -> &'static str {
    match (kind, rule) {
        (Kind::Text, "items" | "range") => {
            "write `length(..)` for a number of characters, or change the type"
        }
        (Kind::List, "length" | "range") => "write `items(..)` for a number of items, or change the type",
        (Kind::Number, "length" | "items") => "write `range(..)` for a number's size, or change the type",
        _ => "remove it, or change the type",
    }
}

/// A range has a bound, and a number in it.
fn check_range(range: &RawRange, at: Span, errors: &mut Errors) -> Vec<Constraint> {
    let number = |field: &Field<NumberText>| field.value().map(|number| number.0.clone());
    let mut rules = Vec::new();
    rules.extend(number(&range.min).map(Constraint::Minimum));
    rules.extend(number(&range.max).map(Constraint::Maximum));
    rules.extend(number(&range.exclusive_min).map(Constraint::ExclusiveMinimum));
    rules.extend(number(&range.exclusive_max).map(Constraint::ExclusiveMaximum));
    if rules.is_empty() {
        errors.at(at, "`range` has no bound: write `range(min = 0)`, `range(max = 100)` or both");
    }
    let lower = end_of(&range.min, "min").or_else(|| end_of(&range.exclusive_min, "exclusive_min"));
    let upper = end_of(&range.max, "max").or_else(|| end_of(&range.exclusive_max, "exclusive_max"));
    if let (Some((low, low_name, _)), Some((high, high_name, span))) = (lower, upper) {
        let touching = low == high && (low_name, high_name) != ("min", "max");
        if low > high || touching {
            let (low, high) = (low.as_str(), high.as_str());
            errors.at(span, format!("no value is left: `{low_name} = {low}` and `{high_name} = {high}`"));
        }
    }
    rules
}

fn end_of<'n>(field: &'n Field<NumberText>, name: &'static str) -> Option<(&'n Number, &'static str, Span)> {
    field.given().map(|given| (&given.value.0, name, given.key))
}

/// Nothing is a multiple of zero, and the sign says nothing.
fn check_unit(unit: &Number, at: Span, errors: &mut Errors) -> Option<Constraint> {
    if !unit.is_positive() {
        errors.at(at, "`multiple_of` takes a number above zero");
        return None;
    }
    Some(Constraint::MultipleOf(unit.clone()))
}

/// A number of characters or items.
fn check_bounds(bounds: &RawBounds, at: Span, key: &str, errors: &mut Errors) -> (Option<u64>, Option<u64>) {
    let count = |field: &Field<Count>| field.value().map(|count| count.0);
    let (min, max) = (count(&bounds.min), count(&bounds.max));
    if min.is_none() && max.is_none() {
        errors.at(at, format!("`{key}` has no bound: write `{key}(min = 1)`, `{key}(max = 80)` or both"));
    }
    if let (Some(low), Some(high), Some(given)) = (min, max, bounds.max.given())
        && low > high
    {
        errors.at(given.key, format!("no value is left: `min = {low}` and `max = {high}`"));
    }
    (min, max)
}

/// An unknown format would be published, and never checked.
fn check_format(format: &Text, errors: &mut Errors) {
    let name = format.value.as_str();
    let known = || CHECKED_FORMATS.into_iter().chain(PUBLISHED_FORMATS);
    if known().any(|known| known == name) {
        return;
    }
    let message = match nearest(name, known()) {
        Some(near) => format!("unknown format `{name}`: did you mean `{near}`?"),
        None => format!(
            "unknown format `{name}`: write {}, or `pattern = \"..\"` for another form of text",
            any_of(CHECKED_FORMATS)
        ),
    };
    errors.at(format.span, message);
}

fn check_items(items: &RawItems, at: Span, errors: &mut Errors) -> Vec<Constraint> {
    let unique = items.unique.value().map(|_| Constraint::UniqueItems);
    let unbounded = items.bounds.min.is_absent() && items.bounds.max.is_absent();
    if unique.is_some() && unbounded {
        return unique.into_iter().collect();
    }
    let (min, max) = check_bounds(&items.bounds, at, "items", errors);
    let min = min.map(Constraint::MinItems);
    min.into_iter().chain(max.map(Constraint::MaxItems)).chain(unique).collect()
}

/// A choice is between values of the parameter's type, each named once.
fn check_choices(
    choices: &[JsonValue],
    at: Span,
    ty: &Type,
    kind: Kind,
    errors: &mut Errors,
) -> Option<Constraint> {
    if choices.is_empty() {
        errors.at(at, "no value is left: `one_of` lists the values that are allowed");
        return None;
    }
    for (index, choice) in choices.iter().enumerate() {
        if choices[..index].iter().any(|other| other.value == choice.value) {
            errors.at(choice.span, format!("`one_of` lists {} twice: remove one", choice.value));
        }
        check_literal_kind(choice, kind, "one_of", errors);
        check_held(choice, ty, "one_of", errors);
    }
    Some(Constraint::OneOf(choices.iter().map(|choice| choice.value.clone()).collect()))
}
