//! Where profiles are kept.

use std::fmt;
use std::sync::Arc;

use hpd_journal::BoxFuture;
use hpd_runtime::Principal;
use serde_json::Value;

/// User profiles: values of parameters with a `profile_key`, if the conversation gives none.
///
/// A failing or panicking profile counts as empty: the user is asked. Values are never logged.
///
/// ```
/// use hpd_host::system::BoxFuture;
/// use hpd_host::Principal;
/// use hpd_host::values::{Profile, SourceError};
/// use serde_json::{Value, json};
///
/// /// The phone numbers of a company.
/// struct Directory;
///
/// impl Profile for Directory {
///     fn get<'a>(
///         &'a self,
///         principal: &'a Principal,
///         key: &'a str,
///     ) -> BoxFuture<'a, Result<Option<Value>, SourceError>> {
///         Box::pin(async move {
///             match (principal.id(), key) {
///                 (Some("anna"), "phone") => Ok(Some(json!("555-0000"))),
///                 (Some(_), _) => Ok(None),
///                 (None, _) => Err(SourceError::new("nobody is signed in")),
///             }
///         })
///     }
/// }
///
/// # futures_executor::block_on(async {
/// let anna = Principal::new("anna");
/// assert_eq!(Directory.get(&anna, "phone").await.unwrap(), Some(json!("555-0000")));
/// let error = Directory.put(&anna, "phone", json!("555-1111")).await.unwrap_err();
/// assert_eq!(error.to_string(), "the profile can't be changed");
/// # });
/// ```
pub trait Profile: Send + Sync {
    /// The value of a key; `None` for a key without a value.
    ///
    /// # Errors
    ///
    /// The profile can't be read.
    fn get<'a>(
        &'a self,
        principal: &'a Principal,
        key: &'a str,
    ) -> BoxFuture<'a, Result<Option<Value>, SourceError>>;

    /// Stores a value that the user confirmed. Nothing else is ever stored, least of all values from the model alone.
    ///
    /// # Errors
    ///
    /// The value can't be stored. By default, a profile is read-only.
    fn put<'a>(
        &'a self,
        principal: &'a Principal,
        key: &'a str,
        value: Value,
    ) -> BoxFuture<'a, Result<(), SourceError>> {
        let _ = (principal, key, value);
        Box::pin(async { Err(SourceError::read_only()) })
    }
}

impl<P: Profile + ?Sized> Profile for Arc<P> {
    fn get<'a>(
        &'a self,
        principal: &'a Principal,
        key: &'a str,
    ) -> BoxFuture<'a, Result<Option<Value>, SourceError>> {
        (**self).get(principal, key)
    }

    fn put<'a>(
        &'a self,
        principal: &'a Principal,
        key: &'a str,
        value: Value,
    ) -> BoxFuture<'a, Result<(), SourceError>> {
        (**self).put(principal, key, value)
    }
}

impl fmt::Debug for dyn Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Profile")
    }
}

/// Why a profile gave no answer. The text of the error contains no values.
#[derive(Debug)]
pub struct SourceError(Kind);

#[derive(Debug)]
enum Kind {
    Failed(Box<dyn std::error::Error + Send + Sync>),
    ReadOnly,
}

impl SourceError {
    /// The reason for a profile's failure. It is logged, so it must not contain profile values.
    pub fn new(source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self(Kind::Failed(source.into()))
    }

    /// The profile can't be changed.
    pub const fn read_only() -> Self {
        Self(Kind::ReadOnly)
    }
}

impl fmt::Display for SourceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Kind::Failed(_) => "the profile failed",
            Kind::ReadOnly => "the profile can't be changed",
        })
    }
}

impl std::error::Error for SourceError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.0 {
            Kind::Failed(source) => Some(&**source),
            Kind::ReadOnly => None,
        }
    }
}
