//! The queries of the documentation, run as they are printed.

const TEXT: &str = include_str!("../../../hpd-journal/docs/journal.md");

/// The statements for a database, by the name above them.
pub(crate) fn statements(database: &str) -> Vec<String> {
    let mut found = Vec::new();
    for block in TEXT.split("```sql\n").skip(1) {
        let block = block.split("```").next().unwrap();
        let (mut is_its, mut statement) = (false, String::new());
        for line in block.lines() {
            if let Some(name) = line.strip_prefix("-- ") {
                is_its = name == database;
                continue;
            }
            if is_its {
                statement += line;
                statement.push('\n');
                if line.ends_with(';') {
                    found.push(std::mem::take(&mut statement));
                }
            }
        }
        assert_eq!(statement, "", "each statement ends");
    }
    assert_eq!(found.len(), 2, "{found:?}");
    found
}
