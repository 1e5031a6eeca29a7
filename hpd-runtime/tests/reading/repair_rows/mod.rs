//! The rows, class by class.

use hpd_runtime::args::SyntaxErrorKind;

mod read;
mod refused;

pub(crate) use read::{LENIENT, READ};
pub(crate) use refused::{REFUSED, SAFE};

/// The tree and the codes, or the kind of the error.
pub(crate) type Expected = Result<(String, String), SyntaxErrorKind>;
