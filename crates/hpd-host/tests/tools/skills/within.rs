//! Imported skills in the containers of others, and the texts of skills without functions.

use hpd_host::external::{ExternalSource, ExternalTool};
use hpd_host::filter::{Filters, ListContext};
use hpd_host::skills::ImportedSkill;
use hpd_host::{Session, Toolbox, TurnContext};
use serde_json::json;

use crate::skills::office::MonthEnd;
use crate::skills::{expanded, read};
use crate::support::{Math, names, text};

fn rounding() -> ImportedSkill {
    ImportedSkill::new("rounding", "Rounds like the tax office.")
        .instructions("Half away from zero.")
        .allowed_tools(["Math.Add"])
        .document("table.md", "The table", "1.5 is 2.")
}

#[test]
fn an_imported_skill_lies_below_a_scope() {
    let toolbox = Toolbox::builder().skill(rounding().within("Math")).plugin(Math).build().unwrap();
    let session = Session::new();
    assert_eq!(names(&toolbox, &session), ["Math", "read_skill_document"]);
    let metadata = |name: &str| serde_json::to_value(toolbox.tool(name).unwrap().metadata()).unwrap();
    assert_eq!(metadata("rounding")["ParentSkillContainer"], "Math");
    let scope = metadata("Math");
    assert_eq!(
        (&scope["IsScope"], &scope["SkillNames"], &scope["SkillCount"]),
        (&json!(true), &json!(["rounding"]), &json!(1))
    );
    assert!(toolbox.tool("Math").unwrap().description().ends_with("Subtract, ... and 1 skill: rounding."));
    let hidden = text(&toolbox, &session, "rounding", "{}");
    assert!(hidden.contains("First call 'Math' with NO arguments"), "{hidden}");
    let closed = read(&toolbox, &session, "rounding/table.md");
    assert!(
        closed.contains("First call 'Math' with NO arguments to expand it, then call 'rounding'"),
        "{closed}"
    );
    let session = expanded(&toolbox, &["Math", "rounding"]);
    assert_eq!(read(&toolbox, &session, "rounding/table.md"), "1.5 is 2.");
}

#[test]
fn an_imported_skill_lies_below_a_source_and_a_scope_of_skills() {
    let tool = |name| ExternalTool::new(name, "", json!({"type": "object"}));
    let source = ExternalSource::mcp("tax", vec![tool("rates")]);
    let toolbox = Toolbox::builder()
        .plugin(MonthEnd)
        .documents(crate::skills::office::Archive::default())
        .external(source)
        .skill(ImportedSkill::new("rates-of-old", "Finds old rates.").within("MCP_tax"))
        .skill(ImportedSkill::new("stamps", "Buys stamps.").within("MonthEnd"))
        .build()
        .unwrap();
    let session = Session::new();
    assert_eq!(
        text(&toolbox, &session, "MCP_tax", "{}"),
        "MCP_tax expanded. Functions: rates. Skills: rates-of-old."
    );
    assert!(
        toolbox.tool("MonthEnd").unwrap().description().ends_with("reminders, closing, counting, stamps.")
    );
}

#[test]
fn a_container_that_there_is_not_is_a_build_error() {
    let error = Toolbox::builder().plugin(Math).skill(rounding().within("Mat")).build().unwrap_err();
    assert_eq!(
        error.to_string(),
        "the toolbox can't be built: `AgentSkills.rounding` is to lie within `Mat`, which is no container: did you mean `Math`?"
    );
}

#[test]
fn a_denied_function_is_not_among_the_references_of_a_skill() {
    let filter = |tool: &ListContext<'_>| tool.name() != "Add" || tool.principal().id() == Some("anna");
    let skill = rounding().allowed_tools(["Math.Multiply"]);
    let toolbox =
        Toolbox::builder().plugin(Math).skill(skill).filters(Filters::new().list(filter)).build().unwrap();
    let list = toolbox.tools_with(&Session::new(), &TurnContext::default());
    let skill = list.iter().find(|tool| tool.name() == "rounding").unwrap();
    assert_eq!(
        skill.description(),
        "Rounds like the tax office. Call it without arguments to reveal 1 function: Multiply."
    );
    let metadata = serde_json::to_value(skill.metadata()).unwrap();
    assert_eq!(metadata["ReferencedFunctions"], json!(["Math.Multiply"]));
}

#[test]
fn a_wrong_call_of_a_skill_without_functions_promises_none() {
    let skill = ImportedSkill::new("manners", "How to write.").instructions("Be kind.");
    let toolbox =
        Toolbox::builder().plugin(MonthEnd).documents(crate::skills::office::Archive::default()).skill(skill);
    let toolbox = toolbox.build().unwrap();
    assert_eq!(
        text(&toolbox, &Session::new(), "manners", r#"{"a":1}"#),
        r#"{"error_type":"container_invocation_error","container_name":"manners","attempted_parameters":{"a":1},"available_functions":[],"error_message":"'manners' is a container function that holds instructions. It cannot be called with parameters.","retry_guidance":"Call 'manners' with NO arguments: the answer has its instructions."}"#
    );
    assert_eq!(
        text(&toolbox, &Session::new(), "MonthEnd", r#"{"a":1}"#),
        r#"{"error_type":"container_invocation_error","container_name":"MonthEnd","attempted_parameters":{"a":1},"available_functions":["reminders","closing","counting"],"error_message":"'MonthEnd' is a container function that groups related skills. It cannot be called with parameters.","retry_guidance":"This requires TWO separate tool calls: (1) First call 'MonthEnd' with NO arguments to expand it. (2) After expansion succeeds, call the individual skill you need. Available skills: reminders, closing, counting"}"#
    );
    let closing = text(&toolbox, &expanded(&toolbox, &["MonthEnd"]), "closing", r#"{"a":1}"#);
    assert!(
        closing.ends_with("call the individual skill you need. Available skills: reminders\"}"),
        "{closing}"
    );
}
