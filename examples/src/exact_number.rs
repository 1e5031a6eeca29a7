//! Writes a decimal as a JSON number with exactly its digits: `5000.00`, not `"5000.00"`, and never through a float.

use hpd_host::reexports::serde_json::value::RawValue;
use rust_decimal::Decimal;
use serde::ser::Error as _;
use serde::{Serialize, Serializer};

pub(crate) fn serialize<S: Serializer>(decimal: &Decimal, serializer: S) -> Result<S::Ok, S::Error> {
    RawValue::from_string(decimal.to_string()).map_err(S::Error::custom)?.serialize(serializer)
}

/// The same for a figure that may be absent.
pub(crate) mod option {
    use rust_decimal::Decimal;
    use serde::Serializer;

    #[expect(clippy::ref_option, reason = "serde passes a reference to the field")]
    pub(crate) fn serialize<S: Serializer>(
        decimal: &Option<Decimal>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match decimal {
            Some(decimal) => super::serialize(decimal, serializer),
            None => serializer.serialize_none(),
        }
    }
}
