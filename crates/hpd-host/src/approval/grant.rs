//! Permissions of users in a session.

use std::fmt;

use hpd_journal::__private::{canonical_json, is_same_without_case, random_id};
use hpd_journal::{SystemRandom, Timestamp};
use hpd_runtime::Principal;
use hpd_runtime::args::Node;
use hpd_runtime::spec::QualifiedId;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Permission;
use crate::tool::Tool;

/// How long a user's permission holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lifetime {
    /// For the next call of the tool.
    Once,
    /// As long as the session.
    Session,
}

/// A user's permission for a tool in a session. Only a [`UserChannel`](super::UserChannel) creates one; no model text
/// can.
///
/// An [`Allow`](Permission::Allow) is for the tool as it is now: it holds while the tool's
/// [fingerprint](crate::Tool::fingerprint) stays the same. It never covers a call of high risk, nor a question that the
/// host wants for the tool by name. It can be narrowed to a value of an argument, a number of calls, and a time.
///
/// ```
/// use hpd_host::approval::{Lifetime, Permission, UserChannel};
/// use hpd_host::outcome::OutcomeKind;
/// use hpd_host::{RawCall, Session, Toolbox, plugin};
/// use serde_json::json;
///
/// struct Bank;
///
/// #[plugin]
/// impl Bank {
///     /// Pays somebody.
///     #[ai_function(write, risk = medium)]
///     fn pay(&self, /** The payee. */ to: String) -> String {
///         format!("Paid {to}")
///     }
/// }
///
/// # futures_executor::block_on(async {
/// let toolbox = Toolbox::builder().plugin(Bank).build()?;
/// let (session, user) = (Session::new(), UserChannel::local());
/// let pay = toolbox.tool("pay").unwrap();
/// let grant = user.grant(pay, Permission::Allow, Lifetime::Session);
/// session.grant(grant.only_with("to", json!("Bob"))?.calls(2));
///
/// let bob = toolbox.call(&session, &RawCall::new("1", "pay", r#"{"to": "Bob"}"#)).await;
/// assert_eq!(bob.for_model().text, "Paid Bob");
/// let eve = toolbox.call(&session, &RawCall::new("2", "pay", r#"{"to": "Eve"}"#)).await;
/// assert!(matches!(eve.kind, OutcomeKind::Confirm(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// # }).unwrap();
/// ```
#[derive(Debug, PartialEq, Eq)]
#[must_use]
pub struct Grant {
    pub(crate) granted: GrantedPermission,
    parameters: Vec<String>,
    sensitive: Vec<String>,
}

impl Grant {
    pub(super) fn new(tool: &Tool, permission: Permission, lifetime: Lifetime, principal: Principal) -> Self {
        Self {
            granted: GrantedPermission {
                permission,
                lifetime,
                // Without random bytes, the permission can't be taken from a stored session.
                id: random_id(&SystemRandom).ok(),
                ..GrantedPermission::allowing(
                    tool.id().clone(),
                    tool.fingerprint(),
                    tool.source_version().map(str::to_owned),
                    principal,
                )
            },
            parameters: tool.parameter_names(),
            sensitive: tool.sensitive_parameters().into_iter().map(str::to_owned).collect(),
        }
    }

    /// The permission is for calls in which an argument has this value. The value is stored with the session.
    ///
    /// # Errors
    ///
    /// The tool has no such parameter, or the parameter is sensitive.
    pub fn only_with(mut self, parameter: &str, value: Value) -> Result<Self, GrantError> {
        if self.sensitive.iter().any(|name| name == parameter) {
            return Err(GrantError::Sensitive { parameter: parameter.to_owned() });
        }
        if !self.parameters.iter().any(|name| name == parameter) {
            return Err(GrantError::UnknownParameter { parameter: parameter.to_owned() });
        }
        self.granted.argument = Some(GrantedArgument { name: parameter.to_owned(), value });
        Ok(self)
    }

    /// The permission is for so many calls.
    pub const fn calls(mut self, calls: u32) -> Self {
        self.granted.calls = Some(calls);
        self
    }

    /// The permission ends at this time.
    pub const fn until(mut self, end: Timestamp) -> Self {
        self.granted.until = Some(end);
        self
    }
}

/// Why a permission can't be narrowed in this way.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum GrantError {
    /// The tool has no such parameter: the permission would never apply.
    UnknownParameter {
        /// The name that was given.
        parameter: String,
    },
    /// The parameter is sensitive: its value must not be stored.
    Sensitive {
        /// The parameter.
        parameter: String,
    },
}

