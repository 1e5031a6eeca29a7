//! The plugin of formulas.

use hpd_host::{ToolError, plugin, scope};
use rust_decimal::Decimal;

use super::PeriodChange;
use super::rounding::{difference, exact_difference, percentage, product, ratio};

/// Formulas over figures of a balance sheet and an income statement, in exact decimals.
///
/// ```
/// use hpd_examples::finance::FinancialAnalysisPlugin;
///
/// let ratio = FinancialAnalysisPlugin.calculate_current_ratio(500_000.into(), 200_000.into())?;
/// assert_eq!(ratio.to_string(), "2.5");
/// # Ok::<(), hpd_host::ToolError>(())
/// ```
#[scope(
    "Financial analysis functions for balance sheet and ratio calculations",
    post_expansion = "Figures are exact decimals: pass them as they stand in the statements, all in the same currency and unit. \
                      Ratios are rounded to four decimals, percentages and amounts to two, halves away from zero."
)]
#[derive(Debug, Clone, Copy, Default)]
pub struct FinancialAnalysisPlugin;

#[plugin(rename_all = "PascalCase")]
impl FinancialAnalysisPlugin {
    /// The current ratio: current assets divided by current liabilities.
    ///
    /// # Errors
    ///
    /// `current_liabilities` is zero, or the figures are too large to calculate with exactly.
    #[ai_function]
    pub fn calculate_current_ratio(
        &self,
        /// Assets that become cash within a year.
        current_assets: Decimal,
        /// Debts that are due within a year.
        current_liabilities: Decimal,
    ) -> Result<Decimal, ToolError> {
        ratio(current_assets, current_liabilities, "current_liabilities")
    }

    /// The quick ratio: quick assets divided by current liabilities.
    ///
    /// # Errors
    ///
    /// `current_liabilities` is zero, or the figures are too large to calculate with exactly.
    #[ai_function]
    pub fn calculate_quick_ratio(
        &self,
        /// Current assets without inventory and prepaid expenses.
        quick_assets: Decimal,
        /// Debts that are due within a year.
        current_liabilities: Decimal,
    ) -> Result<Decimal, ToolError> {
        ratio(quick_assets, current_liabilities, "current_liabilities")
    }

    /// The working capital: current assets less current liabilities.
    ///
    /// # Errors
    ///
    /// The figures are too large to calculate with exactly.
    #[ai_function]
    pub fn calculate_working_capital(
        &self,
        /// Assets that become cash within a year.
        current_assets: Decimal,
        /// Debts that are due within a year.
        current_liabilities: Decimal,
    ) -> Result<Decimal, ToolError> {
        difference(current_assets, current_liabilities)
    }

    /// The debt-to-equity ratio: total liabilities divided by shareholders' equity.
    ///
    /// # Errors
    ///
    /// `shareholders_equity` is zero, or the figures are too large to calculate with exactly.
    #[ai_function]
    pub fn calculate_debt_to_equity_ratio(
        &self,
        /// All liabilities.
        total_liabilities: Decimal,
        /// The shareholders' equity.
        shareholders_equity: Decimal,
    ) -> Result<Decimal, ToolError> {
        ratio(total_liabilities, shareholders_equity, "shareholders_equity")
    }

    /// The debt-to-assets ratio: total liabilities divided by total assets.
    ///
    /// # Errors
    ///
    /// `total_assets` is zero, or the figures are too large to calculate with exactly.
    #[ai_function]
    pub fn calculate_debt_to_assets_ratio(
        &self,
        /// All liabilities.
        total_liabilities: Decimal,
        /// All assets.
        total_assets: Decimal,
    ) -> Result<Decimal, ToolError> {
        ratio(total_liabilities, total_assets, "total_assets")
    }

    /// The equity multiplier: total assets divided by shareholders' equity.
    ///
    /// # Errors
    ///
    /// `shareholders_equity` is zero, or the figures are too large to calculate with exactly.
    #[ai_function]
    pub fn calculate_equity_multiplier(
        &self,
        /// All assets.
        total_assets: Decimal,
        /// The shareholders' equity.
        shareholders_equity: Decimal,
    ) -> Result<Decimal, ToolError> {
        ratio(total_assets, shareholders_equity, "shareholders_equity")
    }

    /// The gross margin: revenue less cost of goods sold, in percent of the revenue.
    ///
    /// # Errors
    ///
    /// `revenue` is zero, or the figures are too large to calculate with exactly.
    #[ai_function]
    pub fn calculate_gross_margin(
        &self,
        /// The revenue of the period.
        revenue: Decimal,
        /// What the goods sold have cost.
        cost_of_goods_sold: Decimal,
    ) -> Result<Decimal, ToolError> {
        percentage(exact_difference(revenue, cost_of_goods_sold)?, revenue, "revenue")
    }

