//! Skills that no macro declares.

use hpd_host::skills::ImportedSkill;
use hpd_host::{Session, Toolbox};

use crate::skills::office::Ledger;
use crate::skills::{expanded, names, read};
use crate::support::text;

fn reminders() -> ImportedSkill {
    ImportedSkill::new("reminders", "Reminds customers of open invoices.")
        .instructions("See references/tone.md.")
        .allowed_tools(["Ledger.open_invoices", "remind"])
        .document("references/tone.md", "The tone", "Friendly.")
}

#[test]
fn it_is_a_skill_container() {
    let toolbox = Toolbox::builder().skill(reminders()).plugin(Ledger).build().unwrap();
    let skill = toolbox.tool("reminders").unwrap();
    assert_eq!(skill.id().as_str(), "AgentSkills.reminders");
    assert_eq!(
        serde_json::to_string(skill.metadata()).unwrap(),
        concat!(
            r#"{"IsContainer":true,"IsSkill":true,"PluginName":"AgentSkills","FunctionNames":["open_invoices","remind"],"#,
            r#""FunctionCount":2,"ReferencedFunctions":["Ledger.open_invoices","Ledger.remind"],"#,
            r#""ReferencedPlugins":["Ledger"],"SourceType":"Skill"}"#
        )
    );
    assert_eq!(
        skill.description(),
        "Reminds customers of open invoices. Call it without arguments to reveal 2 functions: open_invoices, remind."
    );
}

#[test]
fn it_is_listed_from_the_start_and_reveals_its_functions() {
    let builder = Toolbox::builder().skill(reminders()).plugin(crate::support::Math);
    let skill = ImportedSkill::new("sums", "Adds.").allowed_tools(["Math.Add"]);
    let toolbox = builder.skill(skill).plugin(Ledger).build().unwrap();
    let listed = ["reminders", "Math", "sums", "open_invoices", "remind", "read_skill_document"];
    assert_eq!(names(&toolbox, &Session::new()), listed);
    let session = Session::new();
    assert_eq!(text(&toolbox, &session, "sums", "{}"), "sums expanded. Functions: Add.");
    assert_eq!(text(&toolbox, &session, "Add", r#"{"a":1,"b":2}"#), "3");
}

#[test]
fn a_container_with_parameters_is_refused() {
    let toolbox = Toolbox::builder().skill(reminders()).plugin(Ledger).build().unwrap();
    let error = text(&toolbox, &Session::new(), "reminders", r#"{"customer":"ada"}"#);
    assert!(
        error.starts_with(r#"{"error_type":"container_invocation_error","container_name":"reminders""#),
        "{error}"
    );
}

#[test]
fn a_path_as_the_instructions_name_it_finds_the_document() {
    let toolbox = Toolbox::builder().skill(reminders()).plugin(Ledger).build().unwrap();
    let session = expanded(&toolbox, &["reminders"]);
    for path in ["references/tone.md", "./references/tone.md", "tone.md"] {
        let error = read(&toolbox, &session, path);
        assert!(error.contains(r#""suggestion":"reminders/references/tone.md""#), "{error}");
    }
    assert_eq!(read(&toolbox, &session, "reminders/references/tone.md"), "Friendly.");
}

#[test]
fn a_name_that_begins_with_a_digit_is_offered_legally() {
    let skill = ImportedSkill::new("3d-models", "Makes models.").instructions("Make one.");
    let toolbox = Toolbox::builder().skill(skill).build().unwrap();
    assert_eq!(names(&toolbox, &Session::new()), ["_3d-models"]);
    assert_eq!(toolbox.tool("3d-models").unwrap().original_name(), "3d-models");
    assert_eq!(text(&toolbox, &Session::new(), "3d-models", "{}"), "_3d-models expanded.\n\nMake one.");
}
