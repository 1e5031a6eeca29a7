//! Profiles in memory.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{PoisonError, RwLock};

use serde_json::Value;

use super::{Profile, SourceFuture, Subject};

type Values = BTreeMap<String, Value>;

/// Profiles in memory: values of each principal, and common ones.
///
/// ```
/// use hpd_host::collect::{MapProfile, Profile, Subject};
/// use serde_json::json;
///
/// let anna = Subject::new("anna");
/// let profile = MapProfile::new().for_all("country", "Norway").of(anna.clone(), "phone", "555-0000");
///
/// # futures_executor::block_on(async {
/// assert_eq!(profile.get(&anna, "phone").await.unwrap(), Some(json!("555-0000")));
/// assert_eq!(profile.get(&anna, "country").await.unwrap(), Some(json!("Norway")));
/// assert_eq!(profile.get(&Subject::new("bert"), "phone").await.unwrap(), None);
///
/// profile.put(&anna, "country", json!("Sweden")).await.unwrap();
/// assert_eq!(profile.get(&anna, "country").await.unwrap(), Some(json!("Sweden")));
/// assert_eq!(profile.get(&Subject::new("bert"), "country").await.unwrap(), Some(json!("Norway")));
/// # });
/// ```
#[derive(Default)]
pub struct MapProfile {
    for_all: Values,
    of_subjects: RwLock<BTreeMap<Subject, Values>>,
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

    /// Adds a value of one subject.
    #[must_use]
    pub fn of(self, subject: Subject, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.set(subject, key.into(), value.into());
        self
    }

    fn set(&self, subject: Subject, key: String, value: Value) {
        let mut subjects = self.of_subjects.write().unwrap_or_else(PoisonError::into_inner);
        subjects.entry(subject).or_default().insert(key, value);
    }

    fn find(&self, subject: &Subject, key: &str) -> Option<Value> {
        let subjects = self.of_subjects.read().unwrap_or_else(PoisonError::into_inner);
        let own = subjects.get(subject).and_then(|values| values.get(key));
        own.or_else(|| self.for_all.get(key)).cloned()
    }
}

impl Profile for MapProfile {
    fn get<'a>(&'a self, subject: &'a Subject, key: &'a str) -> SourceFuture<'a, Option<Value>> {
        Box::pin(async move { Ok(self.find(subject, key)) })
    }

    fn put<'a>(&'a self, subject: &'a Subject, key: &'a str, value: Value) -> SourceFuture<'a, ()> {
        Box::pin(async move {
            self.set(subject.clone(), key.to_owned(), value);
            Ok(())
        })
    }
}

/// The keys that are for all, and how many subjects there are: never a value.
impl fmt::Debug for MapProfile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let subjects = self.of_subjects.read().unwrap_or_else(PoisonError::into_inner).len();
        f.debug_struct("MapProfile")
            .field("for_all", &self.for_all.keys())
            .field("subjects", &subjects)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use futures_executor::block_on;
    use serde_json::json;

    use super::{MapProfile, Profile, Subject};

    #[test]
    fn a_principal_of_another_tenant_is_somebody_else() {
        let profile = MapProfile::new().of(Subject::new("anna").in_tenant("acme"), "phone", "555-0000");
        let found = |subject: Subject| block_on(profile.get(&subject, "phone")).unwrap();
        assert_eq!(found(Subject::new("anna").in_tenant("acme")), Some(json!("555-0000")));
        assert_eq!(found(Subject::new("anna").in_tenant("other")), None);
        assert_eq!(found(Subject::new("anna")), None);
        assert_eq!(found(Subject::default()), None);
    }

    #[test]
    fn debug_shows_keys_and_no_values() {
        let profile = MapProfile::new().for_all("pin", "s3cret").of(Subject::new("anna"), "pin", "s3cret");
        assert_eq!(format!("{profile:?}"), r#"MapProfile { for_all: ["pin"], subjects: 1, .. }"#);
    }
}
