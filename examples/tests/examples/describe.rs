//! The models' view of the plugins. A change of it is a change of an interface and is reviewed as such.

use hpd_examples::bookkeeping::Bookkeeping;
use hpd_examples::finance::{FinancialAnalysisPlugin, FinancialAnalysisSkills};
use hpd_examples::math::Math;
use hpd_host::Plugin;

fn describe<P: Plugin>() -> String {
    P::describe().expect("the plugin is consistent")
}

#[test]
fn math() {
    insta::assert_snapshot!(describe::<Math>());
}

#[test]
fn financial_analysis_plugin() {
    insta::assert_snapshot!(describe::<FinancialAnalysisPlugin>());
}

#[test]
fn financial_analysis_skills() {
    insta::assert_snapshot!(describe::<FinancialAnalysisSkills>());
}

#[test]
fn bookkeeping() {
    insta::assert_snapshot!(describe::<Bookkeeping>());
}
