//! Equality by JSON value.

use std::borrow::Cow;
use std::fmt::Write;

use super::Node;
use crate::decimal::Decimal;
use crate::key_hash::SeenKeys;
use crate::order;

/// Keys of so many members mostly differ in length or in their last letter.
const FEW: usize = 12;

impl PartialEq for Node<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Null, Self::Null) => true,
            (Self::Bool(left), Self::Bool(right)) => left == right,
            (Self::Number(left), Self::Number(right)) => {
                left == right || Decimal::parse(left) == Decimal::parse(right)
            }
            (Self::String(left), Self::String(right)) => left == right,
            (Self::Array(left), Self::Array(right)) => left == right,
            (Self::Object(left), Self::Object(right)) => {
                left.len() == right.len() && same_members(left, right)
            }
            _ => false,
        }
    }
}

impl Eq for Node<'_> {}

/// Whether the keys of an object are certainly all different, by a cheap test. A `false` needs a comparison.
pub fn are_surely_distinct(members: &[(Cow<'_, str>, Node<'_>)]) -> bool {
    if members.len() > FEW {
        let mut seen = SeenKeys::with_room(members.len());
        return members.iter().all(|(key, _)| seen.insert(key));
    }
    let mut seen = 0_u64;
    members.iter().all(|(key, _)| {
        let last = key.as_bytes().last().copied().unwrap_or_default();
        let bit = 1 << ((key.len() * 7 + usize::from(last)) % 64);
        let is_new = seen & bit == 0;
        seen |= bit;
        is_new
    })
}

/// Whether two objects of the same size have the same members. Duplicates count in their order.
fn same_members<K: AsRef<str>>(left: &[(K, Node<'_>)], right: &[(K, Node<'_>)]) -> bool {
    let (left, right) = (sorted(left), sorted(right));
    left.iter().zip(&right).all(|(left, right)| left.0.as_ref() == right.0.as_ref())
        && left.iter().zip(&right).all(|(left, right)| left.1 == right.1)
}

/// The members by key; the sort is stable, so that duplicates stay in their order.
fn sorted<'n, 'a, K: AsRef<str>>(members: &'n [(K, Node<'a>)]) -> Vec<&'n (K, Node<'a>)> {
    let mut sorted: Vec<_> = members.iter().collect();
    order::sort_by(&mut sorted, |left, right| left.0.as_ref().cmp(right.0.as_ref()));
    sorted
}

impl Node<'_> {
    /// A text that is the same for two nodes if and only if they are equal. It serves only for comparison; it is not
    /// JSON.
    pub fn to_canonical(&self) -> String {
        let mut text = String::new();
        self.write_canonical(&mut text);
        text
    }

    /// Appends a text that is the same for two nodes if and only if they are equal.
    #[doc(hidden)]
    pub fn write_canonical(&self, out: &mut String) {
        match self {
            Self::Number(text) => match Decimal::parse(text) {
                Some(number) => {
                    // Writing into a `String` can't fail.
                    let _ = write!(out, "{number}");
                }
                None => out.push_str(text),
            },
            Self::Array(items) => {
                out.push('[');
                for item in items {
                    item.write_canonical(out);
                    out.push(',');
                }
                out.push(']');
            }
            Self::Object(members) => {
                out.push('{');
                for (key, value) in sorted(members) {
                    Node::String(key.as_ref().into()).write_json(out);
                    out.push(':');
                    value.write_canonical(out);
                    out.push(',');
                }
                out.push('}');
            }
            _ => self.write_json(out),
        }
    }
}
