//! Numbers as a function gets them: a float holds a limited number of digits, so that the number in the text and the
//! number that the function gets may differ.

use std::borrow::Cow;

use hpd_json::__private::echo;
use hpd_json::{Decimal, Node, Warning, WarningCode};
use hpd_schema::__private::shape::{DeclaredNumber, Shape, ShapeId};
use serde_json::Number;

use super::lenient::hide_sensitive;
use super::plan::ReadingPlan;

/// How a type holds a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NumberForm {
    /// With every digit.
    Exact,
    /// In 32 bits.
    Float,
    /// In 64 bits.
    Double,
    /// As `serde_json` reads numbers of an unknown kind: an integer of 64 bits, or else a float.
    Json,
}

/// Frozen numbers are written out up to this many zeros. A `u128` has 39 digits, a `Decimal` 28 places: their readers take
/// no exponent.
pub const FROZEN_ZEROS: u8 = 40;

/// Maximum steps until a number reads as the number that it is written as. `serde_json` rounds some texts to a float
/// beside the nearest one, and reads the text of that float as itself.
const MAX_STEPS: usize = 4;

impl NumberForm {
    /// Whether the node says the same of the number.
    pub(super) fn is_declared(self, shape: &Shape, id: ShapeId) -> bool {
        shape.declared_number(id).is_some_and(|declared| Self::of(declared) == self)
    }

    fn of(declared: DeclaredNumber) -> Self {
        match declared {
            DeclaredNumber::Exact => Self::Exact,
            DeclaredNumber::Float => Self::Float,
            DeclaredNumber::Double => Self::Double,
        }
    }

    /// The shortest text of the number that a type of this form decodes from `text`, as it is frozen. `None` if it is the
    /// same number.
    fn decoded(self, text: &str) -> Option<String> {
        let sent = Decimal::parse(text)?;
        // The frozen text is decoded once more.
        let mut now = sent.clone();
        for _ in 0..MAX_STEPS {
            let next = self.step(&now.to_json(FROZEN_ZEROS)).and_then(|text| Decimal::parse(&text));
            match next.filter(|next| *next != now) {
                Some(next) => now = next,
                None => break,
            }
        }
        (now != sent).then(|| now.to_json(FROZEN_ZEROS))
    }

    /// The shortest text of the number that is decoded from `text`.
    fn step(self, text: &str) -> Option<String> {
        match self {
            Self::Exact => None,
            Self::Float => serde_json::to_string(&serde_json::from_str::<f32>(text).ok()?).ok(),
            Self::Double => serde_json::to_string(&serde_json::from_str::<f64>(text).ok()?).ok(),
            Self::Json => Some(serde_json::from_str::<Number>(text).ok()?.to_string()),
        }
    }
}

impl ReadingPlan {
    /// Writes numbers in arguments as the function gets them, where their type holds them with fewer digits. Returns a
    /// warning for each. `arguments` passed every check.
    pub fn decode_numbers(&self, arguments: &mut Node<'_>) -> Vec<Warning> {
        let mut warnings = Vec::new();
        let Node::Object(members) = arguments else { return warnings };
        for (name, value) in members {
            self.shape.visit_numbers(name, value, &mut |ids, path, text| {
                let Some(decoded) = self.form_of(ids).decoded(text) else { return };
                let message = "the number has more digits than the function can hold, and was rounded";
                let mut warning = Warning::new(WarningCode::Rounded, path.pointer(), message);
                let echoed = |text: &str| echo(&Node::Number(text.into()), self.limits.echo).to_json();
                warning.from = Some(echoed(text));
                warning.to = Some(echoed(&decoded));
                warnings.push(warning);
                *text = Cow::Owned(decoded);
            });
        }
        hide_sensitive(&mut warnings, &self.findings());
        warnings
    }

    /// The form of a number that these nodes describe.
    fn form_of(&self, ids: &[ShapeId]) -> NumberForm {
        if let Some(form) = ids.iter().find_map(|id| self.number_form(*id)) {
            return form;
        }
        match ids.iter().find_map(|id| self.shape.declared_number(*id)) {
            Some(declared) => NumberForm::of(declared),
            // No node describes what the type ignores.
            None if ids.is_empty() => NumberForm::Exact,
            None => NumberForm::Json,
        }
    }
}

#[cfg(test)]
mod tests {
    use hpd_json::Decimal;
    use proptest::prelude::*;

    use super::FROZEN_ZEROS;
    use super::NumberForm::{Double, Exact, Float, Json};

    proptest! {
        #[test]
        fn a_frozen_number_runs_as_it_is_written(text in "-?(0|[1-9][0-9]{0,24})([.][0-9]{1,30})?([eE][+-]?[0-9]{1,3})?") {
            for form in [Double, Float, Json] {
                // A number out of range is refused before.
                let Some(first) = form.step(&text) else { continue };
                let frozen = match form.decoded(&text) {
                    Some(decoded) => decoded,
                    None => Decimal::parse(&text).unwrap().to_json(FROZEN_ZEROS),
                };
                prop_assert_eq!(form.decoded(&frozen), None, "{:?} {} {}", form, text, frozen);
                let ran = form.step(&frozen).unwrap();
                prop_assert_eq!(Decimal::parse(&ran), Decimal::parse(&frozen), "{:?} {} {}", form, text, first);
            }
        }
    }

    #[test]
    fn a_number_is_written_as_its_type_holds_it() {
        for (form, text, decoded) in [
            (Double, "1e-400", "0"),
            (Double, "-1e-400", "0"),
            (Double, "0.1000000000000000055511151231257827", "0.1"),
            (Double, "12345678901234567890", "12345678901234567000"),
            (Double, "9007199254740993", "9007199254740992"),
            (Double, "123456789012345678901.5", "123456789012345680000"),
            (Double, "0.30000000000000004440892098500626", "0.30000000000000004"),
            (Double, "1e-99999999999", "0"),
            (Float, "16777217", "16777216"),
            (Float, "16777217.0", "16777216"),
            (Float, "0.123456789", "0.12345679"),
            (Json, "1e-400", "0"),
            (Json, "9007199254740993.5", "9007199254740994"),
            (Json, "123456789012345678901234567890", "123456789012345680000000000000"),
        ] {
            assert_eq!(form.decoded(text).as_deref(), Some(decoded), "{form:?} {text}");
        }
        for (form, text) in [
            (Double, "0.1"),
            (Double, "1e2"),
            (Double, "1.50"),
            (Double, "-0"),
            (Double, "9007199254740992"),
            (Float, "0.1"),
            (Float, "16777216"),
            (Json, "9007199254740993"),
            (Json, "18446744073709551615"),
            (Json, "0.30"),
            (Exact, "0.1000000000000000055511151231257827"),
            (Exact, "1e-400"),
        ] {
            assert_eq!(form.decoded(text), None, "{form:?} {text}");
        }
    }
}
