//! The plugin of skills.

use hpd_host::{plugin, scope};
use rust_decimal::Decimal;

use super::FinancialAnalysisPlugin;

/// Ways of analysing a company with the functions of [`FinancialAnalysisPlugin`].
#[scope(
    "Financial analysis workflows that combine several ratios",
    post_expansion = "Call the skill that fits the question. It reveals the functions that it needs and says in which order to use them."
)]
#[derive(Debug, Clone)]
pub struct FinancialAnalysisSkills {
    /// The net margin, in percent, from which on a company counts as healthy.
    pub healthy_net_margin: Decimal,
}

impl Default for FinancialAnalysisSkills {
    fn default() -> Self {
        Self { healthy_net_margin: Decimal::TEN }
    }
}

#[plugin(rename_all = "PascalCase")]
impl FinancialAnalysisSkills {
    /// Tells whether a company can pay its debts of the next year: current ratio, quick ratio, working capital.
    #[skill(
        functions(
            FinancialAnalysisPlugin::calculate_current_ratio,
            FinancialAnalysisPlugin::calculate_quick_ratio,
            FinancialAnalysisPlugin::calculate_working_capital,
        ),
        instructions = "1. Calculate the current ratio, the quick ratio and the working capital from the same balance sheet.\n\
                        2. A quick ratio below 1 means that debts can't be paid without selling inventory: say so first.\n\
                        3. A wide gap between the two ratios means that much is tied up in inventory."
    )]
    pub fn quick_liquidity_analysis(&self) {}

    /// Tells how a company is financed: by debt or by its owners.
    #[skill(
        functions(
            FinancialAnalysisPlugin::calculate_debt_to_equity_ratio,
            FinancialAnalysisPlugin::calculate_debt_to_assets_ratio,
            FinancialAnalysisPlugin::calculate_equity_multiplier,
        ),
        instructions = "1. Calculate all three ratios from the same balance sheet.\n\
                        2. Read the document `ratio-benchmarks` and compare with the company's industry.\n\
                        3. Negative equity makes the ratios meaningless: say so instead of interpreting them.",
        documents(document(
            id = "ratio-benchmarks",
            description = "Usual debt and liquidity ratios of several industries",
            file = "documents/ratio-benchmarks.md"
        ))
    )]
    pub fn capital_structure_analysis(&self) {}

    /// Compares figures of two periods and finds what has changed most.
    #[skill(
        functions(FinancialAnalysisPlugin::calculate_period_change),
        instructions_file = "documents/period-change-analysis.md"
    )]
    pub fn period_change_analysis(&self) {}

    /// Tells how well a company earns: gross margin, net margin, return on equity.
    #[skill(functions(
        FinancialAnalysisPlugin::calculate_gross_margin,
        FinancialAnalysisPlugin::calculate_net_margin,
        FinancialAnalysisPlugin::calculate_return_on_equity,
    ))]
    pub fn profitability_analysis(&self) -> String {
        format!(
            "1. Calculate the gross margin, the net margin and the return on equity of the same period.\n\
             2. A net margin of {}% or more counts as healthy here.\n\
             3. A falling net margin under a steady gross margin points at overheads: name them.",
            self.healthy_net_margin.normalize()
        )
    }

    /// Reviews a company as a whole: liquidity, capital structure, profitability and change.
    #[skill(
        skills(
            Self::quick_liquidity_analysis,
            Self::capital_structure_analysis,
            Self::profitability_analysis,
            Self::period_change_analysis,
        ),
        instructions = "Work through the four analyses in this order, with the figures of the latest period, and end with the three \
                        findings that matter most. Don't repeat a calculation that another analysis has made."
    )]
    pub fn comprehensive_review(&self) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_state_the_margin_of_the_instance() {
        let skills = FinancialAnalysisSkills { healthy_net_margin: Decimal::new(1250, 2) };
        assert_eq!(
            skills.profitability_analysis(),
            "1. Calculate the gross margin, the net margin and the return on equity of the same period.\n\
             2. A net margin of 12.5% or more counts as healthy here.\n\
             3. A falling net margin under a steady gross margin points at overheads: name them."
        );
    }
}