impl fmt::Display for GrantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownParameter { parameter } => write!(f, "the tool has no parameter `{parameter}`"),
            Self::Sensitive { parameter } => {
                write!(f, "the parameter `{parameter}` is sensitive, and its value is not stored")
            }
        }
    }
}

impl std::error::Error for GrantError {}

/// A permission of a user, as a session keeps it. [`Session::grants`](crate::Session::grants) lists those of a user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GrantedPermission {
    pub(super) tool: QualifiedId,
    pub(super) permission: Permission,
    pub(super) lifetime: Lifetime,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) fingerprint: Option<String>,
    /// The host's version of the tool's source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) version: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) argument: Option<GrantedArgument>,
    /// The calls that are left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) calls: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) until: Option<Timestamp>,
    /// A random id: the store takes each permission of a session once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) id: Option<String>,
    /// Its owner: in a session of several people, a permission holds for its owner alone.
    #[serde(flatten, with = "StoredPrincipal")]
    pub(super) principal: Principal,
}

/// The value of an argument that a permission is for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GrantedArgument {
    pub(super) name: String,
    pub(super) value: Value,
}

/// A principal as a permission is stored: without the keys that have no value.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Principal")]
struct StoredPrincipal {
    #[serde(rename = "principal", default, skip_serializing_if = "Option::is_none")]
    pub(super) id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tenant: Option<String>,
}

impl GrantedPermission {
    /// Allows all calls of a tool in the session, as long as it has this fingerprint.
    pub(crate) const fn allowing(
        tool: QualifiedId,
        fingerprint: String,
        version: Option<String>,
        principal: Principal,
    ) -> Self {
        Self {
            tool,
            permission: Permission::Allow,
            lifetime: Lifetime::Session,
            fingerprint: Some(fingerprint),
            version,
            argument: None,
            calls: None,
            until: None,
            id: None,
            principal,
        }
    }

    /// The tool.
    pub const fn tool(&self) -> &QualifiedId {
        &self.tool
    }

    /// The permission.
    pub const fn permission(&self) -> Permission {
        self.permission
    }

    /// The argument and its value that the permission is for; `None` if it is for all calls.
    pub fn argument(&self) -> Option<(&str, &Value)> {
        self.argument.as_ref().map(|argument| (argument.name.as_str(), &argument.value))
    }

    /// The number of calls that are left; `None` if it is not limited.
    pub fn calls_left(&self) -> Option<u32> {
        match (self.lifetime, self.calls) {
            (Lifetime::Once, calls) => Some(calls.map_or(1, |calls| calls.min(1))),
            (Lifetime::Session, calls) => calls,
        }
    }

    /// The end of the permission; `None` if it lasts as long as the session.
    pub const fn until(&self) -> Option<Timestamp> {
        self.until
    }

    /// The owner.
    pub(crate) const fn principal(&self) -> &Principal {
        &self.principal
    }

    /// Its id, if it has one.
    pub(crate) fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    pub(super) fn is_of(&self, principal: &Principal) -> bool {
        self.principal == *principal
    }

    /// Uses the permission for a call. Returns whether calls are left.
    pub(super) fn use_once(&mut self) -> bool {
        let left = self.calls_left().map(|calls| calls.saturating_sub(1));
        self.calls = left;
        left != Some(0)
    }

    /// The same for one call.
    pub(super) fn for_one_call(&self) -> Self {
        Self { calls: Some(1), ..self.clone() }
    }

    /// Takes back one use.
    pub(super) fn use_back(&mut self) {
        self.calls = self.calls_left().map(|calls| calls.saturating_add(1));
    }

    /// Whether this one says something else in place of the other.
    pub(crate) fn replaces(&self, other: &Self) -> bool {
        self.tool == other.tool
            && self.lifetime == other.lifetime
            && self.principal == other.principal
            && self.argument == other.argument
    }
}

impl GrantedArgument {
    /// Whether the arguments of a call have the value. With `ignores_case`, the name may have several spellings, and the
    /// server could read any of them. If `is_strict`, all of them must have the value.
    pub(super) fn is_in(&self, arguments: &Node<'_>, ignores_case: bool, is_strict: bool) -> bool {
        let Node::Object(members) = arguments else { return false };
        let is_same_name =
            |key: &str| key == self.name || (ignores_case && is_same_without_case(key, &self.name));
        let expected = canonical_json(&Node::from_value(&self.value));
        let is_value = |value: &Node<'_>| canonical_json(value).ok() == expected.as_ref().ok().cloned();
        let mut found = members.iter().filter(|(key, _)| is_same_name(key)).peekable();
        let has_value = if is_strict {
            found.peek().is_some() && found.all(|(_, value)| is_value(value))
        } else {
            found.any(|(_, value)| is_value(value))
        };
        expected.is_ok() && has_value
    }
}
