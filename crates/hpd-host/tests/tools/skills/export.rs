//! Skills of a toolbox, written as folders.

use std::fs;

use futures_executor::block_on;
use hpd_host::filter::{Filters, ListContext, ListFilter};
#[cfg(feature = "yaml")]
use hpd_host::skills::ImportedSkill;
use hpd_host::{Principal, Session, Toolbox, TurnContext, plugin};
use serde_json::json;

use crate::skills::office::{Ledger, office};

#[test]
fn a_skill_is_written_with_its_functions_and_documents() {
    let temp = tempfile::tempdir().unwrap();
    let toolbox = office().plugin(Checks).build().unwrap();
    let exported = block_on(toolbox.export_skill("QuickCheck", temp.path().join("skills"))).unwrap();
    assert_eq!(exported.folder, temp.path().join("skills/quick-check"));
    assert_eq!(exported.left_out, ["Checks.inner"]);
    assert_eq!(
        fs::read_to_string(exported.folder.join("SKILL.md")).unwrap(),
        concat!(
            "---\n",
            "name: quick-check\n",
            "description: \"Checks \\\"all\\\" accounts: quickly.\"\n",
            "metadata:\n",
            "  \"document:references/law.md\": \"The law: in short\"\n",
            "  \"document:references/the-steps.md\": \"What to do\"\n",
            "  \"hpd-name\": \"QuickCheck\"\n",
            "allowed-tools: \"Ledger.open_invoices Ledger.remind\"\n",
            "---\n",
            "\n",
            "First one, then the other.\n",
        )
    );
    let read = |path: &str| fs::read_to_string(exported.folder.join(path)).unwrap();
    assert_eq!(read("references/law.md"), "Wait for thirty days.");
    assert_eq!(read("references/the-steps.md"), "One.\nTwo.\n");
}

struct Checks;

#[plugin]
impl Checks {
    /// Checks "all" accounts: quickly.
    #[skill(
        name = "QuickCheck",
        functions(Ledger::open_invoices, Ledger::remind),
        skills(Self::inner),
        documents(
            document(id = "the steps", description = "What to do", text = "One.\nTwo.\n"),
            document(id = "law", description = "The law: in short", source)
        )
    )]
    fn quick_check(&self) -> String {
        "First one, then the other.".to_owned()
    }

    /// Looks inside.
    #[skill(instructions = "Look.")]
    fn inner(&self) {}
}

#[test]
fn files_in_memory_name_only_what_a_principal_sees() {
    fn without_reminders(tool: &ListContext<'_>) -> bool {
        tool.principal().id() == Some("anna") || tool.id().as_str() != "Ledger.remind"
    }
    let filters = Filters::new().list(without_reminders.named("reminders"));
    let toolbox = office().plugin(Checks).filters(filters).build().unwrap();
    let files = |principal: &str, skill: &str| {
        let turn = TurnContext::on_behalf_of(Principal::new(principal));
        block_on(toolbox.skill_files(skill, &Session::new(), &turn))
    };
    let seen = files("anna", "QuickCheck").unwrap();
    let paths: Vec<_> = seen.files.iter().map(|(path, _)| &**path).collect();
    assert_eq!(paths, ["SKILL.md", "references/the-steps.md", "references/law.md"]);
    assert_eq!(
        serde_json::Value::Object(seen.front_matter),
        json!({
            "name": "quick-check",
            "description": "Checks \"all\" accounts: quickly.",
            "metadata": {
                "document:references/law.md": "The law: in short",
                "document:references/the-steps.md": "What to do",
                "hpd-name": "QuickCheck",
            },
            "allowed-tools": "Ledger.open_invoices Ledger.remind",
        })
    );
    let narrowed = files("ben", "QuickCheck").unwrap();
    assert_eq!(narrowed.front_matter["allowed-tools"], "Ledger.open_invoices");
    assert!(!narrowed.files[0].1.contains("Ledger.remind"));
    let unknown = files("ben", "QuickChecks").unwrap_err().to_string();
    assert_eq!(unknown, "the toolbox has no skill `QuickChecks`: did you mean `QuickCheck`?");
}

#[test]
fn nothing_is_written_where_something_fails() {
    let temp = tempfile::tempdir().unwrap();
    let toolbox = office().build().unwrap();
    let error = |skill: &str| block_on(toolbox.export_skill(skill, temp.path())).unwrap_err().to_string();
    assert_eq!(
        error("MonthEnd.reminders"),
        "the document `lost` of the skill `MonthEnd.reminders` can't be read: The archive is closed. (connection refused)"
    );
    assert_eq!(error("countin"), "the toolbox has no skill `countin`: did you mean `counting`?");
    assert_eq!(error("MonthEnd"), "the toolbox has no skill `MonthEnd`");
    assert_eq!(fs::read_dir(temp.path()).unwrap().count(), 0);
}

#[test]
fn what_is_there_is_never_overwritten() {
    let temp = tempfile::tempdir().unwrap();
    let toolbox = office().build().unwrap();
    block_on(toolbox.export_skill("counting", temp.path())).unwrap();
    let file = temp.path().join("counting/SKILL.md");
    fs::write(&file, "mine").unwrap();
    let error = block_on(toolbox.export_skill("counting", temp.path())).unwrap_err().to_string();
    let folder = temp.path().join("counting");
    assert!(
        error.starts_with(&format!("the skill `counting` can't be written: {}: ", folder.display())),
        "{error}"
    );
    assert_eq!(fs::read_to_string(file).unwrap(), "mine");
}

