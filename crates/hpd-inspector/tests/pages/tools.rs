//! The tree of tools.

use std::sync::Arc;

use hpd_host::journal::MemoryJournal;
use hpd_host::{RawCall, Session, Toolbox, plugin, scope};
use hpd_inspector::Inspector;

use crate::books::{Books, builder};
use crate::site::Site;

/// Sums.
#[scope("Sums")]
#[derive(Default)]
struct Sums;

#[plugin]
#[expect(clippy::unused_self, reason = "tools take what the model sends")]
impl Sums {
    /// Adds two numbers.
    #[ai_function]
    fn add(
        &self,
        /** One. */
        one: u8,
        /** The other. */
        other: u8,
    ) -> String {
        format!("{}", u16::from(one) + u16::from(other))
    }
}

#[derive(Default)]
struct Ways;

#[plugin]
#[expect(clippy::unused_self, reason = "the plugin has nothing")]
impl Ways {
    /// Says hello.
    #[ai_function]
    fn hello(&self) -> &'static str {
        "hello"
    }

    /// Sums up a bill.
    #[skill(functions(Sums::add, Self::hello), instructions = "Add line by line.")]
    fn sum_up() {}
}

/// The rows of the page, each as its text in one line.
async fn rows() -> Vec<String> {
    let toolbox = Toolbox::builder().plugin(Ways).plugin(Sums).build().unwrap();
    let site = Site::with(Inspector::of(&toolbox)).await;
    let page = site.get("/tools").await;
    let rows = page.html.split("<tr").skip(2).map(|row| row.split("</tr>").next().unwrap());
    let text = |row: &str| {
        let page = crate::site::Page { status: page.status, html: format!("<tr{row}") };
        page.text().lines().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("|")
    };
    rows.map(text).collect()
}

#[tokio::test]
async fn a_skill_shows_what_it_reveals_of_all_plugins() {
    let rows = rows().await;
    let skill = rows.iter().position(|row| row.starts_with("sum_up|(skill)|Ways.sum_up|")).unwrap();
    assert_eq!(
        rows[skill + 1..],
        [
            "↳|add|Sums.add|Revealed by sum_up; see its own line|– hidden",
            "↳|hello|Ways.hello|Revealed by sum_up; see its own line|✅ listed",
        ]
    );
    // What has its line below its container is not there twice.
    let of_add = rows.iter().filter(|row| row.contains("|Sums.add|") || row.starts_with("add|Sums.add|"));
    assert_eq!(of_add.count(), 2, "{rows:#?}");
}

#[tokio::test]
async fn without_the_program_its_tools_are_those_of_the_journal() {
    let journal = Arc::new(MemoryJournal::new());
    let toolbox = builder(Books::default()).journal(Arc::<MemoryJournal>::clone(&journal)).build().unwrap();
    toolbox
        .call(&Session::with_id("s1"), &RawCall::new("c1", "get_all_invoices", r#"{"contact": "A"}"#))
        .await;
    let site = Site::with(Inspector::of_journal(journal)).await;
    let text = site.get("/tools").await.text();
    for row in [
        "void_invoice\nBooks.void_invoice\nwrite, high risk\nVoids an invoice.",
        "get_all_invoices\nBooks.get_all_invoices\nread\nLists all invoices.",
        "wipe_screen\nFrontend_browser.wipe_screen\nwrite, medium risk\nWipes the screen",
    ] {
        assert!(text.contains(row), "no {row} in {text}");
    }
}
