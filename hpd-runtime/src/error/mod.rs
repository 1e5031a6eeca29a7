//! The contents of a refused call's answer: codes, texts, and JSON.

mod container;

pub use container::{ContainerInvocationError, Inside, first_names};
#[doc(inline)]
pub use hpd_schema::__private::error::{
    ErrorCode, FieldNotes, Findings, IntoViolations, NameList, ValidationError, ValidationErrorResponse,
    Violation, nearest,
};
