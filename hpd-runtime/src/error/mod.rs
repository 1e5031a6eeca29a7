//! The contents of a refused call's answer: codes, texts, and JSON.
//!
//! Examples import from the crate that defines the item: `hpd_runtime` or `hpd_schema`. In a program with `hpd-host`,
//! import the same names from `hpd_host::error`.

pub(crate) mod container;

pub use container::{ContainerInvocationError, Inside};
#[doc(inline)]
pub use hpd_schema::__private::error::{
    ErrorCode, IntoViolations, NameList, ValidationError, ValidationErrorResponse, Violation,
};
