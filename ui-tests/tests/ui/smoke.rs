//! One plugin with everything, through its table and back.

use hpd_runtime::{CallContext, Plugin as _, ToolError, ai_function, plugin, scope};

#[derive(Default)]
#[scope("Arithmetic.", post_expansion = "Mind the signs.")]
struct Math;

#[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
struct Line {
    amount: f64,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "checks get references, whatever the type")]
fn check_amount(amount: &f64) -> Result<(), String> {
    if *amount > 0.0 { Ok(()) } else { Err("must be above zero".to_owned()) }
}

#[allow(clippy::ref_option, reason = "checks get references, whatever the type")]
fn check_lines(_date: &str, lines: &[Line], _memo: &Option<String>) -> Result<(), String> {
    if lines.len() > 1 { Ok(()) } else { Err("at least two lines".to_owned()) }
}

/// Searches.
#[allow(clippy::unused_async, reason = "both kinds of functions are called")]
#[ai_function(name = "find_anything")]
async fn search(
    /// What to look for.
    query: String,
) -> String {
    query
}

#[allow(clippy::unused_self, clippy::unused_async, reason = "methods of every kind are called")]
#[plugin(rename_all = "PascalCase")]
impl Math {
    /// Adds two numbers.
    #[ai_function]
    fn add(
        &self,
        /// The first.
        a: f64,
        /// The second.
        #[param(default = 1, range(min = 0, max = 1_000))]
        b: f64,
    ) -> f64 {
        a + b
    }

    /// Divides.
    ///
    /// # Errors
    ///
    /// By zero.
    #[ai_function(timeout = 0.5, meta(category = "math"))]
    async fn divide(
        &self,
        /// The dividend.
        a: f64,
        #[param(description = "The divisor.", custom = check_amount)] b: f64,
        #[context] ctx: &CallContext<'_>,
    ) -> Result<f64, ToolError> {
        std::future::ready(()).await;
        if b == 0.0 { Err(ToolError::new(format!("zero in {}", ctx.call().id))) } else { Ok(a / b) }
    }

    /// Books.
    #[ai_function(write, risk = high, confirm_phrase = "BOOK {date}", check = check_lines)]
    fn book(
        /// The day.
        #[param(length(min = 10, max = 10), obtain = Self::add, sensitive)]
        date: String,
        /// The lines.
        #[param(items(min = 1), obtain = fn search)]
        lines: Vec<Line>,
        /// A note.
        #[param(default = Some("x".to_owned()))]
        memo: Option<String>,
    ) -> usize {
        let _ = (date, memo);
        lines.iter().filter(|line| line.amount > 0.0).count()
    }

    /// How to add.
    #[skill(functions(Self::add, fn search), skills(Math::subtracting), documents(document(id = "a", description = "b", source)))]
    fn adding(&self) {}

    /// How to subtract.
    #[skill(functions(Math::divide))]
    fn subtracting(&self) -> String {
        "Carefully.".to_owned()
    }
}

#[test]
fn the_table_says_what_was_written() {
    let spec = Math::SPEC;
    let names: Vec<_> = spec.functions.iter().map(|function| function.info.name).collect();
    assert_eq!(names, ["Add", "Divide", "Book"]);
    assert_eq!(spec.scope.map(|scope| scope.description), Some("Arithmetic."));
    assert!(spec.default.is_some());
    let skills: Vec<_> = spec.skills.iter().map(|skill| skill.info.name).collect();
    assert_eq!(skills, ["Adding", "Subtracting"]);
    let references: Vec<_> =
        spec.skills[0].info.functions.iter().map(|function| function.qualified()).collect();
    assert_eq!(references, ["Math.Add", "find_anything"]);
}
