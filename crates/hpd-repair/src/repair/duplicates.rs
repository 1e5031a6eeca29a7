//! Duplicate keys of an object.

use std::borrow::Cow;
use std::collections::HashMap;

use hpd_json::__private::{Path, are_surely_distinct};
use hpd_json::{Node, Warning};

use super::notice::{Notice, Notices};

/// Removes a member whose key and value occur earlier in the same object, with a warning for each removed
/// member.
///
/// If the values of a key differ, all its members stay, and the check against the schema reports them. Strict reading
/// keeps duplicates with equal values, so a tree that was read strictly may need this function.
///
/// ```
/// use hpd_json::{Limits, Node};
/// # use hpd_repair::__private::merge_duplicates;
///
/// let mut tree =
///     Node::parse(r#"{"a": 1, "a": 1.0, "b": 1, "b": 2}"#, &Limits::default()).unwrap();
/// let mut warnings = Vec::new();
/// merge_duplicates(&mut tree, &mut warnings);
/// assert_eq!(tree.to_json(), r#"{"a":1,"b":1,"b":2}"#);
/// assert_eq!(warnings[0].pointer, "/a");
/// ```
pub fn merge_duplicates(tree: &mut Node<'_>, warnings: &mut Vec<Warning>) {
    let mut notices = Notices::default();
    merge(tree, &Path::ROOT, &mut notices);
    warnings.extend(notices.into_warnings());
}

/// Objects of at most this many members are compared key by key, without a table.
const FEW: usize = 8;

fn merge(node: &mut Node<'_>, path: &Path<'_>, notices: &mut Notices) {
    match node {
        Node::Array(items) => {
            for (index, item) in items.iter_mut().enumerate() {
                merge(item, &path.index(index), notices);
            }
        }
        Node::Object(members) => {
            for (key, value) in members.iter_mut() {
                merge(value, &path.key(key), notices);
            }
            if has_duplicates(members) {
                merge_members(members, path, notices);
            }
        }
        _ => {}
    }
}

fn has_duplicates(members: &[(Cow<'_, str>, Node<'_>)]) -> bool {
    if are_surely_distinct(members) {
        return false;
    }
    if members.len() <= FEW {
        return members
            .iter()
            .enumerate()
            .any(|(index, (key, _))| members[..index].iter().any(|(earlier, _)| earlier == key));
    }
    let mut keys: Vec<&str> = members.iter().map(|(key, _)| key.as_ref()).collect();
    keys.sort_unstable();
    keys.windows(2).any(|pair| pair[0] == pair[1])
}

/// Only a key whose values are all the same is merged: otherwise it would show fewer values than were sent.
fn merge_members(members: &mut Vec<(Cow<'_, str>, Node<'_>)>, path: &Path<'_>, notices: &mut Notices) {
    let keep = {
        let mut first: HashMap<&str, (usize, bool)> = HashMap::new();
        for (index, (key, value)) in members.iter().enumerate() {
            let (earlier, same) = first.entry(key).or_insert((index, true));
            *same &= members[*earlier].1 == *value;
        }
        let keep = members.iter().enumerate().map(|(index, (key, _))| {
            let (earlier, same) = first[key.as_ref()];
            index == earlier || !same
        });
        keep.collect::<Vec<bool>>()
    };
    let mut keep = keep.into_iter();
    members.retain(|(key, _)| {
        let keeps = keep.next().unwrap_or(true);
        if !keeps {
            notices.add(Notice::DuplicateKey, &path.key(key), None);
        }
        keeps
    });
}
