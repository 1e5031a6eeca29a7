//! The list of tools that a skill wants.

/// The entries of a list of tools: `Read Bash(git add:*)`, separated by spaces or commas. A text in parentheses belongs
/// to its tool.
pub(super) fn split_tools(text: &str) -> Vec<String> {
    let mut tools = Vec::new();
    let mut tool = String::new();
    let mut depth = 0_usize;
    for c in text.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 && (c.is_whitespace() || c == ',') {
            tools.extend((!tool.is_empty()).then(|| std::mem::take(&mut tool)));
        } else {
            tool.push(c);
        }
    }
    tools.extend((!tool.is_empty()).then_some(tool));
    tools
}

#[cfg(test)]
mod tests {
    use super::split_tools;

    #[test]
    fn spaces_and_commas_separate_tools() {
        assert_eq!(split_tools(" Read, Grep\tMath.add  "), ["Read", "Grep", "Math.add"]);
        assert_eq!(split_tools(""), [""; 0]);
    }

    #[test]
    fn parentheses_belong_to_their_tool() {
        assert_eq!(split_tools("Bash(git add, git rm) Read"), ["Bash(git add, git rm)", "Read"]);
        assert_eq!(split_tools("Odd) Bash(never closed"), ["Odd)", "Bash(never closed"]);
    }
}
