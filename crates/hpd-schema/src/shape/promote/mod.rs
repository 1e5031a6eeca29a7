//! Promotion: converts refused values towards their schema.
//!
//! One rule holds everywhere. A value is promoted only if it has exactly one reading as the required type. Otherwise it
//! stays as it is and is reported. Accepted values never change.

mod arrays;
mod booleans;
mod enums;
mod formats;
mod log;
mod numbers;
mod objects;
mod place;
mod promoter;
mod spelling;
mod strings;
mod unions;
mod walk;

use hpd_json::{Leniency, Limits, Node, Warning};

use super::{Budget, CheckedItems, Shape};
pub(in crate::shape) use log::Log;
use promoter::Promoter;
pub(in crate::shape) use spelling::{fold, fold_loosely, has_only_separators};
pub(in crate::shape) use walk::has_only_fields;

/// How forgiving a promotion is.
#[derive(Debug, Clone, Copy)]
pub struct PromoteRules<'r> {
    /// [`Leniency::Strict`] promotes nothing.
    pub leniency: Leniency,
    /// Properties of the whole value that are read as [`Leniency::Lenient`], regardless of the leniency.
    pub lenient_params: &'r [&'r str],
    /// Limits for strings that contain an array or object as JSON, and for values in warnings.
    pub limits: &'r Limits,
}

impl Shape {
    /// Converts values that the schema refuses into values of the expected type, with `warnings`.
    ///
    /// Accepted values stay as they are. Values with no conversion to the expected type, or with several,
    /// stay too. [`check`](Self::check) reports them as sent. A value is promoted even if the result breaks
    /// another rule, such as a range. The error about that rule is more useful than one about the type.
    ///
    /// ```
    /// use hpd_json::{Limits, Node};
    /// # use hpd_schema::__private::shape::{CompileOptions, PromoteRules, Shape};
    /// use hpd_json::Leniency;
    ///
    /// let schema = serde_json::json!({"properties": {"limit": {"type": "integer"}}});
    /// let limits = Limits::default();
    /// let shape = Shape::compile(&schema, CompileOptions::outside(&limits))?;
    /// let mut tree = Node::parse(r#"{"limit": "10"}"#, &limits).unwrap();
    /// let mut warnings = Vec::new();
    /// let rules =
    ///     PromoteRules { leniency: Leniency::Safe, lenient_params: &[], limits: &limits };
    /// shape.promote(&mut tree, &rules, &mut warnings);
    /// assert_eq!(tree.to_json(), r#"{"limit":10}"#);
    /// assert_eq!(warnings[0].code.as_str(), "STRING_TO_NUMBER");
    /// # Ok::<(), hpd_schema::__private::shape::ShapeError>(())
    /// ```
    pub fn promote(&self, tree: &mut Node<'_>, rules: &PromoteRules<'_>, warnings: &mut Vec<Warning>) {
        self.promote_and_learn(tree, rules, &Budget::new(), warnings);
    }

    /// [Promotes](Self::promote) a tree and returns the known facts about it, valid while it does not change. Takes
    /// only a part of the budget.
    #[doc(hidden)]
    pub fn promote_and_learn(
        &self,
        tree: &mut Node<'_>,
        rules: &PromoteRules<'_>,
        budget: &Budget,
        warnings: &mut Vec<Warning>,
    ) -> CheckedItems {
        if rules.leniency == Leniency::Strict && rules.lenient_params.is_empty() {
            return CheckedItems::Nothing;
        }
        let mut promoter = Promoter::new(self, rules, budget);
        let checked_items = promoter.promote_root(tree);
        promoter.finish(warnings);
        checked_items
    }

    /// [Promotes](Self::promote) the value of one property, if the schema names it, without warnings. Pass
    /// [`Leniency::Safe`] for values from other sources than the model, such as a profile.
    #[doc(hidden)]
    pub fn promote_argument(&self, name: &str, value: &mut Node<'_>, rules: &PromoteRules<'_>) {
        if let Some(id) = self.property(name) {
            Promoter::new(self, rules, &Budget::new()).promote_argument(name, id, value);
        }
    }
}
