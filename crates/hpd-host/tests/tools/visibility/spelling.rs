//! Names in one spelling, and names of their own for the tools that the toolbox adds.

#![allow(clippy::unused_self, reason = "tools of an office are its methods")]

use hpd_host::list::{ListMode, ModelOptions, Recovery, Spelling, VisibilityPolicy};
use hpd_host::{Limits, Session, Toolbox, ToolboxBuilder, ai_function, plugin, scope};

use super::{names, text};
use crate::support::answer;

#[derive(Default)]
struct OfficeDesk;

#[scope("Papers", post_expansion = "Keep it tidy.")]
impl OfficeDesk {
    /// Lists papers.
    #[ai_function]
    fn list_papers(&self) -> &'static str {
        "two papers"
    }

    /// Files a paper.
    #[ai_function]
    fn file_paper(
        &self,
        /** Which one. */
        #[param(non_empty, obtain = Self::list_papers)]
        paper_id: String,
    ) -> String {
        paper_id
    }

    /// How to tidy up.
    #[skill(
        functions(Self::list_papers, fn stamp_all),
        documents(document(id = "steps", description = "What to do", text = "Begin on the left, and go on to the right."))
    )]
    fn tidy_up(&self) {}
}

/// Stamps everything.
#[ai_function]
fn stamp_all() -> &'static str {
    "stamped"
}

struct Quiet;

#[plugin(rename_all_params = "camelCase")]
impl Quiet {
    /// Adds quick assets.
    #[ai_function]
    fn first_one(
        &self,
        /** How much. */
        #[param(non_empty)]
        quick_assets: String,
    ) -> String {
        quick_assets
    }
}

fn desk() -> ToolboxBuilder {
    Toolbox::builder().plugin(OfficeDesk).plugin_as("q", Quiet)
}

