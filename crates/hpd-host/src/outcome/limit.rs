//! Results that are too long for a model are cut, and say so.

use std::borrow::Cow;

use hpd_runtime::__private::text::{CutNote, cut_with_note, end_of_part};
use hpd_runtime::Output;
use hpd_runtime::output::{FileContent, JsonText, Part, StructuredOutput};

use super::{Extent, FunctionResult};
use crate::results::is_long;

impl FunctionResult {
    /// Whether the model's text is longer than it may be. Results for the user are not, nor are parts and previews.
    #[inline]
    pub(crate) fn is_long(&self, bytes: usize, tokens: usize) -> bool {
        let is_whole = matches!(self.extra.extent(), Extent::Whole | Extent::WithPreviews(_));
        !self.direct && is_whole && is_long(&self.output, bytes, tokens)
    }

    /// Cuts the model's text beyond `max` bytes; the host keeps the whole. Results for the user stay whole. Returns whether
    /// it was cut.
    pub(crate) fn shorten(&mut self, max: usize) -> bool {
        let is_long = self.is_long(max, max);
        if is_long {
            self.cut(max);
        }
        is_long
    }

    /// Puts a preview in the place of the answer; the host keeps the whole.
    pub(crate) fn replace(&mut self, preview: Output) {
        self.whole = Some(Box::new(std::mem::replace(&mut self.output, preview)));
    }

    #[cold]
    fn cut(&mut self, max: usize) {
        let short = match &self.output {
            Output::Nothing => return,
            Output::Text(text) | Output::Json(text) => Output::Text(cut_text(text, max)),
            Output::Content(parts) => Output::Content(cut_parts(parts, max)),
            Output::Structured(output) => cut_structured(output, max),
        };
        self.replace(short);
    }
}

fn cut_text(text: &str, max: usize) -> String {
    let mut short = text.to_owned();
    cut_with_note(&mut short, max, CutNote::AskForLess);
    short
}

/// A value alone is cut as a JSON result is; after parts, as the last of them.
fn cut_structured(output: &StructuredOutput, max: usize) -> Output {
    let structured = output.structured().map(JsonText::as_str);
    match (output.parts_for_model(), structured) {
        ([], structured) => Output::Text(cut_text(structured.unwrap_or_default(), max)),
        (parts, structured) => {
            let structured = structured.map(Part::text);
            Output::Content(cut_parts(&parts.iter().cloned().chain(structured).collect::<Vec<_>>(), max))
        }
    }
}

/// Bytes of the parts that are read as text, each with a line end.
fn text_bytes(parts: &[Part]) -> usize {
    parts.iter().filter_map(text_of).map(|text| text.len() + 1).sum()
}

/// The text of a part. An image, sound or a file of bytes stays whole, since half of it would be none.
fn text_of(part: &Part) -> Option<Cow<'_, str>> {
    (!part.is_binary()).then(|| part.to_text())
}

/// The parts up to the one that is too long, the beginning of that one, every part of bytes, and a note.
fn cut_parts(parts: &[Part], max: usize) -> Vec<Part> {
    let length = text_bytes(parts);
    let room = max.saturating_sub(CutNote::AskForLess.text(length, length).len());
    let (mut kept, mut used, mut is_full) = (Vec::new(), 0, false);
    for part in parts {
        match text_of(part) {
            None => kept.push(part.clone()),
            Some(_) if is_full => {}
            Some(text) if used + text.len() < room => {
                used += text.len() + 1;
                kept.push(part.clone());
            }
            Some(text) => {
                is_full = true;
                if room > used + 1 {
                    let beginning = &text[..end_of_part(&text, 0, room - used - 1)];
                    used += beginning.len() + 1;
                    kept.push(with_text(part, beginning));
                }
            }
        }
    }
    kept.push(Part::Text { text: CutNote::AskForLess.text(used, length) });
    kept
}

/// The part with another text. The beginning of a JSON value is none, but a text.
fn with_text(part: &Part, text: &str) -> Part {
    match part {
        Part::File { uri, mime_type, content: FileContent::Text(_) } => Part::File {
            uri: uri.clone(),
            mime_type: mime_type.clone(),
            content: FileContent::Text(text.to_owned()),
        },
        Part::Extended { part, members, resource_members } => Part::Extended {
            part: Box::new(with_text(part, text)),
            members: members.clone(),
            resource_members: resource_members.clone(),
        },
        _ => Part::text(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::ResultExtra;

    fn shortened(output: Output, direct: bool) -> FunctionResult {
        let mut result =
            FunctionResult { output, direct, attempts: 1, whole: None, extra: ResultExtra::NONE };
        result.shorten(200);
        result
    }

    fn text(text: &str) -> Part {
        Part::Text { text: text.to_owned() }
    }

    #[test]
    fn what_fits_is_not_touched() {
        let output = Output::Text("a".repeat(200));
        assert_eq!(
            shortened(output.clone(), false),
            FunctionResult { output, direct: false, attempts: 1, whole: None, extra: ResultExtra::NONE }
        );
    }

    #[test]
    fn what_the_user_sees_is_not_touched() {
        let output = Output::Text("a".repeat(201));
        assert_eq!(
            shortened(output.clone(), true),
            FunctionResult { output, direct: true, attempts: 1, whole: None, extra: ResultExtra::NONE }
        );
    }

    #[test]
    fn a_long_text_is_cut_and_says_how_much_is_missing() {
        let whole = Output::Json(format!("\"{}\"", "ä".repeat(150)));
        let result = shortened(whole.clone(), false);
        let expected = format!(
            "\"{}\n\n[Cut: these are the first 93 of 302 bytes of the result. To see what is missing, ask for less at once.]",
            "ä".repeat(46)
        );
        assert!(expected.len() <= 200);
        assert_eq!(result.output, Output::Text(expected));
        assert_eq!(result.whole, Some(Box::new(whole)));
    }

    #[test]
    fn a_text_is_cut_at_a_line_where_one_is_near() {
        let result = shortened(Output::Text(format!("{}\n{}", "a".repeat(80), "b".repeat(200))), false);
        let note = "[Cut: these are the first 81 of 281 bytes of the result. To see what is missing, ask for less at once.]";
        assert_eq!(result.output, Output::Text(format!("{}\n\n\n{note}", "a".repeat(80))));
    }

    #[test]
    fn of_several_parts_the_first_and_all_images_are_kept() {
        let image = Part::Image { data: "A".repeat(500), mime_type: "image/png".to_owned() };
        let log = |text: String| Part::text_file("file:log", "text/plain", text);
        let parts = vec![text("begin"), image.clone(), log("l".repeat(300)), image.clone(), text("end")];
        let result = shortened(Output::Content(parts), false);
        let note = "[Cut: these are the first 96 of 311 bytes of the result. To see what is missing, ask for less at once.]";
        assert_eq!(
            result.output,
            Output::Content(vec![text("begin"), image.clone(), log("l".repeat(89)), image, text(note)])
        );
    }
}
