//! Values that the user confirmed.

use std::collections::VecDeque;

use hpd_runtime::args::Node;
use hpd_runtime::spec::QualifiedId;
use sha2::{Digest, Sha256};

/// As many are remembered; the oldest are forgotten, and asked about again.
const MAX: usize = 1024;

/// Values that the user confirmed in a session, each for one parameter of one tool. They are kept as hashes.
#[derive(Debug, Clone, Default)]
pub(crate) struct Confirmed {
    hashes: VecDeque<[u8; 32]>,
}

impl Confirmed {
    /// The user confirmed this value for this parameter.
    pub(crate) fn add(&mut self, tool: &QualifiedId, parameter: &str, value: &Node<'_>) {
        let hash = hash(tool, parameter, value);
        if !self.hashes.contains(&hash) {
            self.hashes.truncate(MAX - 1);
            self.hashes.push_front(hash);
        }
    }

    /// Whether the user confirmed this value for this parameter. Values are compared as JSON: `1.0` is `1`.
    pub(crate) fn contains(&self, tool: &QualifiedId, parameter: &str, value: &Node<'_>) -> bool {
        !self.hashes.is_empty() && self.hashes.contains(&hash(tool, parameter, value))
    }
}

fn hash(tool: &QualifiedId, parameter: &str, value: &Node<'_>) -> [u8; 32] {
    let mut hash = Sha256::new();
    for part in [tool.as_str(), parameter, &value.to_canonical()] {
        // Length-prefixed, so that the end of one part can't begin the next.
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
    hash.finalize().into()
}

#[cfg(test)]
mod tests {
    use hpd_runtime::args::{Limits, Node};
    use hpd_runtime::spec::QualifiedId;

    use super::{Confirmed, MAX};

    fn node(text: &str) -> Node<'_> {
        Node::parse(text, &Limits::default()).unwrap()
    }

    #[test]
    fn a_value_is_confirmed_for_one_parameter_of_one_tool() {
        let (order, cancel) =
            (QualifiedId::new(Some("buy"), "order"), QualifiedId::new(Some("buy"), "cancel"));
        let mut confirmed = Confirmed::default();
        assert!(!confirmed.contains(&order, "amount", &node("1")));
        confirmed.add(&order, "amount", &node("1"));
        assert!(confirmed.contains(&order, "amount", &node("1.0")));
        assert!(!confirmed.contains(&order, "amount", &node("2")));
        assert!(!confirmed.contains(&order, "amount", &node("\"1\"")));
        assert!(!confirmed.contains(&order, "amount2", &node("1")));
        assert!(!confirmed.contains(&cancel, "amount", &node("1")));
    }

    #[test]
    fn parts_do_not_run_into_each_other() {
        let mut confirmed = Confirmed::default();
        confirmed.add(&QualifiedId::new(None, "ab"), "c", &node("1"));
        assert!(!confirmed.contains(&QualifiedId::new(None, "a"), "bc", &node("1")));
    }

    #[test]
    fn the_oldest_are_forgotten() {
        let tool = QualifiedId::new(None, "pay");
        let mut confirmed = Confirmed::default();
        for index in 0..=MAX {
            confirmed.add(&tool, "amount", &node(&index.to_string()));
        }
        assert!(!confirmed.contains(&tool, "amount", &node("0")));
        assert!(confirmed.contains(&tool, "amount", &node("1")));
        assert!(confirmed.contains(&tool, "amount", &node(&MAX.to_string())));
    }

    #[test]
    fn debug_shows_no_values() {
        let mut confirmed = Confirmed::default();
        confirmed.add(&QualifiedId::new(None, "pay"), "pin", &node("\"s3cret\""));
        assert!(!format!("{confirmed:?}").contains("s3cret"));
    }
}
