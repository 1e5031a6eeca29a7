//! A hundred sensitive values of many shapes, and how they are found in texts.

/// Values of each shape.
const OF_EACH: usize = 10;

/// The values, all different. No text of a conversation holds one by chance.
pub(crate) fn secrets() -> Vec<String> {
    (0..OF_EACH).flat_map(of_number).collect()
}

/// How many shapes there are. As many values in a row have one each.
pub(crate) const SHAPES: usize = 10;

/// One value of each shape.
fn of_number(number: usize) -> [String; SHAPES] {
    [
        format!("998{number}77665544"),
        format!("секрет№{number}秘密の鍵ß"),
        format!("a\"b\\{number}/c\td\u{1}e"),
        format!("first line {number} of it\nsecond line\r\nthird"),
        format!("https://anna{number}:pw@vault.example/open?key=k{number}&x=%20#top"),
        long(number),
        format!("it's \"quoted{number}\" `so` «here»"),
        format!("c2VjcmV0LW51bWJlci0{number}zLWlzLXNhZmU=="),
        format!("account_field_{number}_of_the_owner"),
        // The shortest that are searched.
        format!("ж{number}ж"),
    ]
}

/// More than a thousand characters, without a repetition.
fn long(number: usize) -> String {
    (0..200).map(|part| format!("{number}~{part}")).collect::<Vec<_>>().join("§")
}

/// The two halves of a value, where a cut may leave one. Halves of short values are found anywhere.
pub(crate) fn halves(secret: &str) -> Vec<String> {
    let characters: Vec<_> = secret.chars().collect();
    if characters.len() < 24 {
        return Vec::new();
    }
    let (first, last) = characters.split_at(characters.len() / 2);
    [first, last].into_iter().map(|half| half.iter().collect()).collect()
}

/// A text as its readers may read it: as it is, and without one to three levels of escaping by JSON or Rust.
pub(crate) fn readings(text: &str) -> Vec<String> {
    let mut readings = vec![text.to_owned()];
    for _ in 0..3 {
        match readings.last().filter(|last| last.contains('\\')) {
            Some(last) => readings.push(unescaped(last)),
            None => break,
        }
    }
    readings
}

/// The text without one level of escaping.
fn unescaped(text: &str) -> String {
    let mut parts = text.split('\\');
    let mut whole = parts.next().unwrap_or_default().to_owned();
    while let Some(part) = parts.next() {
        if part.is_empty() {
            // An escaped backslash, with what follows it.
            whole.push('\\');
            whole.push_str(parts.next().unwrap_or_default());
            continue;
        }
        let (character, rest) = escaped(part);
        whole.push_str(&character);
        whole.push_str(rest);
    }
    whole
}

/// The character of an escape without its backslash, and the text after it.
fn escaped(part: &str) -> (String, &str) {
    let mut characters = part.chars();
    let character = match characters.next() {
        Some('n') => '\n',
        Some('r') => '\r',
        Some('t') => '\t',
        Some('b') => '\u{8}',
        Some('f') => '\u{c}',
        Some('0') => '\0',
        Some('u') => return by_number(part).unwrap_or_else(|| (String::new(), part)),
        Some(other) => other,
        None => return (String::new(), part),
    };
    (character.to_string(), characters.as_str())
}

/// `u00e9`, or `u{e9}`.
fn by_number(part: &str) -> Option<(String, &str)> {
    let (digits, rest) = match part.strip_prefix("u{") {
        Some(braced) => braced.split_once('}')?,
        None => part.get(1..)?.split_at_checked(4)?,
    };
    let character = char::from_u32(u32::from_str_radix(digits, 16).ok()?)?;
    Some((character.to_string(), rest))
}

#[test]
fn each_level_of_escaping_is_read() {
    let secret = "a\"b\\1/c\td\u{1}é秘";
    let mut text = secret.to_owned();
    for level in 0..4 {
        assert!(readings(&text).iter().any(|reading| reading.contains(secret)), "{level}: {text}");
        text = if level % 2 == 0 { serde_json::to_string(&text).unwrap() } else { format!("{text:?}") };
    }
    assert!(readings(r#""a\u0022b\\1\/c\td\u0001\u00e9\u79d8""#)[1].contains(secret));
}
