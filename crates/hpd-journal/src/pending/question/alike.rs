//! Texts that look like others, by Unicode's data of confusable characters (UTS #39).
//!
//! Two texts look alike if their skeletons are the same: `РАУРА` in Cyrillic and `PAYPA`, or a text in NFC and NFD.
//! Texts beyond ASCII are also compared without case, since `ı` and `I` look alike only there.

use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};

use hpd_runtime::args::Node;
use rustc_hash::{FxHashMap, FxHasher};

use super::skeleton::skeleton;

/// Longer texts are notes, which readers don't tell apart by their looks. In bytes.
const LONGEST: usize = 128;
/// A question names this many pairs.
const MAX_PAIRS: usize = 3;
/// This many texts of a call are compared without an allocation.
const FEW: usize = 64;

/// Whether a text takes part. A single letter of ASCII is a mark or a size rather than a name.
fn is_compared(text: &str) -> bool {
    text.len() > 1 && text.len() <= LONGEST
}

/// Whether two texts differ, and look alike.
fn look_alike(one: &str, other: &str) -> bool {
    if one == other {
        return false;
    }
    if skeleton(one).eq(skeleton(other)) {
        return true;
    }
    if one.is_ascii() && other.is_ascii() {
        return false;
    }
    let (one, other) = (one.to_lowercase(), other.to_lowercase());
    one != other && skeleton(&one).eq(skeleton(&other))
}

fn hash_of(text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    skeleton(text).for_each(|c| c.hash(&mut hasher));
    hasher.finish()
}

/// The texts in a value, without its keys.
pub(super) fn texts<'v>(value: &'v Node<'_>, found: &mut impl FnMut(&'v str)) {
    match value {
        Node::String(text) => found(text),
        Node::Array(items) => items.iter().for_each(|item| texts(item, found)),
        Node::Object(members) => members.iter().for_each(|(_, value)| texts(value, found)),
        Node::Null | Node::Bool(_) | Node::Number(_) => {}
    }
}

/// Texts of a call, each with the known or earlier text that it looks like. The one beyond ASCII comes first.
pub(super) fn look_alikes<'a>(own: &[&'a str], known: &[&'a str]) -> Vec<(&'a str, &'a str)> {
    let mut seen: FxHashMap<u64, Vec<&'a str>> = FxHashMap::default();
    let mut pairs = Vec::new();
    let mut done = BTreeSet::new();
    let texts = known.iter().map(|text| (text, false)).chain(own.iter().map(|text| (text, true)));
    for (text, is_own) in texts.filter(|(text, _)| is_compared(text)) {
        if !done.insert((is_own, *text)) {
            continue;
        }
        let keys = [hash_of(text), hash_of(&text.to_lowercase())];
        let same = keys.iter().filter_map(|key| seen.get(key)).flatten();
        let alike = same.into_iter().find(|other| is_own && look_alike(text, other)).copied();
        if let Some(other) = alike {
            let is_turned = text.is_ascii() && !other.is_ascii();
            pairs.push(if is_turned { (other, *text) } else { (*text, other) });
            if pairs.len() == MAX_PAIRS {
                break;
            }
        }
        for key in keys {
            seen.entry(key).or_default().push(text);
        }
    }
    pairs
}

/// Texts in ASCII, compared without an allocation.
pub(super) struct FewTexts<'a> {
    texts: [(u64, &'a str); FEW],
    count: usize,
}

impl<'a> FewTexts<'a> {
    pub(super) const fn new() -> Self {
        Self { texts: [(0, ""); FEW], count: 0 }
    }

    /// Adds a text in ASCII. Returns whether it fits, and surely looks like no other.
    pub(super) fn add(&mut self, text: &'a str) -> bool {
        if !is_compared(text) {
            return true;
        }
        let hash = hash_of(text);
        let is_new = self.is_apart(text, hash);
        let Some(place) = self.texts.get_mut(self.count).filter(|_| is_new) else { return false };
        *place = (hash, text);
        self.count += 1;
        true
    }

    /// Whether a known text surely looks like none of these.
    pub(super) fn is_unlike(&self, known: &str) -> bool {
        self.count == 0 || !is_compared(known) || known.is_ascii() && self.is_apart(known, hash_of(known))
    }

    fn is_apart(&self, text: &str, hash: u64) -> bool {
        let mut texts = self.texts.iter().take(self.count);
        texts.all(|(other, same)| *other != hash || *same == text)
    }
}
