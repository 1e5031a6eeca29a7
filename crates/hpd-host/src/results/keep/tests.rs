use futures_executor::block_on;
use hpd_runtime::Principal;
use hpd_runtime::args::{Limits, Node};
use hpd_runtime::output::StructuredOutput;

use super::*;
use crate::results::MemoryResults;

/// The output that the model reads, and the texts that the store has.
fn kept(output: &Output, secrets: &Secrets) -> (Output, Vec<String>) {
    let (store, now) = (MemoryResults::new(), Timestamp::from_millis(1_000));
    let owner = Owner { session: "s".to_owned(), principal: Principal::new("anna") };
    let keeping = Keeping {
        store: &store,
        owner: owner.clone(),
        now,
        kept_for: Duration::from_secs(60),
        by: ReadBy { what: "result", reader: "read_result", through: None },
        beginning: 64,
        max: 4_096,
    };
    let long = block_on(keeping.keep(output, secrets)).unwrap();
    let texts = long.ids.iter().map(|id| {
        let result = block_on(store.kept(&owner, id, now)).unwrap().unwrap();
        result.text.to_string()
    });
    let texts = texts.collect();
    (long.output, texts)
}

fn image(byte: u8) -> Part {
    Part::image([byte; 3], "image/png")
}

/// Text parts by their first letters, and the others as they are described.
fn order(output: &Output) -> Vec<String> {
    let Output::Content(parts) = output else { panic!("several parts: {output:?}") };
    parts.iter().map(|part| part.to_text().chars().take(6).collect()).collect()
}

#[test]
fn each_text_stays_json_without_its_secrets() {
    let mut secrets = Secrets::default();
    secrets.add(&Node::parse("1234", &Limits::default()).unwrap());
    let long = "x".repeat(2_000);
    let parts = vec![Part::text(r#"{"pin":1234}"#), Part::text(format!(r#"{{"pin":1234,"text":"{long}"}}"#))];
    let (_, texts) = kept(&Output::Content(parts), &secrets);
    assert_eq!(texts, [format!("{{\"pin\":\"[hidden]\",\"text\":\"{long}\"}}")]);
}

#[test]
fn a_short_part_beside_a_kept_one_hides_the_same_values() {
    let mut secrets = Secrets::default();
    secrets.add(&Node::parse("1234", &Limits::default()).unwrap());
    let long = format!("[{}]", ["1234"; 400].join(","));
    let parts = vec![Part::text("PIN 1234:"), Part::text(long)];
    let (Output::Content(shown), texts) = kept(&Output::Content(parts), &secrets) else { unreachable!() };
    assert_eq!(shown[0], Part::text("PIN [hidden]:"));
    assert_eq!(texts, [format!("[{}]", ["\"[hidden]\""; 400].join(","))]);
}

#[test]
fn each_long_part_is_kept_by_itself_and_short_ones_together() {
    let json = format!("[{}]", ["10"; 500].join(","));
    let parts = |texts: &[&str]| Output::Content(texts.iter().map(|text| Part::text(*text)).collect());
    // Alone, short parts stay as they are.
    let (output, texts) = kept(&parts(&["Found:", &json, "Done."]), &Secrets::default());
    assert_eq!(order(&output), ["Found:", "[The r", "Done."]);
    assert_eq!(texts, [json.as_str()]);
    let [a, b] = ["a", "b"].map(|letter| letter.repeat(600));
    let (output, texts) = kept(&parts(&[&a, &json, &b]), &Secrets::default());
    assert_eq!(order(&output), ["[The r", "[The r"]);
    assert_eq!(texts, [format!("{a}\n{b}"), json.clone()]);
    // Where none is long, all are together.
    let (output, texts) = kept(&parts(&[&a, &b]), &Secrets::default());
    assert!(matches!(output, Output::Text(_)));
    assert_eq!(texts, [format!("{a}\n{b}")]);
    // So are many.
    let (output, texts) = kept(&parts(&[json.as_str(); 9]), &Secrets::default());
    assert!(matches!(output, Output::Text(_)));
    assert_eq!(texts, [[json.as_str(); 9].join("\n")]);
    let (output, texts) = kept(&parts(&[json.as_str(); 8]), &Secrets::default());
    assert_eq!((order(&output).len(), texts.len()), (8, 8));
}

#[test]
fn previews_stand_where_the_texts_were() {
    let text = |letter: &str| Part::text(letter.repeat(2_000));
    let parts = vec![image(1), text("a"), image(2), text("b"), image(3)];
    let (output, texts) = kept(&Output::Content(parts.clone()), &Secrets::default());
    assert_eq!(order(&output), ["[image", "[The r", "[image", "[The r", "[image"]);
    assert_eq!(texts, ["a".repeat(2_000), "b".repeat(2_000)]);
    let Output::Content(shown) = output else { unreachable!() };
    assert_eq!([&shown[0], &shown[2], &shown[4]], [&parts[0], &parts[2], &parts[4]]);
}

#[test]
fn of_a_text_and_a_value_that_are_short_the_longer_one_is_kept() {
    let both = |text: &str, value: &str| {
        let output = StructuredOutput::new(JsonText::parse(value).unwrap());
        kept(&output.with_parts(vec![Part::text(text)]).into(), &Secrets::default())
    };
    let (output, texts) = both("a caption", "[1,2]");
    assert_eq!(
        (order(&output), texts),
        (vec!["[The r".to_owned(), "[1,2]".to_owned()], vec!["a caption".to_owned()])
    );
    let (output, texts) = both("a", "[1,2]");
    assert_eq!(
        (order(&output), texts),
        (vec!["a".to_owned(), "[The r".to_owned()], vec!["[1,2]".to_owned()])
    );
    let (_, texts) = both("[1,2]", "[2,1]");
    assert_eq!(texts, ["[1,2]"]);
    // Both are long.
    let (_, texts) = both(&"a".repeat(80), &format!("[{}]", "1".repeat(80)));
    assert_eq!(texts.len(), 2);
}
