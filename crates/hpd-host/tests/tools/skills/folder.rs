//! Skills from folders.

use std::fs;
use std::path::{Path, PathBuf};

use hpd_host::Toolbox;
use hpd_host::skills::{DocumentText, ImportedSkill, SkillFolder};
use tempfile::TempDir;

use crate::skills::office::Ledger;
use crate::skills::{expanded, read};
use crate::support::{answer, text};

/// Writes a folder with files, given by path and content.
pub(crate) fn write(root: &Path, files: &[(&str, &[u8])]) {
    for (path, content) in files {
        let file = root.join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, content).unwrap();
    }
}

/// A folder `dunning` with a `SKILL.md` and all kinds of files.
fn dunning() -> (TempDir, PathBuf) {
    let temp = tempfile::tempdir().unwrap();
    let folder = temp.path().join("dunning");
    write(
        &folder,
        &[
            (
                "SKILL.md",
                b"---\r\nname: dunning\r\ndescription: >-\r\n  Reminds customers\r\n  of open invoices.\r\nlicense: MIT\r\n\
                  compatibility: Needs a ledger\r\nmetadata:\r\n  author: example\r\n  version: 1.0\r\n  \
                  \"document:scripts/count.py\": Counts invoices\r\nallowed-tools: Ledger.open_invoices remind Bash(git:*)\r\n\
                  ---\r\n\r\n# Dunning\r\n\r\nRead references/law.md first.\r\n",
            ),
            ("references/law.md", "\u{feff}\n# What the law says\n\nWait.\n".as_bytes()),
            ("references/plain.txt", b"# no heading"),
            ("scripts/count.py", b"print(1)\n"),
            ("scripts/deep/run.sh", b"exit\n"),
            ("assets/logo.png", b"\x89PNG\r\n\x1a\n\0\0"),
            ("LICENSE", b"MIT"),
            (".git/config", b"hidden"),
            ("assets/.hidden", b"hidden"),
        ],
    );
    (temp, folder)
}

#[test]
fn a_folder_becomes_a_skill() {
    let (_temp, folder) = dunning();
    let skill = SkillFolder::read(&folder).unwrap();
    assert_eq!(skill.name(), "dunning");
    assert_eq!(skill.description(), "Reminds customers of open invoices.");
    assert_eq!(skill.license(), Some("MIT"));
    assert_eq!(skill.compatibility(), Some("Needs a ledger"));
    assert_eq!(skill.metadata()["version"], "1.0");
    assert_eq!(skill.remarks(), []);
    let documents: Vec<_> = skill.documents().iter().map(ToString::to_string).collect();
    assert_eq!(
        documents,
        [
            "dunning/LICENSE - A file",
            "dunning/assets/logo.png - An asset (it is not a text)",
            "dunning/references/law.md - What the law says",
            "dunning/references/plain.txt - A reference",
            "dunning/scripts/count.py - Counts invoices",
            "dunning/scripts/deep/run.sh - A script",
        ]
    );
    assert_eq!(skill.documents()[0].text, DocumentText::Source);
}

#[test]
fn a_skill_from_a_folder_is_one_like_others() {
    let (_temp, folder) = dunning();
    let skill = SkillFolder::read(&folder).unwrap();
    let toolbox = Toolbox::builder().plugin(Ledger).skill(skill).build().unwrap();
    let reports: Vec<_> = toolbox.reports().iter().map(ToString::to_string).collect();
    assert_eq!(reports, ["`AgentSkills.dunning` allows `Bash(git:*)`, which is no function of the toolbox"]);
    let session = hpd_host::Session::new();
    assert_eq!(
        text(&toolbox, &session, "dunning", "{}"),
        "dunning expanded. Functions: open_invoices, remind.\n\n\
         # Dunning\r\n\r\nRead references/law.md first.\n\n\
         Documents (read with read_skill_document):\n\
         dunning/LICENSE - A file\n\
         dunning/assets/logo.png - An asset (it is not a text)\n\
         dunning/references/law.md - What the law says\n\
         dunning/references/plain.txt - A reference\n\
         dunning/scripts/count.py - Counts invoices\n\
         dunning/scripts/deep/run.sh - A script"
    );
    assert_eq!(read(&toolbox, &session, "dunning/references/law.md"), "\n# What the law says\n\nWait.\n");
    assert_eq!(
        read(&toolbox, &session, "dunning/assets/logo.png"),
        concat!(
            r#"{"error_type":"document_not_text","document_id":"dunning/assets/logo.png","#,
            r#""error_message":"'dunning/assets/logo.png' can't be read: it is not a text.","#,
            r#""retry_guidance":"Do not try again. Go on without it."}"#
        )
    );
}

