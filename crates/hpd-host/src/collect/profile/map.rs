//! Profiles in memory.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{PoisonError, RwLock};

use hpd_journal::BoxFuture;
use hpd_runtime::Principal;
use serde_json::Value;

use super::{Profile, SourceError};

type Values = BTreeMap<String, Value>;

/// Profiles in memory: values of each principal, and common ones.
///
/// ```
/// use hpd_host::Principal;
/// use hpd_host::values::{MapProfile, Profile};
/// use serde_json::json;
///
/// let anna = Principal::new("anna");
/// let profile =
///     MapProfile::new().for_all("country", "Norway").of(anna.clone(), "phone", "555-0000");
///
/// # futures_executor::block_on(async {
/// assert_eq!(profile.get(&anna, "phone").await.unwrap(), Some(json!("555-0000")));
/// assert_eq!(profile.get(&anna, "country").await.unwrap(), Some(json!("Norway")));
/// assert_eq!(profile.get(&Principal::new("bert"), "phone").await.unwrap(), None);
///
/// profile.put(&anna, "country", json!("Sweden")).await.unwrap();
/// assert_eq!(profile.get(&anna, "country").await.unwrap(), Some(json!("Sweden")));
/// assert_eq!(
///     profile.get(&Principal::new("bert"), "country").await.unwrap(),
///     Some(json!("Norway"))
/// );
/// # });
/// ```
#[derive(Default)]
pub struct MapProfile {
    for_all: Values,
    by_principal: RwLock<BTreeMap<Principal, Values>>,
}

impl MapProfile {
    /// Nothing is known of anybody.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a common value, for principals without their own. It must not be private, except in a single-user program.
    #[must_use]
    pub fn for_all(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.for_all.insert(key.into(), value.into());
        self
    }

    /// Adds a value of one principal.
    #[must_use]
    pub fn of(self, principal: Principal, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.set(principal, key.into(), value.into());
        self
    }

    fn set(&self, principal: Principal, key: String, value: Value) {
        let mut principals = self.by_principal.write().unwrap_or_else(PoisonError::into_inner);
        principals.entry(principal).or_default().insert(key, value);
    }

    fn find(&self, principal: &Principal, key: &str) -> Option<Value> {
        let principals = self.by_principal.read().unwrap_or_else(PoisonError::into_inner);
        let own = principals.get(principal).and_then(|values| values.get(key));
        own.or_else(|| self.for_all.get(key)).cloned()
    }
}

impl Profile for MapProfile {
    fn get<'a>(
        &'a self,
        principal: &'a Principal,
        key: &'a str,
    ) -> BoxFuture<'a, Result<Option<Value>, SourceError>> {
        Box::pin(async move { Ok(self.find(principal, key)) })
    }

    fn put<'a>(
        &'a self,
        principal: &'a Principal,
        key: &'a str,
        value: Value,
    ) -> BoxFuture<'a, Result<(), SourceError>> {
        Box::pin(async move {
            self.set(principal.clone(), key.to_owned(), value);
            Ok(())
        })
    }
}

/// The keys that are for all, and how many principals there are: never a value.
impl fmt::Debug for MapProfile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let principals = self.by_principal.read().unwrap_or_else(PoisonError::into_inner).len();
        f.debug_struct("MapProfile")
            .field("for_all", &self.for_all.keys())
            .field("principals", &principals)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use futures_executor::block_on;
    use hpd_runtime::Principal;
    use serde_json::json;

    use super::{MapProfile, Profile};

    #[test]
    fn a_principal_of_another_tenant_is_somebody_else() {
        let profile = MapProfile::new().of(Principal::new("anna").in_tenant("acme"), "phone", "555-0000");
        let found = |principal: Principal| block_on(profile.get(&principal, "phone")).unwrap();
        assert_eq!(found(Principal::new("anna").in_tenant("acme")), Some(json!("555-0000")));
        assert_eq!(found(Principal::new("anna").in_tenant("other")), None);
        assert_eq!(found(Principal::new("anna")), None);
        assert_eq!(found(Principal::default()), None);
    }

    #[test]
    fn debug_shows_keys_and_no_values() {
        let profile = MapProfile::new().for_all("pin", "s3cret").of(Principal::new("anna"), "pin", "s3cret");
        assert_eq!(format!("{profile:?}"), r#"MapProfile { for_all: ["pin"], principals: 1, .. }"#);
    }
}
