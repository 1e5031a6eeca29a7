//! Problems that keep a toolbox with skills from being built, and their reports.

use hpd_host::external::{ExternalSource, ExternalTool};
use hpd_host::skills::ImportedSkill;
use hpd_host::spec::ToolKind;
use hpd_host::{Toolbox, ToolboxBuilder, plugin};
use serde_json::json;

use crate::skills::office::{Ledger, MonthEnd, office};

fn problems(builder: ToolboxBuilder) -> Vec<String> {
    builder.build().unwrap_err().problems().iter().map(ToString::to_string).collect()
}

fn reports(toolbox: &Toolbox) -> Vec<String> {
    toolbox.reports().iter().map(ToString::to_string).collect()
}

#[test]
fn a_document_whose_source_is_missing_is_named() {
    assert_eq!(
        problems(Toolbox::builder().plugin(MonthEnd)),
        [
            "nothing knows the text of the document `law` of `MonthEnd.reminders`: register its source with `.documents(source)`",
            "nothing knows the text of the document `lost` of `MonthEnd.reminders`: register its source with `.documents(source)`"
        ]
    );
}

struct Other;

#[plugin]
impl Other {
    /// Has another text under the same id.
    #[skill(documents(document(id = "tone", description = "The tone", text = "Stern.")))]
    fn other(&self) {}
}

#[test]
fn one_id_with_two_contents_names_both_skills() {
    assert_eq!(
        problems(office().plugin(Other)),
        [
            "`MonthEnd.reminders` and `Other.other` both have a document `tone`, and not the same: give one another id"
        ]
    );
}

struct Notes;

#[plugin]
impl Notes {
    /// Reads something else.
    #[ai_function]
    fn read_skill_document(&self) {}
}

#[test]
fn a_function_of_the_readers_name_is_named() {
    assert_eq!(
        problems(office().plugin(Notes)),
        [
            "`Notes.read_skill_document` would be called `read_skill_document`, like the tool that reads the documents of skills: \
             rename it, or register its plugin with `plugin_as(prefix, ..)`"
        ]
    );
    assert!(office().plugin_as("notes", Notes).build().is_ok());
    // Where no skill has documents, the name is free.
    assert!(Toolbox::builder().plugin(Notes).build().is_ok());
}

#[test]
fn a_tool_from_outside_gives_way() {
    let tool = ExternalTool::new("read_skill_document", "Reads", json!({ "type": "object" }));
    let toolbox = office().external(ExternalSource::list("srv", vec![tool])).build().unwrap();
    assert!(toolbox.tool("srv__read_skill_document").is_some());
    assert_eq!(
        reports(&toolbox),
        [
            "`srv.read_skill_document` is offered as `srv__read_skill_document`: `read_skill_document` is `read_skill_document`"
        ]
    );
}

#[test]
fn an_imported_skill_keeps_the_rules_of_the_form() {
    assert_eq!(
        problems(
            Toolbox::builder()
                .skill(ImportedSkill::new("PDF", " "))
                .skill(ImportedSkill::new("twice", "Is there twice."))
                .skill(ImportedSkill::new("twice", "Is there twice."))
        ),
        [
            "the skill `PDF` can't be offered: `name` may hold only lower-case letters, digits and hyphens, and has 'P'",
            "the skill `PDF` can't be offered: `description` must not be empty",
            "the skill `twice` can't be offered: it was registered twice: register it once"
        ]
    );
}

#[test]
fn an_imported_skill_does_not_share_a_name() {
    let skill = ImportedSkill::new("remind", "Is called like a function.");
    assert_eq!(
        problems(Toolbox::builder().plugin(Ledger).skill(skill)),
        [
            "`Ledger.remind` and `AgentSkills.remind` would both be called `remind`: rename one, or register its plugin with `plugin_as(prefix, ..)`"
        ]
    );
}

#[test]
fn two_documents_of_one_path_are_a_problem() {
    let skill = ImportedSkill::new("twins", "Has two.").document("a.md", "A", "a").document("a.md", "A", "b");
    assert_eq!(
        problems(Toolbox::builder().skill(skill)),
        [
            "`AgentSkills.twins` and `AgentSkills.twins` both have a document `twins/a.md`, and not the same: give one another id"
        ]
    );
}

#[test]
fn tools_that_there_are_not_are_reported() {
    let skill = ImportedSkill::new("wishes", "Wants much.").allowed_tools([
        "remind",
        "Ledger.openInvoices",
        "Bash(git:*)",
        "MonthEnd",
    ]);
    let toolbox = office().skill(skill).build().unwrap();
    assert_eq!(
        reports(&toolbox),
        [
            "`AgentSkills.wishes` allows `Ledger.openInvoices`, which is no function of the toolbox: did you mean `Ledger.open_invoices`?",
            "`AgentSkills.wishes` allows `Bash(git:*)`, which is no function of the toolbox",
            "`AgentSkills.wishes` allows `MonthEnd`, which is no function of the toolbox"
        ]
    );
}

#[test]
fn functions_of_a_source_have_several_names() {
    let source = |name: &str| {
        let tool = |name: &str| ExternalTool::new(name, "Does it", json!({ "type": "object" }));
        ExternalSource::mcp(name, vec![tool("pay"), tool(&format!("look_{}", name.len()))])
    };
    let skill = ImportedSkill::new("paying", "Pays.").allowed_tools([
        "books.pay",
        "mcp__shopping__pay",
        "look_8",
        "pay",
        "mcp__books__void",
    ]);
    let builder = Toolbox::builder().external(source("books")).external(source("shopping")).skill(skill);
    let toolbox = builder.build().unwrap();
    let ToolKind::Skill(skill) = &toolbox.tool("paying").unwrap().metadata().kind else { panic!("a skill") };
    let ids = ["MCP_books.pay", "MCP_shopping.pay", "MCP_shopping.look_8"];
    assert_eq!(skill.referenced_functions, ids);
    let unknown: Vec<_> = reports(&toolbox).into_iter().filter(|report| report.contains("allows")).collect();
    assert_eq!(
        unknown,
        [
            "`AgentSkills.paying` allows `pay`, which is no function of the toolbox: did you mean `MCP_books.pay`?",
            "`AgentSkills.paying` allows `mcp__books__void`, which is no function of the toolbox"
        ]
    );
}
