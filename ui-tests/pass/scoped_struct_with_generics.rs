//! Lifetimes, const generics and a where clause on a type with a scope. Nobody writes `'static` but who uses it.

use std::fmt::Display;

use hpd_runtime::{Output, Plugin, plugin, scope};

#[scope("Columns of numbers.")]
struct Table<'a, T, const N: usize>
where
    T: Display + Send + Sync,
{
    title: &'a str,
    cells: [T; N],
}

#[plugin]
impl<'a, T, const N: usize> Table<'a, T, N>
where
    T: Display + Send + Sync,
{
    /// A cell.
    #[ai_function]
    fn cell(
        &self,
        /// Its place.
        index: usize,
    ) -> Option<String> {
        Some(format!("{}: {}", self.title, self.cells.get(index)?))
    }

    /// The title.
    #[ai_function]
    fn title(&self) -> &'a str {
        self.title
    }
}

fn main() {
    let table = Table { title: "Sums", cells: [1.5, 2.5] };
    let cell = ui_tests::call(&table, "cell", r#"{"index": 1}"#);
    assert_eq!(cell, Ok(Output::Text("Sums: 2.5".to_owned())));
    assert_eq!(ui_tests::call(&table, "cell", r#"{"index": 2}"#), Ok(Output::Json("null".to_owned())));
    assert_eq!(ui_tests::call(&table, "title", ""), Ok(Output::Text("Sums".to_owned())));
    assert_eq!(
        Table::<'static, u8, 0>::SPEC.scope.map(|scope| scope.description),
        Some("Columns of numbers.")
    );
}
