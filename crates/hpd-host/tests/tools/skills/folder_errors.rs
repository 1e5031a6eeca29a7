//! Problems of folders, with file and line.

use hpd_host::skills::SkillFolder;

use crate::skills::folder::write;

/// The problems of a `SKILL.md` in a folder `demo`, without the path before the file's name.
fn wrong(text: &str) -> Vec<String> {
    let temp = tempfile::tempdir().unwrap();
    let folder = temp.path().join("demo");
    write(&folder, &[("SKILL.md", text.as_bytes())]);
    let error = SkillFolder::read(&folder).unwrap_err().to_string();
    let start = format!("{}/", folder.display());
    error.lines().map(|line| line.strip_prefix(&start).unwrap_or(line).to_owned()).collect()
}

#[test]
fn front_matter_is_needed() {
    let message =
        "SKILL.md:1: it must begin with front matter: `name` and `description` between two lines `---`";
    assert_eq!(wrong("# Demo\n"), [message]);
    assert_eq!(wrong(""), [message]);
    assert_eq!(
        wrong("---\nname: demo\n"),
        ["SKILL.md:1: the front matter has no end: put a line `---` behind it"]
    );
    assert_eq!(
        wrong("---\n---\ntext"),
        ["SKILL.md:1: the front matter is empty: `name` and `description` are missing"]
    );
}

#[test]
fn name_and_description_are_needed() {
    assert_eq!(
        wrong("---\nlicense: MIT\n---\n"),
        ["SKILL.md:1: `name` is missing", "SKILL.md:1: `description` is missing"]
    );
    assert_eq!(
        wrong("---\nname: [demo]\ndescription:\n---\n"),
        ["SKILL.md:2: `name` must be a text", "SKILL.md:3: `description` must be a text"]
    );
}

#[test]
fn all_rules_are_checked_at_once_each_with_its_line() {
    let text = format!(
        "---\nname: Demo--x\nlicense: MIT\ndescription: {}\ncompatibility: {}\nmetadata: [a]\n---\n",
        "d".repeat(1025),
        "c".repeat(501)
    );
    assert_eq!(
        wrong(&text),
        [
            "SKILL.md:6: `metadata` must be a mapping: `key: value`",
            "SKILL.md:2: `name` may hold only lower-case letters, digits and hyphens, and has 'D'",
            "SKILL.md:4: `description` has 1025 characters, and may have 1024",
            "SKILL.md:5: `compatibility` has 501 characters, and may have 500",
        ]
    );
}

#[test]
fn the_name_is_that_of_the_folder() {
    assert_eq!(
        wrong("---\ndescription: Demo\nname: other\n---\n"),
        ["SKILL.md:3: `name` is `other`, and must be that of the folder, `demo`"]
    );
}

#[test]
fn yaml_that_is_none_has_a_line() {
    let found = wrong("---\nname: demo\ndescription: \"never closed\n---\n");
    assert!(found[0].starts_with("SKILL.md:") && found[0].contains("this is not valid YAML"), "{found:?}");
    let found = wrong("---\nname: demo\nname: demo\ndescription: D\n---\n");
    assert!(found[0].starts_with("SKILL.md:3: "), "{found:?}");
}

#[test]
fn other_keys_are_passed_over_and_remarked() {
    let temp = tempfile::tempdir().unwrap();
    let folder = temp.path().join("demo");
    let text = "---\nname: demo\ndescription: Demo\nversion: 1\nallowed_tools: Read\n---\n";
    write(&folder, &[("SKILL.md", text.as_bytes())]);
    let skill = SkillFolder::read(&folder).unwrap();
    let remarks: Vec<_> = skill.remarks().iter().map(ToString::to_string).collect();
    let file = folder.join("SKILL.md");
    let file = file.display();
    assert_eq!(
        remarks,
        [
            format!(
                "{file}:4: `version` is not a known key: there are name, description, license, compatibility, metadata, allowed-tools"
            ),
            format!("{file}:5: `allowed_tools` is not a known key: did you mean `allowed-tools`?"),
        ]
    );
}

#[test]
fn a_folder_without_the_file_is_no_skill() {
    let temp = tempfile::tempdir().unwrap();
    let error = SkillFolder::read(temp.path()).unwrap_err();
    assert_eq!(error.problems().len(), 1);
    assert_eq!(error.problems()[0].file, temp.path().join("SKILL.md"));
    assert!(error.problems()[0].message.starts_with("it can't be read: "));
    let missing = temp.path().join("missing");
    let error = SkillFolder::read(&missing).unwrap_err();
    assert_eq!(error.problems()[0].file, missing);
    assert!(SkillFolder::read_all(&missing).is_err());
}

#[test]
fn a_skill_file_that_is_no_text_or_too_long_is_refused() {
    let temp = tempfile::tempdir().unwrap();
    let folder = temp.path().join("demo");
    write(&folder, &[("SKILL.md", &[0xff, 0xfe])]);
    assert_eq!(SkillFolder::read(&folder).unwrap_err().problems()[0].message, "it is not a text");
    write(&folder, &[("SKILL.md", &vec![b'x'; 1024 * 1024 + 1])]);
    assert_eq!(SkillFolder::read(&folder).unwrap_err().problems()[0].message, "it is longer than 1 MiB");
}

#[test]
fn a_folder_with_too_many_files_is_refused() {
    let temp = tempfile::tempdir().unwrap();
    let folder = temp.path().join("demo");
    write(&folder, &[("SKILL.md", b"---\nname: demo\ndescription: Demo\n---\n")]);
    for number in 0..256 {
        write(&folder, &[(&format!("assets/{number}.txt"), b"x")]);
    }
    assert_eq!(SkillFolder::read(&folder).unwrap().documents().len(), 256);
    write(&folder, &[("assets/one-more.txt", b"x")]);
    let error = SkillFolder::read(&folder).unwrap_err();
    assert_eq!(error.problems()[0].message, "it holds more than 256 files");
}

#[test]
fn file_names_that_could_pass_for_something_else_are_passed_over() {
    let temp = tempfile::tempdir().unwrap();
    let folder = temp.path().join("demo");
    write(
        &folder,
        &[
            ("SKILL.md", b"---\nname: demo\ndescription: Demo\n---\n"),
            ("a\n\nDocuments: b.md", b"x"),
            ("right.md", b"x"),
        ],
    );
    let skill = SkillFolder::read(&folder).unwrap();
    let ids: Vec<_> = skill.documents().iter().map(|document| &*document.id).collect();
    assert_eq!(ids, ["demo/right.md"]);
    assert_eq!(skill.remarks()[0].message, "its name has odd characters and it is passed over");
}