    /// The net margin: net income in percent of the revenue.
    ///
    /// # Errors
    ///
    /// `revenue` is zero, or the figures are too large to calculate with exactly.
    #[ai_function]
    pub fn calculate_net_margin(
        &self,
        /// The net income of the period; negative for a loss.
        net_income: Decimal,
        /// The revenue of the period.
        revenue: Decimal,
    ) -> Result<Decimal, ToolError> {
        percentage(net_income, revenue, "revenue")
    }

    /// The return on equity: net income in percent of the shareholders' equity.
    ///
    /// # Errors
    ///
    /// `shareholders_equity` is zero, or the figures are too large to calculate with exactly.
    #[ai_function]
    pub fn calculate_return_on_equity(
        &self,
        /// The net income of the period; negative for a loss.
        net_income: Decimal,
        /// The shareholders' equity.
        shareholders_equity: Decimal,
    ) -> Result<Decimal, ToolError> {
        percentage(net_income, shareholders_equity, "shareholders_equity")
    }

    /// The change of a figure from one period to the next, as an amount and in percent.
    ///
    /// # Errors
    ///
    /// The figures are too large to calculate with exactly.
    #[ai_function]
    pub fn calculate_period_change(
        &self,
        /// The figure of the earlier period.
        previous: Decimal,
        /// The figure of the later period.
        current: Decimal,
    ) -> Result<PeriodChange, ToolError> {
        PeriodChange::between(previous, current)
    }

    /// The interest coverage: earnings before interest and taxes divided by interest expense.
    ///
    /// # Errors
    ///
    /// `interest_expense` is zero, or the figures are too large to calculate with exactly.
    #[ai_function]
    pub fn calculate_interest_coverage(
        &self,
        /// Earnings before interest and taxes; negative for a loss.
        earnings_before_interest_and_taxes: Decimal,
        /// The interest expense of the period.
        interest_expense: Decimal,
    ) -> Result<Decimal, ToolError> {
        ratio(earnings_before_interest_and_taxes, interest_expense, "interest_expense")
    }

    /// The days sales outstanding: how many days of sales have not been paid for yet.
    ///
    /// # Errors
    ///
    /// `credit_sales` is zero, or the figures are too large to calculate with exactly.
    #[ai_function]
    pub fn calculate_days_sales_outstanding(
        &self,
        /// What customers owe.
        accounts_receivable: Decimal,
        /// The sales on credit of the period.
        credit_sales: Decimal,
        /// The number of days in the period.
        #[param(range(min = 1, max = 366), default = 365)]
        days: u16,
    ) -> Result<Decimal, ToolError> {
        ratio(product(accounts_receivable, days.into())?, credit_sales, "credit_sales")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLUGIN: FinancialAnalysisPlugin = FinancialAnalysisPlugin;

    fn is(result: Result<Decimal, ToolError>, expected: &str) {
        assert_eq!(result.expect("a figure").to_string(), expected);
    }

    #[test]
    fn liquidity_against_known_values() {
        is(PLUGIN.calculate_current_ratio(500_000.into(), 200_000.into()), "2.5");
        is(PLUGIN.calculate_quick_ratio(350_000.into(), 200_000.into()), "1.75");
        is(PLUGIN.calculate_working_capital(500_000.into(), 200_000.into()), "300000");
        is(PLUGIN.calculate_working_capital(1.into(), 2.into()), "-1");
    }

    #[test]
    fn capital_structure_against_known_values() {
        is(PLUGIN.calculate_debt_to_equity_ratio(400_000.into(), 600_000.into()), "0.6667");
        is(PLUGIN.calculate_debt_to_assets_ratio(400_000.into(), 1_000_000.into()), "0.4");
        is(PLUGIN.calculate_equity_multiplier(1_000_000.into(), 600_000.into()), "1.6667");
        is(PLUGIN.calculate_interest_coverage(90_000.into(), 12_000.into()), "7.5");
    }

    #[test]
    fn profitability_against_known_values() {
        is(PLUGIN.calculate_gross_margin(800_000.into(), 480_000.into()), "40");
        is(PLUGIN.calculate_net_margin(64_000.into(), 800_000.into()), "8");
        is(PLUGIN.calculate_return_on_equity((-30_000).into(), 600_000.into()), "-5");
        is(PLUGIN.calculate_days_sales_outstanding(90_000.into(), 730_000.into(), 365), "45");
    }

    #[test]
    fn a_zero_divisor_is_named_as_the_parameter_is() {
        let error = PLUGIN.calculate_debt_to_equity_ratio(1.into(), 0.into()).expect_err("no ratio");
        assert!(error.to_string().starts_with("shareholders_equity is 0, "), "{error}");
    }
}
