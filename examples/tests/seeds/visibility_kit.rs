//! A plugin of functions and one of skills, each with and without a scope, and a conversation with them.

use hpd_host::spec::QualifiedId;
use hpd_host::{Session, Toolbox, ToolboxBuilder};

use crate::containers_kit::{names, text};

/// The same two plugins with the attributes that are given.
macro_rules! plugins {
    ($module:ident, $plugin:meta, $skills:meta) => {
        pub(crate) mod $module {
            #[derive(Default)]
            pub(crate) struct FinancialAnalysisPlugin;

            #[$plugin]
            impl FinancialAnalysisPlugin {
                /// Current assets over current liabilities.
                #[ai_function]
                fn calculate_current_ratio(&self) {}

                /// Quick assets over current liabilities.
                #[ai_function]
                fn calculate_quick_ratio(&self) {}

                /// Current assets less current liabilities.
                #[ai_function]
                fn calculate_working_capital(&self) {}

                /// Debt over equity.
                #[ai_function]
                fn calculate_debt_to_equity_ratio(&self) {}

                /// No skill refers to it.
                #[ai_function]
                fn orphan_function(&self) {}

                /// Nor to this.
                #[ai_function]
                fn another_orphan_function(&self) {}
            }

            #[derive(Default)]
            pub(crate) struct FinancialAnalysisSkills;

            #[$skills]
            impl FinancialAnalysisSkills {
                /// Whether debts can be paid.
                #[skill(
                    functions(
                        FinancialAnalysisPlugin::calculate_current_ratio,
                        FinancialAnalysisPlugin::calculate_quick_ratio,
                        FinancialAnalysisPlugin::calculate_working_capital
                    ),
                    instructions = "Compare them."
                )]
                fn quick_liquidity_analysis() {}

                /// How a company is financed.
                #[skill(
                    functions(FinancialAnalysisPlugin::calculate_debt_to_equity_ratio),
                    instructions = "Calculate it."
                )]
                fn capital_structure_analysis() {}
            }
        }
    };
}

plugins!(
    both_scoped,
    hpd_host::scope("Ratios", rename_all = "PascalCase"),
    hpd_host::scope("Analyses", rename_all = "PascalCase")
);
plugins!(
    skills_scoped,
    hpd_host::plugin(rename_all = "PascalCase"),
    hpd_host::scope("Analyses", rename_all = "PascalCase")
);
plugins!(
    plugin_scoped,
    hpd_host::scope("Ratios", rename_all = "PascalCase"),
    hpd_host::plugin(rename_all = "PascalCase")
);
plugins!(
    none_scoped,
    hpd_host::plugin(rename_all = "PascalCase"),
    hpd_host::plugin(rename_all = "PascalCase")
);

pub(crate) const PLUGIN: &str = "FinancialAnalysisPlugin";
pub(crate) const SKILLS: &str = "FinancialAnalysisSkills";
pub(crate) const LIQUIDITY: &str = "QuickLiquidityAnalysis";
pub(crate) const CAPITAL: &str = "CapitalStructureAnalysis";
/// The functions that the first skill refers to.
pub(crate) const LIQUID: [&str; 3] =
    ["CalculateCurrentRatio", "CalculateQuickRatio", "CalculateWorkingCapital"];
pub(crate) const DEBT: &str = "CalculateDebtToEquityRatio";
pub(crate) const ORPHANS: [&str; 2] = ["OrphanFunction", "AnotherOrphanFunction"];
pub(crate) const ALL: [&str; 6] = [LIQUID[0], LIQUID[1], LIQUID[2], DEBT, ORPHANS[0], ORPHANS[1]];

/// A conversation with a toolbox.
pub(crate) struct Conversation {
    pub(crate) toolbox: Toolbox,
    pub(crate) session: Session,
}

impl Conversation {
    pub(crate) fn new(builder: ToolboxBuilder) -> Self {
        Self { toolbox: builder.build().expect("the plugins fit together"), session: Session::new() }
    }

    /// What the model reads.
    pub(crate) fn call(&self, name: &str) -> String {
        text(&self.toolbox, &self.session, name, "{}")
    }

    /// The model calls a container.
    #[track_caller]
    pub(crate) fn expand(&self, container: &str) -> &Self {
        let expanded = self.call(container);
        assert!(expanded.starts_with(&format!("{container} expanded. ")), "{expanded}");
        self
    }

    pub(crate) fn collapse(&self, id: &str) -> &Self {
        assert!(self.session.collapse(&QualifiedId::from(id)), "{id} is expanded");
        self
    }

    /// The set of the tools that are listed, whatever their order.
    #[track_caller]
    pub(crate) fn lists(&self, expected: &[&[&str]]) -> &Self {
        let mut listed = names(&self.toolbox, &self.session);
        let mut expected = expected.concat();
        listed.sort_unstable();
        expected.sort_unstable();
        assert_eq!(listed, expected);
        self
    }
}

/// Both plugins, registered by the host.
pub(crate) mod registered {
    use hpd_host::{Toolbox, ToolboxBuilder};

    macro_rules! both {
        ($($module:ident),*) => {$(
            pub(crate) fn $module() -> ToolboxBuilder {
                use super::$module::{FinancialAnalysisPlugin, FinancialAnalysisSkills};
                Toolbox::builder().plugin(FinancialAnalysisPlugin).plugin(FinancialAnalysisSkills)
            }
        )*};
    }
    both!(both_scoped, skills_scoped, plugin_scoped, none_scoped);
}

/// The skills alone.
pub(crate) mod skills {
    use hpd_host::{Toolbox, ToolboxBuilder};

    macro_rules! alone {
        ($($module:ident),*) => {$(
            pub(crate) fn $module() -> ToolboxBuilder {
                Toolbox::builder().plugin(super::$module::FinancialAnalysisSkills)
            }
        )*};
    }
    alone!(both_scoped, skills_scoped, none_scoped);
}
