//! A part of a whole.

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

/// A part of a whole. As JSON: `{"count":1,"of":4,"rate":0.25}`.
///
/// ```
/// use hpd_journal::journal::health::Rate;
///
/// assert_eq!(Rate { count: 1, of: 4 }.value(), Some(0.25));
/// assert_eq!(Rate { count: 0, of: 0 }.value(), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Rate {
    /// Number of cases that have the property.
    pub count: u64,
    /// Number of all cases.
    pub of: u64,
}

impl Rate {
    /// Ratio from 0 to 1; `None` without cases.
    #[expect(clippy::cast_precision_loss, reason = "counts of calls are far from 2^52")]
    pub fn value(self) -> Option<f64> {
        (self.of > 0).then(|| self.count as f64 / self.of as f64)
    }
}

impl Serialize for Rate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Rate", 3)?;
        fields.serialize_field("count", &self.count)?;
        fields.serialize_field("of", &self.of)?;
        fields.serialize_field("rate", &self.value())?;
        fields.end()
    }
}
