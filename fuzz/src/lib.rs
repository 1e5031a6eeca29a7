//! The checks of hpd's fuzz targets, one file each, and the schemas and functions for them.
#![forbid(unsafe_code)]

mod approval;
mod call;
mod generate;
mod mutate;
mod pair;
mod promotion;
mod repair;
mod sse;
mod tools;
mod verdicts;

pub use approval::check_approval;
pub use call::check_call;
pub use mutate::mutate_pair;
pub use promotion::check_promotion;
pub use repair::check_repair;
pub use sse::check_sse;
pub use verdicts::check_verdicts;
