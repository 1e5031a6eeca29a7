//! Financial analysis: a plugin of formulas, and a plugin of skills over them.

mod change;
mod plugin;
mod rounding;
mod skills;

pub use change::{Direction, PeriodChange};
pub use plugin::FinancialAnalysisPlugin;
pub use skills::FinancialAnalysisSkills;
