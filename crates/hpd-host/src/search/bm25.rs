//! The search by words, ranked by BM25.

use std::future::ready;

use bm25::{EmbedderBuilder, Scorer, Tokenizer};
use hpd_journal::BoxFuture;
use hpd_runtime::ToolError;
use serde_json::Value;

use crate::tool::{Tool, ToolSearch};

/// How much a word of a name counts, in words of a description.
const NAME: usize = 3;
/// How deep parameters are looked for in a schema: a nested object takes two levels.
const LEVELS: usize = 12;
/// Words that say nothing about a tool.
const STOP: [&str; 32] = [
    "a", "an", "and", "are", "as", "at", "be", "by", "can", "do", "for", "from", "have", "i", "in", "is",
    "it", "me", "my", "of", "on", "or", "please", "that", "the", "this", "to", "want", "what", "which",
    "with", "you",
];

/// Finds tools by the words of their names, descriptions and parameters, nested ones among them, ranked by BM25.
///
/// Names are taken apart into words, and a plural is its singular. A word of a name counts as much as three of a
/// description.
///
/// Words end where letters and digits do. Chinese, Japanese and other texts without blanks between their words are one word
/// up to the next mark: a query in such a script finds nothing, unless it repeats that text. A host with such tools or users
/// implements [`ToolSearch`] with embeddings, or with words of its own.
///
/// ```
/// use hpd_host::list::Bm25;
/// use hpd_host::{RawCall, Session, Toolbox, scope};
///
/// struct Books;
///
/// #[scope("Bookkeeping")]
/// impl Books {
///     /// Cancels an invoice that was sent.
///     #[ai_function(read_only)]
///     fn void_invoice(&self, /** Its number. */ number: String) -> String {
///         number
///     }
///
///     /// The balance of an account.
///     #[ai_function(read_only)]
///     fn balance(&self) -> i64 {
///         7
///     }
/// }
///
/// # futures_executor::block_on(async {
/// let toolbox = Toolbox::builder().plugin(Books).tool_search(Bm25::new()).build()?;
/// let search = RawCall::new("1", "search_tools", r#"{"query": "cancel invoices"}"#);
/// let found = toolbox.call(&Session::new(), &search).await;
/// assert!(found.for_model().text.starts_with("Found 1 tool. Call it by name:\n- void_invoice: "));
/// # Ok::<(), hpd_host::BuildError>(())
/// # }).unwrap();
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct Bm25(());

impl Bm25 {
    /// The search with the usual constants.
    pub const fn new() -> Self {
        Self(())
    }

    /// The places of the tools that fit, the best first.
    pub fn rank(&self, query: &str, tools: &[&Tool], limit: usize) -> Vec<usize> {
        let texts: Vec<_> = tools.iter().map(|tool| text_of(tool)).collect();
        let corpus: Vec<_> = texts.iter().map(String::as_str).collect();
        let embedder =
            EmbedderBuilder::<u32, Words>::with_tokenizer_and_fit_to_corpus(Words, &corpus).build();
        let mut scorer = Scorer::<usize, u32>::new();
        for (place, text) in texts.iter().enumerate() {
            scorer.upsert(&place, embedder.embed(text));
        }
        let mut matches = scorer.matches(&embedder.embed(query));
        // Equal scores come in the order of the tools.
        matches.sort_by(|one, other| other.score.total_cmp(&one.score).then(one.id.cmp(&other.id)));
        matches.into_iter().take(limit).map(|found| found.id).collect()
    }
}

impl ToolSearch for Bm25 {
    fn search<'a>(
        &'a self,
        query: &'a str,
        tools: &'a [&'a Tool],
        limit: usize,
    ) -> BoxFuture<'a, Result<Vec<usize>, ToolError>> {
        Box::pin(ready(Ok(self.rank(query, tools, limit))))
    }
}

/// The words about a tool: its name several times, its title, its description, and its parameters with their descriptions.
fn text_of(tool: &Tool) -> String {
    let mut text = format!("{} ", tool.name()).repeat(NAME);
    text.push_str(tool.title().unwrap_or_default());
    text.push(' ');
    text.push_str(tool.description());
    let schema: Value = serde_json::from_str(tool.input_schema()).unwrap_or_default();
    add_parameters(&schema, LEVELS, &mut text);
    text
}

/// Adds the names and descriptions of all properties in a schema, in the order of their levels.
fn add_parameters(schema: &Value, levels: usize, text: &mut String) {
    let Some(levels) = levels.checked_sub(1) else { return };
    match schema {
        Value::Object(members) => {
            let properties = members.get("properties").and_then(Value::as_object);
            for (name, parameter) in properties.into_iter().flatten() {
                let description = parameter["description"].as_str().unwrap_or_default();
                for word in [" ", name, " ", description] {
                    text.push_str(word);
                }
            }
            members.values().for_each(|below| add_parameters(below, levels, text));
        }
        Value::Array(items) => items.iter().for_each(|item| add_parameters(item, levels, text)),
        _ => {}
    }
}

/// Words of names and sentences, in lower case and in the singular.
struct Words;

impl Tokenizer for Words {
    fn tokenize(&self, text: &str) -> Vec<String> {
        let mut words = Vec::new();
        let mut word = String::new();
        let mut was_lower = false;
        for c in text.chars().chain([' ']) {
            // A new word of a name begins with a capital letter.
            let is_new = !c.is_alphanumeric() || (c.is_uppercase() && was_lower);
            if is_new && !word.is_empty() {
                words.extend(root(&word));
                word.clear();
            }
            if c.is_alphanumeric() {
                word.extend(c.to_lowercase());
            }
            was_lower = c.is_lowercase() || c.is_numeric();
        }
        words
    }
}

/// The root of an English word, as far as that takes no dictionary; `None` for a word that says nothing.
fn root(word: &str) -> Option<String> {
    if STOP.binary_search(&word).is_ok() {
        return None;
    }
    let stem = |end: &str, least: usize| word.strip_suffix(end).filter(|stem| stem.len() >= least);
    if let Some(stem) = stem("ies", 2) {
        return Some(format!("{stem}y"));
    }
    let stem = match word {
        _ if word.ends_with("ss") || word.ends_with("us") || word.ends_with("is") => None,
        _ => stem("ing", 3).or_else(|| stem("ed", 3)).or_else(|| stem("es", 4)).or_else(|| stem("s", 3)),
    };
    let root = stem.unwrap_or(word);
    // Forms of one word differ in the silent letter at the end.
    Some(root.strip_suffix('e').filter(|root| root.len() >= 3).unwrap_or(root).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_taken_apart() {
        assert_eq!(
            Words.tokenize("getUserByID list_pull-requests"),
            ["get", "user", "id", "list", "pull", "request"]
        );
        assert_eq!(Words.tokenize("What is the balance of my accounts?"), ["balanc", "account"]);
    }

    #[test]
    fn forms_of_a_word_are_one() {
        for (forms, root) in [
            (["invoice", "invoices"], "invoic"),
            (["delete", "deleted"], "delet"),
            (["query", "queries"], "query"),
            (["cancel", "canceling"], "cancel"),
            (["status", "status"], "status"),
            (["address", "address"], "address"),
        ] {
            for form in forms {
                assert_eq!(super::root(form).as_deref(), Some(root), "{form}");
            }
        }
    }

    #[test]
    fn the_words_that_say_nothing_are_sorted() {
        assert!(STOP.is_sorted());
    }
}
