//! Whole numbers as Rust reads them: a schema takes `3.0` for an integer, and so does a caller who means 3.

use hpd_json::{Decimal, Node};

use super::{Shape, ShapeId, ShapeNode, TypeSet};

/// The longest whole number that is written out.
const MAX_DIGITS: usize = 39;
/// The most zeros that it ends in: more than `Decimal` shows of its own accord.
const MAX_ZEROS: u8 = 38;

#[doc(hidden)]
impl Shape {
    /// Writes whole numbers without a fraction or an exponent where the schema asks for an integer.
    #[doc(hidden)]
    pub fn write_integers(&self, value: &mut Node<'_>) {
        self.write_integers_at(self.root(), value);
    }

    fn write_integers_at(&self, id: ShapeId, value: &mut Node<'_>) {
        let node = self.node(id);
        match value {
            Node::Number(text) if wants_integer(node) && !is_plain(text) => {
                let plain =
                    Decimal::parse(text).filter(Decimal::is_integer).map(|number| number.to_json(MAX_ZEROS));
                if let Some(plain) = plain
                    .filter(|plain| plain.trim_start_matches('-').len() <= MAX_DIGITS && !plain.contains('e'))
                {
                    *text = plain.into();
                }
            }
            Node::Array(items) => {
                if let Some(rules) = node.array.as_deref() {
                    for (index, item) in (0..).zip(items) {
                        if let Some(below) = rules.item(index) {
                            self.write_integers_at(below, item);
                        }
                    }
                }
            }
            Node::Object(members) => {
                if let Some(rules) = node.object.as_deref() {
                    for (key, member) in members {
                        if let Some(below) = rules.member(key) {
                            self.write_integers_at(below, member);
                        }
                    }
                }
            }
            _ => {}
        }
        self.write_integers_in_parts(node, value);
    }

    /// Where a value may be several things, the first that it is decides.
    fn write_integers_in_parts(&self, node: &ShapeNode, value: &mut Node<'_>) {
        for part in node.reference.iter().chain(&node.all_of) {
            self.write_integers_at(*part, value);
        }
        for alternatives in [&node.any_of, &node.one_of] {
            if let Some(alternative) = alternatives.iter().find(|id| self.accepts_at(**id, value)) {
                self.write_integers_at(*alternative, value);
            }
        }
    }
}

/// Whether a number is written as integers are decoded. Those without a sign decode from no `-0`.
fn is_plain(number: &str) -> bool {
    !number.contains(['.', 'e', 'E']) && number != "-0"
}

/// Whether integers are allowed, and other numbers are not.
const fn wants_integer(node: &ShapeNode) -> bool {
    node.types.contains(TypeSet::INTEGER) && !node.types.contains(TypeSet::NUMBER)
}
