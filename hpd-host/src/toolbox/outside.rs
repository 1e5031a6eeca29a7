//! Tools from outside: their schemas may ask for more than a Shape checks.

use hpd_runtime::StopReason;
use hpd_runtime::args::{Accepted, Limits, Reading, SchemaPlan};
use hpd_runtime::error::ValidationErrorResponse;
use hpd_runtime::shape::{ShapeError, Unsupported};
use hpd_runtime::spec::Policy;
use serde_json::Value;

/// A function that is not in this program: there is its schema, and what the host says of it.
#[derive(Debug)]
pub(crate) struct OutsideFunction {
    plan: SchemaPlan,
    policy: Policy,
    pub(crate) write: bool,
    rest: Option<Rest>,
}

impl OutsideFunction {
    /// Works out how arguments are checked against a schema.
    pub(crate) fn new(
        schema: &Value,
        limits: Limits,
        policy: Policy,
        write: bool,
    ) -> Result<Self, ShapeError> {
        let plan = SchemaPlan::new(schema, limits)?;
        let rest = if plan.shape().unsupported().is_empty() { None } else { Rest::new(schema) };
        Ok(Self { plan, policy, write, rest })
    }

    /// What the schema asks for and nothing here checks.
    pub(crate) fn unchecked(&self) -> &[Unsupported] {
        if self.rest.is_some() { &[] } else { self.plan.shape().unsupported() }
    }

    /// Reads and checks an argument text.
    pub(crate) fn read(
        &self,
        text: &str,
        stop_reason: StopReason,
    ) -> Result<Accepted, Box<ValidationErrorResponse>> {
        let reading = Reading { policy: self.policy, writes: self.write, stop_reason };
        let accepted = self.plan.read(text, &reading)?;
        match &self.rest {
            Some(rest) => rest.check(&accepted.arguments).map(|()| accepted),
            None => Ok(accepted),
        }
    }
}

#[cfg(feature = "jsonschema")]
use delegated::Rest;

/// The keywords that a Shape does not know, by the `jsonschema` crate. Its texts quote whole values, so that they are not
/// passed on: an error says which keyword is broken, and where.
#[cfg(feature = "jsonschema")]
mod delegated {
    use hpd_runtime::args::{Limits, Node};
    use hpd_runtime::error::{Findings, ValidationErrorResponse, Violation};
    use jsonschema::Validator;
    use serde_json::Value;

    #[derive(Debug)]
    pub(super) struct Rest(Validator);

    impl Rest {
        /// `None` if that crate can't read the schema either.
        pub(super) fn new(schema: &Value) -> Option<Self> {
            jsonschema::validator_for(schema).ok().map(Self)
        }

        pub(super) fn check(&self, arguments: &str) -> Result<(), Box<ValidationErrorResponse>> {
            let limits = Limits::default();
            let Ok(tree) = Node::parse(arguments, &limits) else { return Ok(()) };
            let value = tree.to_value();
            let mut findings = Findings::new(&limits);
            for error in self.0.iter_errors(&value) {
                let property = property_of(error.instance_path().as_str());
                let keyword = error.schema_path().as_str().rsplit('/').next().unwrap_or_default().to_owned();
                let subject = if property.is_empty() { "the arguments" } else { &property };
                let violation = Violation::new(format!("{subject} must satisfy `{keyword}` of the schema"));
                findings.add_violations(None, Some(&tree), violation.property(property));
            }
            if findings.is_empty() { Ok(()) } else { Err(Box::new(findings.into_response())) }
        }
    }

    /// From a JSON pointer to the name that errors use: `/Lines/0/Amount` is `Lines[0].Amount`.
    fn property_of(pointer: &str) -> String {
        let mut property = String::new();
        for token in pointer.split('/').skip(1) {
            if token.bytes().all(|byte| byte.is_ascii_digit()) && !token.is_empty() {
                property.extend(["[", token, "]"]);
                continue;
            }
            if !property.is_empty() {
                property.push('.');
            }
            property.push_str(&token.replace("~1", "/").replace("~0", "~"));
        }
        property
    }
}

/// Without the `jsonschema` crate nothing checks the rest; the toolbox reports it.
#[cfg(not(feature = "jsonschema"))]
#[derive(Debug)]
enum Rest {}

#[cfg(not(feature = "jsonschema"))]
impl Rest {
    fn new(_: &Value) -> Option<Self> {
        None
    }

    fn check(&self, _: &str) -> Result<(), Box<ValidationErrorResponse>> {
        match *self {}
    }
}