#[test]
fn all_names_of_this_program_are_spelt_alike() {
    let toolbox = desk().model(ModelOptions::new().rename_all(Spelling::Camel)).build().unwrap();
    let tools: Vec<_> = toolbox.all_tools().iter().map(|tool| (tool.name(), tool.id().as_str())).collect();
    assert_eq!(
        tools,
        [
            ("officeDesk", "OfficeDesk"),
            ("listPapers", "OfficeDesk.list_papers"),
            ("filePaper", "OfficeDesk.file_paper"),
            ("tidyUp", "OfficeDesk.tidy_up"),
            ("q__firstOne", "Quiet.first_one"),
            ("stampAll", "stamp_all"),
            ("readSkillDocument", "read_skill_document"),
        ]
    );
    let session = Session::new();
    assert_eq!(
        text(&toolbox, &session, "officeDesk", "{}"),
        "officeDesk expanded. Functions: listPapers, filePaper. Skills: tidyUp.\n\nKeep it tidy."
    );
    assert_eq!(
        toolbox.tool("officeDesk").unwrap().description(),
        "Papers. Call it without arguments to reveal 2 functions: listPapers, filePaper and 1 skill: tidyUp."
    );
    assert_eq!(
        text(&toolbox, &session, "tidyUp", "{}"),
        "tidyUp expanded. Functions: listPapers, stampAll.\n\nDocuments (read with readSkillDocument):\nsteps - What to do"
    );
    assert_eq!(
        serde_json::to_string(toolbox.tool("tidyUp").unwrap().metadata()).unwrap(),
        r#"{"IsContainer":true,"IsSkill":true,"PluginName":"OfficeDesk","FunctionNames":["listPapers","stampAll"],"FunctionCount":2,"ReferencedFunctions":["OfficeDesk.list_papers","stamp_all"],"ReferencedPlugins":["OfficeDesk"],"SourceType":"Skill","ParentSkillContainer":"officeDesk"}"#
    );
    assert_eq!(text(&toolbox, &session, "stampAll", "{}"), "stamped");
    let error = text(&toolbox, &session, "filePaper", r#"{"paper_id":""}"#);
    assert!(error.contains(r#""obtain":"listPapers""#), "{error}");
    // The name of the call beside its arguments is the one that the model knows.
    let wrapped = r#"{"name":"filePaper","arguments":{"paper_id":"7"}}"#;
    assert_eq!(text(&toolbox, &session, "filePaper", wrapped), "7");
}

#[test]
fn parameters_are_renamed_by_the_block() {
    let toolbox = desk().model(ModelOptions::new().rename_all(Spelling::Pascal)).build().unwrap();
    let session = Session::new();
    assert_eq!(text(&toolbox, &session, "q__FirstOne", r#"{"quickAssets":"5"}"#), "5");
    assert_eq!(
        toolbox.tool("q__FirstOne").unwrap().input_schema(),
        r#"{"type":"object","properties":{"quickAssets":{"description":"How much.","type":"string","minLength":1}},"required":["quickAssets"],"additionalProperties":false}"#
    );
    // Another spelling of it has one meaning.
    assert_eq!(text(&toolbox, &session, "q__FirstOne", r#"{"quick_assets":"5"}"#), "5");
    let error = text(&toolbox, &session, "q__FirstOne", r#"{"quickAssets":""}"#);
    assert!(error.contains(r#""property":"quickAssets""#), "{error}");
}

#[test]
fn two_names_that_become_one_are_a_build_error() {
    struct Twice;

    #[plugin]
    impl Twice {
        /// One.
        #[ai_function]
        fn add_one(&self) {}

        /// Two.
        #[ai_function(name = "addOne")]
        fn add_another(&self) {}
    }

    assert!(Toolbox::builder().plugin(Twice).build().is_ok());
    assert_eq!(
        Toolbox::builder()
            .plugin(Twice)
            .model(ModelOptions::new().rename_all(Spelling::Snake))
            .build()
            .unwrap_err()
            .to_string(),
        "the toolbox can't be built: `Twice.add_one` and `Twice.addOne` would both be called `add_one`: rename one, or register its plugin with `plugin_as(prefix, ..)`"
    );
}

fn constant() -> ToolboxBuilder {
    desk()
        .visibility(VisibilityPolicy::new().list(ListMode::Constant))
        .model(ModelOptions::new().read_skill_document_as("OpenPaper").call_function_as("Invoke"))
}

#[test]
fn own_names_are_used_wherever_a_model_reads_them() {
    let toolbox = constant().limits(Limits::new().document_bytes(1)).build().unwrap();
    let session = Session::new();
    let expanded = text(&toolbox, &session, "OfficeDesk", "{}");
    assert!(expanded.contains("\n\nCall them with Invoke, by name:\n- list_papers"), "{expanded}");
    let skill = text(&toolbox, &session, "Invoke", r#"{"name":"tidy_up"}"#);
    assert!(skill.contains("\n\nDocuments (read with OpenPaper):\nsteps - What to do"), "{skill}");
    let guidance = "call it through 'Invoke', by exactly the name that the expansion told.";
    for (name, arguments) in
        [("nothing", "{}"), ("Invoke", r#"{"name":"nothing"}"#), ("OfficeDesk", r#"{"a":1}"#)]
    {
        let error = text(&toolbox, &session, name, arguments);
        assert!(error.contains(guidance), "{error}");
    }
    let error = text(&toolbox, &session, "Invoke", r#"{"name":"Invoke"}"#);
    assert!(error.contains("name must be the name of a function, not 'Invoke' itself"), "{error}");
    assert_eq!(
        text(&toolbox, &session, "OpenPaper", r#"{"document_id":"steps"}"#),
        "Begin on the left, and go on to the right."
    );
    for tool in toolbox.all_tools() {
        let said = format!("{}{}{}", tool.name(), tool.description(), tool.input_schema());
        assert!(!said.contains("call_function") && !said.contains("read_skill_document"), "{said}");
    }
}

#[test]
fn a_call_that_is_set_right_names_the_own_tools_too() {
    let toolbox = constant().model(ModelOptions::new().recovery(Recovery::Expand)).build().unwrap();
    let told = text(&toolbox, &Session::new(), "OfficeDesk", r#"{"function":"list_papers"}"#);
    assert!(
        told.ends_with("call it through 'Invoke', by exactly the name that the expansion told."),
        "{told}"
    );
    let toolbox = desk()
        .model(ModelOptions::new().rename_all(Spelling::Pascal).recovery(Recovery::ExpandAndRun))
        .build()
        .unwrap();
    let session = Session::new();
    text(&toolbox, &session, "OfficeDesk", "{}");
    text(&toolbox, &session, "TidyUp", "{}");
    assert_eq!(
        text(&toolbox, &session, "read_skill_document", r#"{"document_id":"steps"}"#),
        "Begin on the left, and go on to the right."
    );
}

struct Reader;

#[plugin]
impl Reader {
    /// Reads something else.
    #[ai_function]
    fn read_skill_document(&self) -> &'static str {
        "mine"
    }
}

#[test]
fn a_name_of_ones_own_is_a_legal_name_that_nothing_else_has() {
    let problem = |builder: ToolboxBuilder| builder.build().unwrap_err().to_string();
    assert_eq!(
        problem(desk().model(ModelOptions::new().read_skill_document_as("read it"))),
        "the toolbox can't be built: the tool `read_skill_document` can't be offered: `read it` is not a legal tool name: ` ` is not allowed, only letters, digits, `_` and `-` are"
    );
    assert_eq!(
        problem(desk().model(ModelOptions::new().read_skill_document_as("tidy_up"))),
        "the toolbox can't be built: `OfficeDesk.tidy_up` would be called `tidy_up`, like the tool that reads the documents of skills: rename it, or register its plugin with `plugin_as(prefix, ..)`"
    );
    assert_eq!(
        problem(constant().model(ModelOptions::new().call_function_as("file_paper"))),
        "the toolbox can't be built: `call_function` and `OfficeDesk.file_paper` would both be called `file_paper`: rename one, or register its plugin with `plugin_as(prefix, ..)`"
    );
    // The usual names are free then.
    let toolbox =
        desk().plugin(Reader).model(ModelOptions::new().read_skill_document_as("OpenPaper")).build().unwrap();
    let session = Session::new();
    assert_eq!(answer(&toolbox, &session, "read_skill_document", "{}").for_model().text, "mine");
    assert_eq!(names(&toolbox, &session), ["OfficeDesk", "q__first_one", "read_skill_document", "OpenPaper"]);
}
