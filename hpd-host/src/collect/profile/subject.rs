//! Whose profile it is.

/// Whose profile it is: on whose behalf a call is made, and in whose data.
///
/// ```
/// use hpd_host::collect::Subject;
///
/// let anna = Subject::new("anna").in_tenant("acme");
/// assert_ne!(anna, Subject::new("anna").in_tenant("other"));
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Subject {
    /// The principal, if the host says who it is.
    pub principal: Option<String>,
    /// The tenant whose data they use. The same principal in another tenant is another person.
    pub tenant: Option<String>,
}

impl Subject {
    /// The principal of this id, without a tenant.
    pub fn new(principal: impl Into<String>) -> Self {
        Self { principal: Some(principal.into()), tenant: None }
    }

    /// The same principal in a tenant.
    #[must_use]
    pub fn in_tenant(self, tenant: impl Into<String>) -> Self {
        Self { tenant: Some(tenant.into()), ..self }
    }
}
