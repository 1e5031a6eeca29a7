//! The contents of a refused call's answer: codes, texts, and JSON.

pub(crate) mod container;

pub use container::{ContainerInvocationError, Inside};
#[doc(inline)]
pub use hpd_schema::__private::error::{
    ErrorCode, FieldNotes, Findings, IntoViolations, NameList, ValidationError, ValidationErrorResponse,
    Violation, nearest,
};
