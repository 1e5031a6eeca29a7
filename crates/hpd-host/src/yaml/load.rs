//! From text to YAML.

use saphyr::{MarkedYaml, YamlLoader};
use saphyr_parser::{BufferedInput, Parser};

use super::YamlProblem;
use super::depth::too_deep;

/// Reads the YAML. Scalars stay texts, so that no digit of a number is lost.
pub(crate) fn load(text: &str) -> Result<Vec<MarkedYaml<'_>>, YamlProblem> {
    if let Some((line, column)) = too_deep(text) {
        let message = "the text nests too deep".to_owned();
        return Err(YamlProblem { line, column, path: String::new(), message });
    }
    let mut loader = YamlLoader::default();
    loader.early_parse(false);
    let scanned = Parser::new(BufferedInput::new(text.chars())).load(&mut loader, true);
    match scanned.err().as_ref().or(loader.error()) {
        None => Ok(loader.into_documents()),
        Some(error) => Err(YamlProblem {
            line: error.marker().line(),
            column: error.marker().col() + 1,
            path: String::new(),
            message: format!("this is not valid YAML: {}", error.info()),
        }),
    }
}
