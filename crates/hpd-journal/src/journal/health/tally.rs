//! How often a name comes, with an end to how many names there are.

use std::collections::BTreeMap;

use hpd_runtime::__private::text::char_start;

/// Maximum number of separate names of each kind.
pub const MAX_NAMES: usize = 1_000;

/// The name under which all further names are counted.
pub const OTHERS: &str = "(others)";

/// Maximum bytes of a name; the rest is cut.
const LONGEST: usize = 128;

/// Figures by name. Names may come from the model, so their number and length are limited.
#[derive(Debug, Clone)]
pub(super) struct ByName<T>(BTreeMap<String, T>);

impl<T> Default for ByName<T> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<T: Default> ByName<T> {
    pub(super) fn get(&mut self, name: &str) -> &mut T {
        let name = &name[..char_start(name, LONGEST)];
        let name = if self.0.len() < MAX_NAMES || self.0.contains_key(name) { name } else { OTHERS };
        self.0.entry(name.to_owned()).or_default()
    }

    pub(super) fn values_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.0.values_mut()
    }

    pub(super) fn into_map(self) -> BTreeMap<String, T> {
        self.0
    }
}

impl ByName<u64> {
    pub(super) fn count<'n>(&mut self, names: impl IntoIterator<Item = &'n String>) {
        for name in names {
            *self.get(name) += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ByName, LONGEST, MAX_NAMES, OTHERS};

    #[test]
    fn names_beyond_the_most_count_as_others() {
        let mut names = ByName::default();
        let many: Vec<_> = (0..MAX_NAMES + 5).map(|number| number.to_string()).collect();
        names.count(&many);
        names.count(&many[..1]);
        let names = names.into_map();
        assert_eq!((names.len(), names["0"], names[OTHERS]), (MAX_NAMES + 1, 2, 5));
    }

    #[test]
    fn a_long_name_is_cut_at_a_letter() {
        let mut names = ByName::default();
        names.count(&["ä".repeat(LONGEST), format!("x{}", "ä".repeat(LONGEST))]);
        let lengths: Vec<_> = names.into_map().keys().map(String::len).collect();
        assert_eq!(lengths, [LONGEST - 1, LONGEST]);
    }
}
