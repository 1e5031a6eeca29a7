//! Statements of a journal: each names the journal's schema, so that no connection has to be set up for it.

/// Makes statements of texts that have `{schema}` where the schema stands.
#[derive(Debug, Clone)]
pub(super) struct Sql {
    name: String,
    quoted: String,
}

impl Sql {
    /// For the schema of this name.
    pub(super) fn new(name: &str) -> Self {
        Self { name: name.to_owned(), quoted: format!("\"{}\"", name.replace('"', "\"\"")) }
    }

    /// The name of the schema.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// The statement.
    pub(super) fn text(&self, template: &str) -> String {
        template.replace("{schema}", &self.quoted)
    }
}
