//! Long texts after a label.

/// Characters of a line.
const WIDTH: usize = 110;
/// Characters before the text of a line.
const MARGIN: usize = 15;

/// A text after a label, broken at blanks and, for JSON, after commas that follow strings.
pub fn wrapped(label: &str, text: &str) -> String {
    let mut out = String::new();
    let mut label = label;
    for paragraph in text.split('\n') {
        let mut row = String::new();
        for word in paragraph.split_inclusive(' ').flat_map(|word| word.split_inclusive("\",")) {
            if !row.is_empty() && MARGIN + row.chars().count() + word.trim_end().chars().count() > WIDTH {
                push_row(&mut out, label, &row);
                (label, row) = ("", String::new());
            }
            row.push_str(word);
        }
        push_row(&mut out, label, &row);
        label = "";
    }
    out
}

fn push_row(out: &mut String, label: &str, row: &str) {
    out.push_str(format!("{label:<MARGIN$}{row}").trim_end());
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::{WIDTH, wrapped};

    #[test]
    fn a_text_is_broken_at_blanks_and_kept_under_its_label() {
        let text = wrapped("label", &format!("{}\n\nend", "word ".repeat(30).trim_end()));
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines.len(), 4, "{text}");
        assert!(lines[0].starts_with("label          word word"));
        assert!(lines[1].starts_with("               word"));
        assert_eq!(lines[2..], ["", "               end"]);
        assert!(lines.iter().all(|line| line.len() <= WIDTH));
    }

    #[test]
    fn json_is_broken_between_its_strings() {
        let item = format!("\"{}\"", "x".repeat(50));
        let text = wrapped("", &format!("[{item},{item}]"));
        assert_eq!(text, format!("{0}[{item},\n{0}{item}]\n", " ".repeat(15)));
    }

    #[test]
    fn a_word_that_is_too_long_stands_alone() {
        let long = "x".repeat(WIDTH);
        assert_eq!(wrapped("", &format!("a {long}")), format!("{0}a\n{0}{long}\n", " ".repeat(15)));
    }
}