#[test]
fn documents_are_read_from_the_disk_when_they_are_asked_for() {
    let (_temp, folder) = dunning();
    let toolbox = Toolbox::builder().skill(SkillFolder::read(&folder).unwrap()).build().unwrap();
    let session = expanded(&toolbox, &["dunning"]);
    fs::write(folder.join("LICENSE"), "Apache-2.0").unwrap();
    assert_eq!(read(&toolbox, &session, "dunning/LICENSE"), "Apache-2.0");
    fs::write(folder.join("LICENSE"), [0xff_u8]).unwrap();
    assert_eq!(
        read(&toolbox, &session, "dunning/LICENSE"),
        r#"{"error_type":"function_error","error_message":"The document can't be read: it is not a text."}"#
    );
    fs::write(folder.join("LICENSE"), vec![b'x'; 1024 * 1024 + 1]).unwrap();
    assert_eq!(
        read(&toolbox, &session, "dunning/LICENSE"),
        r#"{"error_type":"function_error","error_message":"The document can't be read: it is longer than 1 MiB."}"#
    );
    fs::remove_file(folder.join("LICENSE")).unwrap();
    let outcome = answer(&toolbox, &session, "read_skill_document", r#"{"document_id":"dunning/LICENSE"}"#);
    // No path of the machine reaches the model.
    assert_eq!(
        outcome.for_model().text,
        r#"{"error_type":"function_error","error_message":"The document can't be read right now."}"#
    );
    assert!(outcome.for_host()["source"].is_string());
}

#[test]
fn nothing_outside_the_folder_can_be_read() {
    let (temp, folder) = dunning();
    write(temp.path(), &[("secret.txt", b"secret")]);
    let toolbox = Toolbox::builder().skill(SkillFolder::read(&folder).unwrap()).build().unwrap();
    let session = expanded(&toolbox, &["dunning"]);
    let absolute = temp.path().join("secret.txt");
    for id in [
        "dunning/../secret.txt",
        "../secret.txt",
        "dunning/references/../../secret.txt",
        "dunning/SKILL.md",
        absolute.to_str().unwrap(),
    ] {
        let error = read(&toolbox, &session, id);
        assert!(error.starts_with(r#"{"error_type":"unknown_document""#), "{id}: {error}");
    }
}

#[cfg(unix)]
mod links {
    use std::os::unix::fs::symlink;

    use super::{SkillFolder, Toolbox, answer, dunning, expanded, fs, write};

    #[test]
    fn links_are_passed_over() {
        let (temp, folder) = dunning();
        write(temp.path(), &[("secret.txt", b"secret"), ("other/secret.txt", b"secret")]);
        symlink(temp.path().join("secret.txt"), folder.join("references/link.md")).unwrap();
        symlink(temp.path().join("other"), folder.join("other")).unwrap();
        let skill = SkillFolder::read(&folder).unwrap();
        assert!(
            skill
                .documents()
                .iter()
                .all(|document| !document.id.contains("link") && !document.id.contains("other"))
        );
        let mut remarks: Vec<_> = skill.remarks().iter().map(ToString::to_string).collect();
        remarks.sort();
        let shown = folder.display();
        assert_eq!(
            remarks,
            [
                format!("{shown}/other: it is a link and is passed over"),
                format!("{shown}/references/link.md: it is a link and is passed over")
            ]
        );
    }

    #[test]
    fn what_becomes_a_link_later_is_not_followed() {
        let (temp, folder) = dunning();
        write(temp.path(), &[("secret.txt", b"secret"), ("other/law.md", b"secret")]);
        let toolbox = Toolbox::builder().skill(SkillFolder::read(&folder).unwrap()).build().unwrap();
        let session = expanded(&toolbox, &["dunning"]);
        fs::remove_file(folder.join("LICENSE")).unwrap();
        symlink(temp.path().join("secret.txt"), folder.join("LICENSE")).unwrap();
        fs::remove_dir_all(folder.join("references")).unwrap();
        symlink(temp.path().join("other"), folder.join("references")).unwrap();
        for id in ["dunning/LICENSE", "dunning/references/law.md"] {
            let call = format!(r#"{{"document_id":"{id}"}}"#);
            let outcome = answer(&toolbox, &session, "read_skill_document", &call);
            assert_eq!(
                outcome.for_model().text,
                r#"{"error_type":"function_error","error_message":"The document can't be read right now."}"#
            );
            assert_eq!(outcome.for_host()["source"], "it is a link");
        }
    }

    #[test]
    fn a_folder_may_be_reached_through_a_link() {
        let (temp, folder) = dunning();
        symlink(&folder, temp.path().join("alias")).unwrap();
        assert_eq!(SkillFolder::read(temp.path().join("alias")).unwrap().name(), "dunning");
    }
}

#[test]
fn all_folders_that_are_right_are_read_and_the_others_reported() {
    let temp = tempfile::tempdir().unwrap();
    write(
        temp.path(),
        &[
            ("b-skill/SKILL.md", b"---\nname: b-skill\ndescription: B\n---\n"),
            ("a-skill/SKILL.md", b"---\nname: a-skill\ndescription: A\n---\nDo it."),
            ("wrong/SKILL.md", b"---\nname: right\ndescription: C\n---\n"),
            ("no-skill/README.md", b"Nothing"),
            ("file.md", b"Nothing"),
        ],
    );
    let found = SkillFolder::read_all(temp.path()).unwrap();
    let names: Vec<_> = found.skills.iter().map(ImportedSkill::name).collect();
    assert_eq!(names, ["a-skill", "b-skill"]);
    let errors: Vec<_> = found.errors.iter().map(ToString::to_string).collect();
    let shown = temp.path().display();
    assert_eq!(
        errors,
        [format!("{shown}/wrong/SKILL.md:2: `name` is `right`, and must be that of the folder, `wrong`")]
    );
    assert_eq!(found.errors[0].folder(), temp.path().join("wrong"));
}
