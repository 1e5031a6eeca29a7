//! Statements of a journal: each names the journal's schema, so that no connection has to be set up for it.

/// Builds statements from texts with `{schema}` for the schema, and `{around_body}` around the bodies of functions.
#[derive(Debug, Clone)]
pub(super) struct Sql {
    name: String,
    quoted: String,
    /// The delimiter around bodies of functions.
    around_body: String,
}

impl Sql {
    /// For the schema of this name.
    pub(super) fn new(name: &str) -> Self {
        let mut tag = "body".to_owned();
        while name.contains(&tag) {
            tag.push('_');
        }
        Self {
            name: name.to_owned(),
            quoted: format!("\"{}\"", name.replace('"', "\"\"")),
            around_body: format!("${tag}$"),
        }
    }

    /// The name of the schema.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// The statement.
    pub(super) fn text(&self, template: &str) -> String {
        template.replace("{around_body}", &self.around_body).replace("{schema}", &self.quoted)
    }
}
