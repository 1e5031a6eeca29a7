//! Figures as text.

use std::fmt::Write;

use crate::counter::Encoding;
use crate::measure::{Measured, Row};

const LEGEND: &str = "\
Its entry is what a container costs in each turn, its answer what the model reads once, when it expands the container.
A tool that would be alone in its container is always listed.
";

/// One toolbox container by container, several in a line each.
pub(crate) fn report(measured: &[Measured], encoding: Encoding) -> String {
    let table = match measured {
        [one] => containers(one),
        several => summary(several),
    };
    format!("{table}{}, of the JSON that OpenAI's chat completions take.\n", encoding.describe())
}

/// The containers of a toolbox, and the cost of its lists.
fn containers(measured: &Measured) -> String {
    let Measured { name, rows, tools, full, start, turn } = measured;
    let mut lines =
        vec![["container", "tools", "their tokens", "its entry", "its answer"].map(str::to_owned)];
    lines.extend(rows.iter().map(|row| {
        let Row { container, tools, inside, line, answer } = row;
        match container {
            Some(container) => {
                [container.clone(), number(*tools), number(*inside), number(*line), number(*answer)]
            }
            None => [
                "(always listed)".to_owned(),
                number(*tools),
                number(*inside),
                "-".to_owned(),
                "-".to_owned(),
            ],
        }
    }));
    let totals = [
        [format!("all {tools} tools listed"), number(*full), String::new()],
        ["at the start of a session".to_owned(), number(*start), share(*start, *full)],
        ["with the largest container expanded".to_owned(), number(*turn), share(*turn, *full)],
    ];
    format!("{name}\n\n{}\n{}\n{LEGEND}", aligned(&lines), aligned(&totals))
}

/// The cost of the lists of several toolboxes.
fn summary(measured: &[Measured]) -> String {
    let mut lines =
        vec![["list", "tools", "all listed", "at the start", "", "one expanded", ""].map(str::to_owned)];
    lines.extend(measured.iter().map(|measured| {
        let Measured { name, rows: _, tools, full, start, turn } = measured;
        [
            name.clone(),
            number(*tools),
            number(*full),
            number(*start),
            share(*start, *full),
            number(*turn),
            share(*turn, *full),
        ]
    }));
    aligned(&lines) + "\n"
}

/// A part of a whole, in percent.
fn share(part: usize, whole: usize) -> String {
    match (part * 100 + whole / 2).checked_div(whole) {
        Some(percent) => format!("{percent}%"),
        None => String::new(),
    }
}

/// A number with its thousands apart.
fn number(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Columns: the first to the left, the others, which are numbers, to the right.
fn aligned<const N: usize>(lines: &[[String; N]]) -> String {
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: [usize; N] = std::array::from_fn(width);
    let mut out = String::new();
    for line in lines {
        let mut text = String::new();
        for (column, cell) in line.iter().enumerate() {
            let width = widths[column];
            // Writing into a `String` can't fail.
            let _ = match column {
                0 => write!(text, "{cell:<width$}"),
                _ => write!(text, "  {cell:>width$}"),
            };
        }
        out.push_str(text.trim_end());
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{number, report, share};
    use crate::counter::Encoding;
    use crate::measure::{Measured, Row};

    fn measured(name: &str) -> Measured {
        let row = |container: Option<&str>, tools| Row {
            container: container.map(str::to_owned),
            tools,
            inside: 1234,
            line: 56,
            answer: 7,
        };
        let rows = vec![row(None, 1), row(Some("Issues"), 10)];
        Measured { name: name.to_owned(), rows, tools: 11, full: 2000, start: 1290, turn: 2468 }
    }

    #[test]
    fn one_toolbox_is_shown_container_by_container() {
        let text = report(&[measured("github")], Encoding::O200k);
        insta::assert_snapshot!(text, @r"
        github

        container        tools  their tokens  its entry  its answer
        (always listed)      1         1,234          -           -
        Issues              10         1,234         56           7

        all 11 tools listed                  2,000
        at the start of a session            1,290   65%
        with the largest container expanded  2,468  123%

        Its entry is what a container costs in each turn, its answer what the model reads once, when it expands the container.
        A tool that would be alone in its container is always listed.
        Tokens of OpenAI's o200k_base, of the JSON that OpenAI's chat completions take.
        ");
    }

    #[test]
    fn several_toolboxes_are_a_line_each() {
        let text = report(&[measured("github"), measured("b")], Encoding::Characters);
        insta::assert_snapshot!(text, @r"
        list    tools  all listed  at the start       one expanded
        github     11       2,000         1,290  65%         2,468  123%
        b          11       2,000         1,290  65%         2,468  123%

        An estimate: characters divided by four, of the JSON that OpenAI's chat completions take.
        ");
    }

    #[test]
    fn numbers_are_read_easily() {
        assert_eq!([0, 999, 1000, 1_234_567].map(number), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!(share(1, 3), "33%");
        assert_eq!(share(2, 3), "67%");
        assert_eq!(share(0, 0), "");
    }
}
