//! Free functions are functions still, are re-exported by one `use`, and are referred to by any path.

mod tools {
    mod inner {
        use hpd_runtime::ai_function;

        /// Searches the books.
        #[ai_function(name = "find")]
        pub fn search(
            /// What for.
            query: String,
        ) -> String {
            format!("found {query}")
        }

        /// Searches the archive.
        #[ai_function(read_only)]
        pub(crate) async fn archive(
            /// What for.
            #[param(obtain = fn search)]
            query: String,
        ) -> String {
            std::future::ready(query).await
        }
    }

    pub(crate) use inner::archive as old;
    pub use inner::search;
}

use hpd_runtime::spec::AiFunction;
use hpd_runtime::{plugin, Output, Plugin};
use tools::search;

struct Office;

#[plugin]
impl Office {
    /// How things are found.
    #[skill(functions(fn search, fn tools::search, fn crate::tools::old))]
    fn finding(&self) {}
}

fn main() {
    assert_eq!(search("x".to_owned()), "found x");
    assert_eq!(<search as AiFunction>::SPEC.info.name, "find");
    let found = ui_tests::call_free::<tools::search>(r#"{"query": "x"}"#);
    assert_eq!(found, Ok(Output::Text("found x".to_owned())));
    let found = ui_tests::call_free::<tools::old>(r#"{"query": "y"}"#);
    assert_eq!(found, Ok(Output::Text("y".to_owned())));
    let functions = Office::SPEC.skills[0].info.functions;
    let names: Vec<_> = functions.iter().map(|function| function.qualified()).collect();
    assert_eq!(names, ["find", "find", "archive"]);
}
