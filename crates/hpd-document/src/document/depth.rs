//! How deep a YAML text may nest: reading it goes as deep on the stack, and so does forgetting it.

use saphyr_parser::{BufferedInput, Event, Parser};

/// Lists and mappings inside each other.
const DEEPEST: usize = 64;

/// The line and column where a text nests too deep. Invalid YAML is left to the reader, which reports it.
pub(super) fn too_deep(text: &str) -> Option<(usize, usize)> {
    let mut depth = 0_usize;
    for event in Parser::new(BufferedInput::new(text.chars())) {
        let Ok((event, span)) = event else { return None };
        match event {
            Event::SequenceStart(..) | Event::MappingStart(..) if depth == DEEPEST => {
                return Some((span.start.line(), span.start.col() + 1));
            }
            Event::SequenceStart(..) | Event::MappingStart(..) => depth += 1,
            Event::SequenceEnd | Event::MappingEnd => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{DEEPEST, too_deep};

    #[test]
    fn usual_texts_are_not_too_deep() {
        assert_eq!(too_deep("a: &x [1, 2]\nb: *x\nc: {d: [e]}"), None);
        assert_eq!(too_deep(&"- ".repeat(DEEPEST)), None);
        assert_eq!(too_deep("a: ["), None);
    }

    #[test]
    fn the_place_is_told() {
        assert_eq!(too_deep(&"- ".repeat(DEEPEST + 1)), Some((1, 129)));
        assert_eq!(too_deep(&format!("a: b\nc:\n  {}", "- ".repeat(50_000))), Some((3, 129)));
    }
}
