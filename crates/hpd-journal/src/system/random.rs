//! Random bytes, for unguessable ids and codes.

use std::fmt;

use hpd_runtime::__private::text::hex;

/// Where random bytes come from. They must be fit for secrets.
pub trait Random: Send + Sync {
    /// Fills `bytes`.
    ///
    /// # Errors
    ///
    /// The source has failed. Nothing is asked or approved then.
    fn fill(&self, bytes: &mut [u8]) -> Result<(), RandomError>;
}

/// The source of random bytes has failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RandomError(pub String);

impl fmt::Display for RandomError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no random bytes: {}", self.0)
    }
}

impl std::error::Error for RandomError {}

/// The operating system's source of random bytes.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemRandom;

impl Random for SystemRandom {
    fn fill(&self, bytes: &mut [u8]) -> Result<(), RandomError> {
        getrandom::fill(bytes).map_err(|error| RandomError(error.to_string()))
    }
}

/// 128 random bits, as 32 hexadecimal digits.
///
/// # Errors
///
/// There are no random bytes.
pub fn random_id(random: &dyn Random) -> Result<String, RandomError> {
    let mut bytes = [0; 16];
    random.fill(&mut bytes)?;
    Ok(hex(&bytes))
}
