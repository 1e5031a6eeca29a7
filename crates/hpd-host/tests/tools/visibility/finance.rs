//! A plugin and a class of skills that refers to it, each with and without a scope.

use hpd_host::ai_function;

/// The name by which models know the reading of documents.
#[ai_function(name = "ReadSkillDocument")]
/// Reads a document.
pub(crate) fn read_skill_document() {}

macro_rules! finance {
    ($module:ident, #[$plugin:meta], #[$skills:meta]) => {
        pub(crate) mod $module {
            use hpd_host::{plugin, scope};

            #[allow(unused_imports, reason = "one of the two is not used in some of the four")]
            use {plugin as _, scope as _};

            #[derive(Default)]
            pub(crate) struct FinancialAnalysisPlugin;

            #[$plugin]
            impl FinancialAnalysisPlugin {
                /// Assets by liabilities.
                #[ai_function]
                fn calculate_current_ratio(&self) {}

                /// Quick assets by liabilities.
                #[ai_function]
                fn calculate_quick_ratio(&self) {}

                /// Assets less liabilities.
                #[ai_function]
                fn calculate_working_capital(&self) {}

                /// Debt by equity.
                #[ai_function]
                fn calculate_debt_to_equity_ratio(&self) {}

                /// No skill refers to it.
                #[ai_function]
                fn orphan_function(&self) {}

                /// No skill refers to it either.
                #[ai_function]
                fn another_orphan_function(&self) {}
            }

            #[derive(Default)]
            pub(crate) struct FinancialAnalysisSkills;

            #[$skills]
            impl FinancialAnalysisSkills {
                /// Whether bills can be paid.
                #[skill(functions(
                    FinancialAnalysisPlugin::calculate_current_ratio,
                    FinancialAnalysisPlugin::calculate_quick_ratio,
                    FinancialAnalysisPlugin::calculate_working_capital
                ))]
                fn quick_liquidity_analysis() {}

                /// Who paid for the assets.
                #[skill(functions(FinancialAnalysisPlugin::calculate_debt_to_equity_ratio))]
                fn capital_structure_analysis() {}

                /// What changed since last year.
                #[skill(functions(
                    FinancialAnalysisPlugin::calculate_debt_to_equity_ratio,
                    FinancialAnalysisPlugin::calculate_quick_ratio
                ))]
                fn period_change_analysis() {}
            }
        }
    };
}

finance!(
    both_scoped,
    #[scope("Financial analysis functions", rename_all = "PascalCase")],
    #[scope("Financial analysis workflows", rename_all = "PascalCase")]
);
finance!(
    skills_scoped,
    #[plugin(rename_all = "PascalCase")],
    #[scope("Financial analysis workflows", rename_all = "PascalCase")]
);
finance!(
    plugin_scoped,
    #[scope("Financial analysis functions", rename_all = "PascalCase")],
    #[plugin(rename_all = "PascalCase")]
);
finance!(
    none_scoped,
    #[plugin(rename_all = "PascalCase")],
    #[plugin(rename_all = "PascalCase")]
);
