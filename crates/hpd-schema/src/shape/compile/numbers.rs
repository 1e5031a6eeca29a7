//! Keywords for numbers.

use hpd_json::__private::Path;
use hpd_json::{Decimal, Node};

use super::ShapeError;
use super::compiler::Compiler;
use super::keywords::Draft;
use super::read::describe;
use crate::shape::NumberRules;

impl<'s, 'a> Compiler<'s, 'a> {
    pub(super) fn number_keyword(
        &self,
        draft: &mut Draft<'s>,
        keyword: &str,
        value: &'s Node<'a>,
        path: &Path<'_>,
    ) -> Result<(), ShapeError> {
        // Draft 4 says by a boolean whether the bound itself is excluded. That has one meaning, so that it is
        // understood in schemas of other drafts too, where it has none.
        if let (true, Node::Bool(excludes)) = (keyword.starts_with("exclusive"), value) {
            match keyword {
                "exclusiveMinimum" => draft.excludes_minimum = *excludes,
                _ => draft.excludes_maximum = *excludes,
            }
            return Ok(());
        }
        let number = self.number(value, path)?;
        if keyword == "multipleOf" && (number.is_zero() || number.is_negative()) {
            return Err(self.error(path, format!("must be greater than 0, not {}", describe(value))));
        }
        let rules = draft.node.number.get_or_insert_default();
        let place = match keyword {
            "minimum" => &mut rules.minimum,
            "maximum" => &mut rules.maximum,
            "exclusiveMinimum" => &mut rules.exclusive_minimum,
            "exclusiveMaximum" => &mut rules.exclusive_maximum,
            _ => &mut rules.multiple_of,
        };
        *place = Some(number);
        Ok(())
    }

    pub(super) fn finish_numbers(&self, draft: &mut Draft<'s>) {
        if let Some(rules) = draft.node.number.as_deref_mut() {
            if draft.excludes_minimum {
                rules.exclusive_minimum = rules.minimum.take();
            }
            if draft.excludes_maximum {
                rules.exclusive_maximum = rules.maximum.take();
            }
        }
        let has_ranges = self.options.native_formats || self.options.formats;
        let natural = draft.format.filter(|_| has_ranges).and_then(NaturalBounds::of);
        if let Some(bounds) = natural {
            bounds.add_to(draft.node.number.get_or_insert_default());
        }
        if let Some(rules) = draft.node.number.as_deref_mut() {
            rules.seal();
        }
    }
}

/// Whether a number is beyond the range of the type that a format names, if it names one.
pub(in crate::shape) fn is_beyond(format: &str, number: &Decimal) -> bool {
    NaturalBounds::of(format).is_some_and(|bounds| *number < bounds.low || *number > bounds.high)
}

/// The range of a Rust type of numbers.
struct NaturalBounds {
    low: Decimal,
    high: Decimal,
    /// Decoding refuses values beyond the range.
    enforced: bool,
}

impl NaturalBounds {
    /// The range of the type that a format names.
    fn of(format: &str) -> Option<Self> {
        let signed = |low: i128, high: i128| (Decimal::from(low), Decimal::from(high));
        let unsigned = |high: u128| (Decimal::ZERO, Decimal::from(high));
        let (low, high) = match format {
            "int8" => signed(i8::MIN.into(), i8::MAX.into()),
            "int16" => signed(i16::MIN.into(), i16::MAX.into()),
            "int32" => signed(i32::MIN.into(), i32::MAX.into()),
            "int64" | "int" => signed(i64::MIN.into(), i64::MAX.into()),
            "int128" => signed(i128::MIN, i128::MAX),
            "uint8" => unsigned(u8::MAX.into()),
            "uint16" => unsigned(u16::MAX.into()),
            "uint32" => unsigned(u32::MAX.into()),
            "uint64" | "uint" => unsigned(u64::MAX.into()),
            "uint128" => unsigned(u128::MAX),
            "float" => (Decimal::parse(&f32::MIN.to_string())?, Decimal::parse(&f32::MAX.to_string())?),
            "double" => (Decimal::parse(&f64::MIN.to_string())?, Decimal::parse(&f64::MAX.to_string())?),
            _ => return None,
        };
        // A number that is too large for an `f32` decodes as infinity.
        Some(Self { low, high, enforced: format != "float" })
    }

    /// Adds the range where the rules are wider.
    fn add_to(self, rules: &mut NumberRules) {
        let Self { low, high, enforced } = self;
        let is_wider = |bound: &Option<Decimal>, than: &Decimal, wider: std::cmp::Ordering| {
            bound.as_ref().is_none_or(|bound| bound.cmp(than) == wider || bound == than)
        };
        let low_is_natural = is_wider(&rules.minimum, &low, std::cmp::Ordering::Less);
        let high_is_natural = is_wider(&rules.maximum, &high, std::cmp::Ordering::Greater);
        rules.by_type = enforced
            && low_is_natural
            && high_is_natural
            && rules.exclusive_minimum.is_none()
            && rules.exclusive_maximum.is_none()
            && rules.multiple_of.is_none();
        rules.low_is_natural = low_is_natural;
        rules.high_is_natural = high_is_natural;
        rules.high_by_type = enforced && high_is_natural && rules.exclusive_maximum.is_none();
        if low_is_natural {
            rules.minimum = Some(low);
        }
        if high_is_natural {
            rules.maximum = Some(high);
        }
    }
}
