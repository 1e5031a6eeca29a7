//! One token serves one parameter.

use std::ops::Range;

use hpd_runtime::__private::order;

/// The place of a value: the number of a message, and its bytes.
pub(super) type Place = (usize, Range<usize>);

/// Which of the values have a place of their own. Places that overlap are one. If there are fewer than values that
/// compete for them, none of these values has one: it is not known which is meant.
pub(super) fn served(places: &[Vec<Place>]) -> Vec<bool> {
    let tokens = tokens(places);
    let matched = matched(&tokens);
    let short: Vec<_> =
        (0..places.len()).filter(|value| !tokens[*value].is_empty() && !matched[*value]).collect();
    let mut is_served: Vec<_> = tokens.iter().map(|tokens| !tokens.is_empty()).collect();
    let mut lost = short;
    while let Some(value) = lost.pop() {
        if !std::mem::take(&mut is_served[value]) {
            continue;
        }
        let shares = |other: &usize| {
            is_served[*other] && tokens[*other].iter().any(|token| tokens[value].contains(token))
        };
        let rivals: Vec<_> = (0..tokens.len()).filter(shares).collect();
        lost.extend(rivals);
    }
    is_served
}

/// The tokens of each value: the numbers of its places, where places that overlap have one number.
fn tokens(places: &[Vec<Place>]) -> Vec<Vec<usize>> {
    let mut all: Vec<_> = places
        .iter()
        .enumerate()
        .flat_map(|(value, places)| places.iter().map(move |place| (place, value)))
        .collect();
    order::sort_by_key(&mut all, |((message, range), _)| (*message, range.start));
    let mut tokens = vec![Vec::new(); places.len()];
    let mut token = 0;
    let mut last: Option<Place> = None;
    for ((message, range), value) in all {
        last = match last {
            Some((of, before)) if of == *message && range.start < before.end => {
                Some((of, before.start..before.end.max(range.end)))
            }
            before => {
                token += usize::from(before.is_some());
                Some((*message, range.clone()))
            }
        };
        if tokens[value].last() != Some(&token) {
            tokens[value].push(token);
        }
    }
    tokens
}

/// Which values have a token in a largest matching.
fn matched(tokens: &[Vec<usize>]) -> Vec<bool> {
    let count = tokens.iter().flatten().max().map_or(0, |last| last + 1);
    let mut holder: Vec<Option<usize>> = vec![None; count];
    for value in 0..tokens.len() {
        let mut tried = vec![false; count];
        take_token(value, tokens, &mut holder, &mut tried);
    }
    let mut matched = vec![false; tokens.len()];
    holder.into_iter().flatten().for_each(|value| matched[value] = true);
    matched
}

/// Gives a value a token, and its holder another one where that is possible.
fn take_token(value: usize, tokens: &[Vec<usize>], holder: &mut [Option<usize>], tried: &mut [bool]) -> bool {
    for token in &tokens[value] {
        if std::mem::replace(&mut tried[*token], true) {
            continue;
        }
        let is_free = match holder[*token] {
            None => true,
            Some(other) => take_token(other, tokens, holder, tried),
        };
        if is_free {
            holder[*token] = Some(value);
            return true;
        }
    }
    false
}
