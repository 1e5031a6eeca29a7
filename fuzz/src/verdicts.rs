//! Verdicts of a Shape and of the `jsonschema` crate.

#[path = "../../hpd-runtime/tests/schemas/agreement/mod.rs"]
pub(crate) mod agreement;

use hpd_runtime::args::Limits;
use hpd_runtime::shape::{CompileOptions, Shape};
use libfuzzer_sys::Corpus;

use crate::pair::read_pair;

/// Checks that both say the same of a value, with formats and without.
///
/// # Panics
///
/// They do not.
pub fn check_verdicts(data: &[u8]) -> Corpus {
    let Some((schema, value)) = read_pair(data) else { return Corpus::Reject };
    let limits = Limits::default();
    for formats in [false, true] {
        let options = CompileOptions { formats, ..CompileOptions::outside(&limits) };
        let Ok(ours) = Shape::compile(&schema, options) else { return Corpus::Reject };
        // Keywords unknown to a Shape are out of scope.
        if !ours.unsupported().is_empty() {
            return Corpus::Reject;
        }
        let Some(theirs) = agreement::reference(&schema, formats) else { return Corpus::Reject };
        if let Err(difference) = agreement::compare(&schema, &ours, &theirs, &value) {
            panic!("{difference}");
        }
    }
    Corpus::Keep
}
