//! Texts of arguments: their trees, repairs and errors, and readings in steps.

mod adversarial;
mod call_texts;
mod error_limits;
mod error_response;
mod error_texts;
mod lenient_cases;
mod repair_cases;
mod repair_errors;
mod repair_properties;
mod repair_rows;
mod repair_table;
mod repair_warnings;
mod sent_values;
mod steps;
mod tables;
mod tree_agreement;
mod tree_limits;
