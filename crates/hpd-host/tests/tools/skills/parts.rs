//! Long documents are read in parts.

use hpd_host::skills::ImportedSkill;
use hpd_host::{Limits, Session, Toolbox};

use crate::skills::{expanded, read};
use crate::support::text;

fn toolbox(document: &str, part: Option<usize>) -> (Toolbox, Session) {
    let skill = ImportedSkill::new("long", "Has a long document.").document("d", "Long", document);
    let builder = Toolbox::builder().skill(skill);
    let builder = match part {
        Some(bytes) => builder.limits(Limits::new().document_bytes(bytes)),
        None => builder,
    };
    let toolbox = builder.build().unwrap();
    let session = expanded(&toolbox, &["long"]);
    (toolbox, session)
}

fn read_from(toolbox: &Toolbox, session: &Session, offset: usize) -> String {
    text(toolbox, session, "read_skill_document", &format!(r#"{{"document_id":"long/d","offset":{offset}}}"#))
}

#[test]
fn a_long_document_is_cut_and_says_how_to_go_on() {
    let line = "0123456789abcde\n";
    let document = line.repeat(100);
    let (toolbox, session) = toolbox(&document, Some(1024));
    let first = read(&toolbox, &session, "long/d");
    assert_eq!(
        first,
        format!(
            "{}\n\n[Cut: this is byte 0 to 896 of 1600. To go on, call read_skill_document with the document_id \"long/d\" and \
             the offset 896.]",
            line.repeat(56)
        )
    );
    assert_eq!(read_from(&toolbox, &session, 896), line.repeat(44));
}

#[test]
fn by_default_a_part_has_64_kib() {
    let (toolbox, session) = toolbox(&"x".repeat(64 * 1024), None);
    assert_eq!(read(&toolbox, &session, "long/d").len(), 64 * 1024);
    let (toolbox, session) = self::toolbox(&"x".repeat(64 * 1024 + 1), None);
    let first = read(&toolbox, &session, "long/d");
    assert_eq!(first.len(), 64 * 1024);
    assert!(first.ends_with(
        "\n\n[Cut: this is byte 0 to 65407 of 65537. To go on, call read_skill_document with the document_id \"long/d\" and the \
         offset 65407.]"
    ), "{}", &first[65300..]);
}

#[test]
fn an_offset_behind_the_end_is_an_error() {
    let (toolbox, session) = toolbox("short", None);
    assert_eq!(
        read_from(&toolbox, &session, 5),
        concat!(
            r#"{"error_type":"function_error","error_message":"The document 'long/d' has 5 bytes, so there is nothing at the offset 5. "#,
            r#"Leave the offset out to read it from the beginning."}"#
        )
    );
}

#[test]
fn an_empty_document_is_no_error() {
    let (toolbox, session) = toolbox("", None);
    assert_eq!(read(&toolbox, &session, "long/d"), "(The result is empty.)");
}
