use proptest::prelude::*;

use super::*;

fn search(json: Option<&str>, text: &str, wanted: &str, from: usize, max: usize) -> (String, Option<Next>) {
    let found = super::search(json, text, wanted, from, max);
    let (out, next) = found.within(max);
    (out.to_owned(), next)
}

#[test]
fn lines_are_found_whatever_their_case() {
    let text = "Alpha\nbeta alpha alpha\nALPHA and more\n";
    assert_eq!(
        search(None, text, "alpha", 0, 100),
        ("1: Alpha\n2: beta alpha alpha\n3: ALPHA and more\n".to_owned(), None)
    );
    assert_eq!(search(None, text, "gamma", 0, 100), (String::new(), None));
}

#[test]
fn values_are_found_with_their_pointers() {
    let json = r#"{"rows":[{"name":"Acme"},{"acme id":{"x":1,"y":"acme"}}],"n":1234}"#;
    assert_eq!(
        search(Some(json), json, "acme", 0, 200),
        (
            "/rows/0/name: Acme\n/rows/1/acme id: {\"x\":1,\"y\":\"acme\"}\n/rows/1/acme id/y: acme\n"
                .to_owned(),
            None
        )
    );
    assert_eq!(search(Some(json), json, "23", 0, 100).0, "/n: 1234\n");
}

#[test]
fn hits_that_do_not_fit_are_read_next() {
    let text = "aaaa\n".repeat(9);
    let (first, next) = search(None, &text, "a", 0, 20);
    assert_eq!((first.as_str(), next), ("1: aaaa\n2: aaaa\n", Some(Next::Hits(2, 9))));
    let (last, next) = search(None, &text, "a", 7, 20);
    assert_eq!((last.as_str(), next), ("8: aaaa\n9: aaaa\n", None));
}

#[test]
fn long_lines_are_shown_around_each_hit() {
    let line = format!("{}Needle{}needle needle", "x".repeat(500), "y".repeat(500));
    let hits = format!(
        "1 (byte 500): …{}Needle{}…\n1 (byte 1006): …{}needle needle\n",
        "x".repeat(60),
        "y".repeat(134),
        "y".repeat(60)
    );
    assert_eq!(search(None, &line, "needle", 0, 1000), (hits.clone(), None));
    let json = serde_json::json!({ "html": line }).to_string();
    let in_json = hits.replace("1 (", "/html (");
    assert_eq!(search(Some(&json), &json, "needle", 0, 1000), (in_json, None));
    let (second, next) = search(None, &line, "needle", 1, 1000);
    assert_eq!((second.as_str(), next), (&hits[hits.find("1 (byte 1006)").unwrap()..], None));
}

#[test]
fn the_place_of_what_has_no_short_pointer_is_its_byte() {
    let key = "k".repeat(100_000);
    let json = format!("{{\n\"{key}\": \"Acme\",\n\"a\": \"acme 1\", \"a\": \"acme 2\"}}");
    assert_eq!(
        search(Some(&json), &json, "acme", 0, 1_000).0,
        "line 2, byte 100005: \"Acme\"\nline 3, byte 6: \"acme 1\"\n/a: acme 2\n"
    );
    assert_eq!(search(Some(&json), &json, "kkk", 0, 1_000).0, "line 2, byte 100004: \"Acme\"\n");
}

#[test]
fn hits_are_fitted_into_less_room_without_another_search() {
    let text = "aaaa\n".repeat(9);
    let found = super::search(None, &text, "a", 2, 40);
    for (max, hits, next) in [
        (40, "3: aaaa\n4: aaaa\n5: aaaa\n6: aaaa\n7: aaaa\n", 7),
        (20, "3: aaaa\n4: aaaa\n", 4),
        (0, "3: aaaa\n", 3),
    ] {
        assert_eq!(found.within(max), (hits, Some(Next::Hits(next, 9))), "{max}");
    }
    let beyond = super::search(None, &text, "a", 20, 40);
    assert_eq!((beyond.within(40), beyond.total), (("", None), 9));
}

#[test]
fn a_long_line_of_hits_is_read_piece_by_piece() {
    let line = "a".repeat(1_000_000);
    let found = super::search(None, &line, "a", 0, 500);
    // Each hit is shown with 60 bytes before it, and 140 from it on.
    assert_eq!(found.total, 7_143);
    let (hits, next) = found.within(500);
    let first = format!("1 (byte 0): {}…\n", "a".repeat(200));
    assert_eq!(hits, format!("{first}1 (byte 200): …{}…\n", "a".repeat(200)));
    assert_eq!(next, Some(Next::Hits(2, 7_143)));
}

fn searched(text: &str, chunk: usize, window: usize, wanted: &str, from: usize) -> (usize, String) {
    let mut search = TextSearch { window, ..TextSearch::new(wanted, from, 4_000) };
    let mut rest = text;
    while !rest.is_empty() {
        let end = (chunk.min(rest.len())..=rest.len()).find(|&end| rest.is_char_boundary(end)).unwrap();
        search.add(&rest[..end]);
        rest = &rest[end..];
    }
    let found = search.end();
    (found.total, found.within(4_000).0.to_owned())
}

#[test]
fn a_long_line_is_searched_part_by_part() {
    let text =
        format!("{}Needle{}\nneedle\n{}needle", "x ".repeat(5_000), " y".repeat(5_000), "z ".repeat(9_000));
    let all = searched(&text, text.len(), WINDOW, "needle", 0);
    assert_eq!(all.0, 3);
    assert!(all.1.starts_with("1 (byte 10000): …x x x"), "{}", all.1);
    assert!(all.1.contains("\n2: needle\n3 (byte 18000): …z z"), "{}", all.1);
    assert_eq!(searched(&text, 700, 2_000, "needle", 0), all);
}

proptest! {
    #[test]
    fn parts_of_a_line_have_the_hits_of_the_line(
        text in "([a-cäİ€ ]{0,30}(abc|\n|\r\n)?){0,120}",
        chunk in 1_usize..3_000,
        wanted in "[a-c]{1,3}|ä|i",
        from in 0_usize..5,
    ) {
        let text = text.repeat(3);
        let whole = searched(&text, text.len().max(1), WINDOW, &wanted, from);
        prop_assert_eq!(searched(&text, chunk, 1_500, &wanted, from), whole);
    }

    #[test]
    fn short_lines_with_the_text_are_the_hits(text in "([a-d]{0,20}\n){0,50}", wanted in "[a-d]{1,2}") {
        let lines = text.lines().enumerate().filter(|(_, line)| line.contains(&wanted));
        let hits: String = lines.map(|(at, line)| format!("{}: {line}\n", at + 1)).collect::<Vec<_>>().concat();
        prop_assert_eq!(searched(&text, 7, 100, &wanted, 0).1, hits);
    }
}
