//! A number as people write it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};

/// A number. Whole numbers are written without a fraction: `15`, not `15.0`.
///
/// ```
/// use hpd_examples::math::Number;
/// use hpd_host::reexports::serde_json::to_string;
///
/// assert_eq!(to_string(&Number(15.0)).unwrap(), "15");
/// assert_eq!(to_string(&Number(0.5)).unwrap(), "0.5");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
pub struct Number(pub f64);

/// The largest number up to which `f64` represents every whole number exactly: 2^53.
const LARGEST_EXACT: f64 = 9_007_199_254_740_992.0;

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.fract() == 0.0 && self.0.abs() <= LARGEST_EXACT {
            #[expect(clippy::cast_possible_truncation, reason = "whole, and at most 2^53")]
            let whole = self.0 as i64;
            serializer.serialize_i64(whole)
        } else {
            serializer.serialize_f64(self.0)
        }
    }
}

#[cfg(test)]
mod tests {
    use hpd_host::reexports::serde_json::{from_str, to_string};
    use proptest::prelude::*;

    use super::*;

    fn written(number: f64) -> String {
        to_string(&Number(number)).expect("a finite number can be written")
    }

    #[test]
    fn whole_numbers_have_no_fraction() {
        assert_eq!(written(15.0), "15");
        assert_eq!(written(-0.0), "0");
        assert_eq!(written(-3.0), "-3");
        assert_eq!(written(LARGEST_EXACT), "9007199254740992");
    }

    #[test]
    fn other_numbers_keep_their_fraction() {
        assert_eq!(written(1.5), "1.5");
        assert_eq!(written(-0.1), "-0.1");
    }

    proptest! {
        #[test]
        fn whole_numbers_are_read_as_they_were_written(number in -(1_i64 << 53)..=1 << 53) {
            let text = number.to_string();
            let read = from_str::<Number>(&text).expect("a number");
            prop_assert_eq!(written(read.0), text);
        }
    }
}
