//! On whose behalf a call is made.

use serde::{Deserialize, Serialize};

/// The user or program on whose behalf a call is made, and the tenant whose data the call uses.
///
/// The same id in another tenant is another principal. `Default` is an unknown principal.
///
/// ```
/// use hpd_runtime::{Principal, TurnContext};
///
/// let anna = Principal::new("anna").in_tenant("acme");
/// assert_ne!(anna, Principal::new("anna").in_tenant("other"));
///
/// let turn = TurnContext::on_behalf_of(anna);
/// assert_eq!((turn.principal.id(), turn.principal.tenant()), (Some("anna"), Some("acme")));
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Principal {
    /// The id of the principal, if the host knows it.
    #[serde(rename = "principal")]
    pub id: Option<String>,
    /// The tenant whose data the principal uses.
    pub tenant: Option<String>,
}

impl Principal {
    /// The principal of this id, without a tenant.
    pub fn new(id: impl Into<String>) -> Self {
        Self { id: Some(id.into()), tenant: None }
    }

    /// An unknown principal: the same as `Default`, and usable in constants.
    pub const fn unknown() -> Self {
        Self { id: None, tenant: None }
    }

    /// Sets the tenant whose data the principal uses.
    #[must_use]
    pub fn in_tenant(self, tenant: impl Into<String>) -> Self {
        Self { tenant: Some(tenant.into()), ..self }
    }

    /// The id.
    pub fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    /// The tenant.
    pub fn tenant(&self) -> Option<&str> {
        self.tenant.as_deref()
    }
}

#[cfg(test)]
mod tests {
    use super::Principal;

    #[test]
    fn the_stored_keys_are_principal_and_tenant() {
        let stored = |principal: &Principal| serde_json::to_string(principal).unwrap();
        assert_eq!(stored(&Principal::new("anna")), r#"{"principal":"anna","tenant":null}"#);
        assert_eq!(stored(&Principal::unknown().in_tenant("acme")), r#"{"principal":null,"tenant":"acme"}"#);
        let read: Principal = serde_json::from_str(r#"{"tenant":"acme"}"#).unwrap();
        assert_eq!(read, Principal::default().in_tenant("acme"));
    }
}
