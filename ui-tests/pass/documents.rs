//! Contents of a skill: texts, documents, files, or the result of its body.

use hpd_runtime::spec::{Document, DocumentContent, Instructions};
use hpd_runtime::{Plugin, plugin};

struct Ledger {
    year: u16,
}

#[plugin]
impl Ledger {
    /// How a month is closed.
    #[skill(
        instructions = "Carefully.",
        documents(
            document(id = "steps", description = "The steps.", text = "First .."),
            document(id = "law", description = "The law.", source),
        ),
        meta(level = 2)
    )]
    fn month(&self) {}

    /// How a year is closed.
    #[skill(skills(Self::month))]
    fn year(&self) -> String {
        format!("Close {}.", self.year)
    }

    /// How nothing is closed.
    #[skill]
    fn nothing() -> Box<str> {
        "Don't.".into()
    }
}

fn main() {
    let [month, year, nothing] = Ledger::SPEC.skills else { panic!("there are three skills") };
    assert_eq!(month.info.instructions, Instructions::Text("Carefully."));
    let document = |id, description, content| Document { id, description, content };
    let steps = document("steps", "The steps.", DocumentContent::Text("First .."));
    assert_eq!(month.info.documents, [steps, document("law", "The law.", DocumentContent::Source)]);
    assert!(month.body.is_none());
    assert_eq!(year.info.instructions, Instructions::Body);
    assert_eq!(year.body.map(|body| body(&Ledger { year: 2026 })).as_deref(), Some("Close 2026."));
    assert_eq!(nothing.body.map(|body| body(&Ledger { year: 0 })).as_deref(), Some("Don't."));
}
