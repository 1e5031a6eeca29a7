//! Which tools are listed: a plugin of functions and one of skills, each with or without a scope, registered or only
//! referred to.

use hpd_host::{RawCall, Session, Toolbox};

/// The same two plugins with the attributes that are given.
macro_rules! plugins {
    ($module:ident, $plugin:meta, $skills:meta) => {
        mod $module {
            #[derive(Default)]
            pub(super) struct FinancialAnalysisPlugin;

            #[$plugin]
            impl FinancialAnalysisPlugin {
                /// Current assets over current liabilities.
                #[ai_function]
                fn calculate_current_ratio(&self) {}

                /// Quick assets over current liabilities.
                #[ai_function]
                fn calculate_quick_ratio(&self) {}

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

            pub(super) struct FinancialAnalysisSkills;

            #[$skills]
            impl FinancialAnalysisSkills {
                /// Whether debts can be paid.
                #[skill(
                    functions(
                        FinancialAnalysisPlugin::calculate_current_ratio,
                        FinancialAnalysisPlugin::calculate_quick_ratio
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

const PLUGIN: &str = "FinancialAnalysisPlugin";
const SKILLS: &str = "FinancialAnalysisSkills";
const LIQUIDITY: &str = "QuickLiquidityAnalysis";
const CAPITAL: &str = "CapitalStructureAnalysis";
const CURRENT: &str = "CalculateCurrentRatio";
const QUICK: &str = "CalculateQuickRatio";
const DEBT: &str = "CalculateDebtToEquityRatio";
const ORPHAN: &str = "OrphanFunction";
const OTHER_ORPHAN: &str = "AnotherOrphanFunction";

/// A conversation with a toolbox.
struct Conversation {
    toolbox: Toolbox,
    session: Session,
}

impl Conversation {
    fn new(builder: hpd_host::ToolboxBuilder) -> Self {
        Self { toolbox: builder.build().expect("the plugins fit together"), session: Session::new() }
    }

    /// The model calls a container.
    fn expand(&self, container: &str) -> &Self {
        let call = RawCall::new("1", container, "{}");
        let outcome = futures_executor::block_on(self.toolbox.call(&self.session, &call));
        assert!(matches!(outcome.kind, hpd_host::OutcomeKind::Expanded(_)), "{outcome:?}");
        self
    }

    /// The set of the tools that are listed, whatever their order.
    #[track_caller]
    fn lists(&self, expected: &[&str]) -> &Self {
        let mut listed: Vec<_> =
            self.toolbox.tools(&self.session).into_iter().map(hpd_host::Tool::name).collect();
        let mut expected = expected.to_vec();
        listed.sort_unstable();
        expected.sort_unstable();
        assert_eq!(listed, expected);
        self
    }
}

#[test]
fn both_scoped_and_both_registered() {
    use both_scoped::{FinancialAnalysisPlugin, FinancialAnalysisSkills};
    Conversation::new(Toolbox::builder().plugin(FinancialAnalysisPlugin).plugin(FinancialAnalysisSkills))
        .lists(&[PLUGIN, SKILLS])
        .expand(SKILLS)
        .lists(&[PLUGIN, SKILLS, LIQUIDITY, CAPITAL])
        .expand(LIQUIDITY)
        .lists(&[PLUGIN, SKILLS, LIQUIDITY, CAPITAL, CURRENT, QUICK])
        .expand(PLUGIN)
        .lists(&[PLUGIN, SKILLS, LIQUIDITY, CAPITAL, CURRENT, QUICK, DEBT, ORPHAN, OTHER_ORPHAN]);
}

#[test]
fn plugin_not_scoped_and_skills_scoped() {
    use skills_scoped::{FinancialAnalysisPlugin, FinancialAnalysisSkills};
    Conversation::new(Toolbox::builder().plugin(FinancialAnalysisPlugin).plugin(FinancialAnalysisSkills))
        .lists(&[CURRENT, QUICK, DEBT, ORPHAN, OTHER_ORPHAN, SKILLS])
        .expand(SKILLS)
        .lists(&[CURRENT, QUICK, DEBT, ORPHAN, OTHER_ORPHAN, SKILLS, LIQUIDITY, CAPITAL]);
}

#[test]
fn plugin_scoped_and_skills_not_scoped() {
    use plugin_scoped::{FinancialAnalysisPlugin, FinancialAnalysisSkills};
    Conversation::new(Toolbox::builder().plugin(FinancialAnalysisPlugin).plugin(FinancialAnalysisSkills))
        .lists(&[PLUGIN, LIQUIDITY, CAPITAL])
        .expand(LIQUIDITY)
        .lists(&[PLUGIN, LIQUIDITY, CAPITAL, CURRENT, QUICK])
        .expand(PLUGIN)
        .lists(&[PLUGIN, LIQUIDITY, CAPITAL, CURRENT, QUICK, DEBT, ORPHAN, OTHER_ORPHAN]);
}

#[test]
fn skills_alone_not_scoped() {
    Conversation::new(Toolbox::builder().plugin(none_scoped::FinancialAnalysisSkills))
        .lists(&[LIQUIDITY, CAPITAL])
        .expand(CAPITAL)
        .lists(&[LIQUIDITY, CAPITAL, DEBT]);
}

#[test]
fn skills_alone_scoped() {
    Conversation::new(Toolbox::builder().plugin(skills_scoped::FinancialAnalysisSkills))
        .lists(&[SKILLS])
        .expand(SKILLS)
        .lists(&[SKILLS, LIQUIDITY, CAPITAL])
        .expand(LIQUIDITY)
        .lists(&[SKILLS, LIQUIDITY, CAPITAL, CURRENT, QUICK]);
}

#[test]
fn plugin_alone_scoped() {
    Conversation::new(Toolbox::builder().plugin(plugin_scoped::FinancialAnalysisPlugin))
        .lists(&[PLUGIN])
        .expand(PLUGIN)
        .lists(&[PLUGIN, CURRENT, QUICK, DEBT, ORPHAN, OTHER_ORPHAN]);
}

#[test]
fn the_container_of_a_plugin_that_only_skills_refer_to_is_hidden() {
    Conversation::new(Toolbox::builder().plugin(both_scoped::FinancialAnalysisSkills))
        .lists(&[SKILLS])
        .expand(SKILLS)
        .expand(LIQUIDITY)
        .lists(&[SKILLS, LIQUIDITY, CAPITAL, CURRENT, QUICK]);
    Conversation::new(Toolbox::builder().plugin(plugin_scoped::FinancialAnalysisSkills))
        .lists(&[LIQUIDITY, CAPITAL])
        .expand(CAPITAL)
        .lists(&[LIQUIDITY, CAPITAL, DEBT]);
}

#[test]
fn without_any_scope_everything_is_listed() {
    use none_scoped::{FinancialAnalysisPlugin, FinancialAnalysisSkills};
    Conversation::new(Toolbox::builder().plugin(FinancialAnalysisPlugin).plugin(FinancialAnalysisSkills))
        .lists(&[CURRENT, QUICK, DEBT, ORPHAN, OTHER_ORPHAN, LIQUIDITY, CAPITAL]);
}

#[test]
fn an_expansion_twice_changes_nothing() {
    let conversation = Conversation::new(Toolbox::builder().plugin(plugin_scoped::FinancialAnalysisPlugin));
    let all = [PLUGIN, CURRENT, QUICK, DEBT, ORPHAN, OTHER_ORPHAN];
    conversation.expand(PLUGIN).lists(&all).expand(PLUGIN).lists(&all);
}
