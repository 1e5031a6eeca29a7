//! Schemas: assembly and compilation, checks, promotion, and the dialects of providers. What tools say of themselves: as
//! plugins, as closures, and by their errors.

mod agreement;
mod described;
mod dialect_answers;
mod dialect_conversion;
mod dialect_hostile;
mod dialect_random;
mod dialect_round_trip;
mod dialect_rule_cases;
mod dialect_rules;
mod dialect_say;
mod dialect_toolsets;
mod function_tools;
mod misplaced_rules;
mod promote;
mod promote_cases;
mod promote_limits;
mod promote_properties;
mod promote_table;
mod promote_warnings;
mod schema_assembly;
mod schema_features;
mod schema_guards;
mod schema_types;
mod schema_views;
mod shape_agreement;
mod shape_decimal;
mod shape_formats;
mod shape_recorded_calls;
mod shape_schemas;
mod told_errors;
#[cfg(not(feature = "patterns"))]
mod without_patterns;