#[test]
fn a_description_that_the_form_does_not_allow_is_an_error() {
    struct Long;

    #[plugin]
    impl Long {
        /// It talks and talks and talks. It talks and talks and talks. It talks and talks and talks. It talks and talks
        /// and talks. It talks and talks and talks. It talks and talks and talks. It talks and talks and talks. It
        /// talks and talks and talks. It talks and talks and talks. It talks and talks and talks. It talks and talks
        /// and talks. It talks and talks and talks. It talks and talks and talks. It talks and talks and talks. It
        /// talks and talks and talks. It talks and talks and talks. It talks and talks and talks. It talks and talks
        /// and talks. It talks and talks and talks. It talks and talks and talks. It talks and talks and talks. It
        /// talks and talks and talks. It talks and talks and talks. It talks and talks and talks. It talks and talks
        /// and talks. It talks and talks and talks. It talks and talks and talks. It talks and talks and talks. It
        /// talks and talks and talks. It talks and talks and talks. It talks and talks and talks. It talks and talks
        /// and talks. It talks and talks and talks. It talks and talks and talks. It talks and talks and talks. It
        /// talks and talks and talks.
        #[skill(instructions = "Talk.")]
        fn talking(&self) {}
    }

    let toolbox = Toolbox::builder().plugin(Long).build().unwrap();
    let temp = tempfile::tempdir().unwrap();
    let error = block_on(toolbox.export_skill("talking", temp.path())).unwrap_err().to_string();
    assert_eq!(
        error,
        "the skill `talking` can't be written as a folder: `description` has 1079 characters, and may have 1024"
    );
}

#[cfg(feature = "yaml")]
mod round_trip {
    use hpd_host::Session;
    use hpd_host::skills::SkillFolder;

    use super::{Checks, ImportedSkill, Ledger, Toolbox, block_on, office};
    use crate::skills::{expanded, read};
    use crate::support::text;

    #[test]
    fn a_skill_of_a_plugin_comes_back_with_all_that_the_form_can_say() {
        let temp = tempfile::tempdir().unwrap();
        let first = office().plugin(Checks).build().unwrap();
        let exported = block_on(first.export_skill("QuickCheck", temp.path())).unwrap();
        let skill = SkillFolder::read(exported.folder).unwrap();
        assert_eq!(skill.description(), "Checks \"all\" accounts: quickly.");
        assert_eq!(skill.metadata()["hpd-name"], "QuickCheck");
        assert_eq!(skill.remarks(), []);
        let second = Toolbox::builder().plugin(Ledger).skill(skill).build().unwrap();
        assert_eq!(second.reports(), []);
        assert_eq!(
            text(&second, &Session::new(), "quick-check", "{}"),
            "quick-check expanded. Functions: open_invoices, remind.\n\n\
             First one, then the other.\n\n\
             Documents (read with read_skill_document):\n\
             quick-check/references/law.md - The law: in short\n\
             quick-check/references/the-steps.md - What to do"
        );
        let session = expanded(&second, &["quick-check"]);
        assert_eq!(read(&second, &session, "quick-check/references/the-steps.md"), "One.\nTwo.\n");
    }

    #[test]
    fn a_folder_comes_back_as_it_was() {
        let temp = tempfile::tempdir().unwrap();
        let odd = "Ends: \"here\" # not\n\\ 'there' \u{7} - {x}: [y] \u{2028} ä";
        let skill = ImportedSkill::new("odd-texts", odd)
            .instructions("---\nname: trap\n---\n\n# Text\n")
            .allowed_tools(["Ledger.remind"])
            .document("scripts/run.py", odd, "print()\n")
            .document("references/a.md", "A", "---\na\n");
        let first = Toolbox::builder().plugin(Ledger).skill(skill).build().unwrap();
        let exported = block_on(first.export_skill("AgentSkills.odd-texts", temp.path())).unwrap();
        let skill = SkillFolder::read(&exported.folder).unwrap();
        assert_eq!(skill.description(), odd);
        let ids: Vec<_> =
            skill.documents().iter().map(|document| (&*document.id, &*document.description)).collect();
        assert_eq!(ids, [("odd-texts/references/a.md", "A"), ("odd-texts/scripts/run.py", odd)]);

        let second = Toolbox::builder().plugin(Ledger).skill(skill).build().unwrap();
        assert_eq!(
            text(&second, &Session::new(), "odd-texts", "{}").split("\n\nDocuments").next().unwrap(),
            "odd-texts expanded. Functions: remind.\n\n---\nname: trap\n---\n\n# Text"
        );
        let again = tempfile::tempdir().unwrap();
        let exported_again = block_on(second.export_skill("odd-texts", again.path())).unwrap();
        for path in ["SKILL.md", "scripts/run.py", "references/a.md"] {
            let [before, after] = [&exported.folder, &exported_again.folder]
                .map(|folder| std::fs::read_to_string(folder.join(path)).unwrap());
            assert_eq!(before, after);
        }
    }
}
