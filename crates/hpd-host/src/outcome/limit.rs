//! Results that are too long for a model are cut, and say so.

use hpd_runtime::__private::text::{CutNote, cut_with_note, end_of_part};
use hpd_runtime::Output;
use hpd_runtime::output::{JsonText, Part, StructuredOutput};

use super::{Extent, FunctionResult};
use crate::results::{is_long, json_beginning, text_bytes, text_of, with_text};

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

/// JSON is cut at its elements, if that is enough, and every other text at a line or a character.
fn cut_text(text: &str, max: usize) -> String {
    let note = CutNote::of_json(text.len());
    if let Some(json) = json_beginning(text, max.saturating_sub(note.len() + 2)) {
        return format!("{json}\n\n{note}");
    }
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

/// The parts up to the one that is too long, the beginning of that one, every part of bytes, and a note.
fn cut_parts(parts: &[Part], max: usize) -> Vec<Part> {
    let length = text_bytes(parts);
    let note_of_json = CutNote::of_json(length);
    let room = max.saturating_sub(CutNote::AskForLess.text(length, length).len());
    let room_of_json = max.saturating_sub(note_of_json.len());
    let (mut kept, mut used, mut is_full, mut is_cut_json) = (Vec::new(), 0, false, false);
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
                    let json = json_beginning(&text, room_of_json.saturating_sub(used + 1));
                    is_cut_json = json.is_some();
                    let beginning =
                        json.unwrap_or_else(|| text[..end_of_part(&text, 0, room - used - 1)].to_owned());
                    used += beginning.len() + 1;
                    kept.push(with_text(part, beginning));
                }
            }
        }
    }
    kept.push(Part::text(if is_cut_json { note_of_json } else { CutNote::AskForLess.text(used, length) }));
    kept
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
    fn json_is_cut_at_its_elements() {
        let json = format!(r#"{{"rows":[{}],"next":"p2"}}"#, ["{\"id\": 7}"; 50].join(","));
        let note = |length: usize| {
            format!(
                "[Cut: these are the first parts of a result of {length} bytes. Lists, objects and long texts in its JSON end early. To see what is missing, ask for less at once.]"
            )
        };
        let result = shortened(Output::Json(json.clone()), false);
        let short = r#"{"rows":[{"id": 7}],"next":"p2"}"#;
        assert_eq!(result.output, Output::Text(format!("{short}\n\n{}", note(json.len()))));

        let result = shortened(Output::Content(vec![text("3"), Part::text(json.clone())]), false);
        let parts = vec![text("3"), text(short), text(&note(json.len() + 3))];
        assert_eq!(result.output, Output::Content(parts));
    }

    #[test]
    fn an_object_of_many_members_has_its_first_ones() {
        let members: Vec<_> = (100..150).map(|key| format!("\"{key}\":1")).collect();
        let json = format!("{{{}}}", members.join(","));
        let expected =
            format!("{}\n\n{}", r#"{"100":1,"101":1,"102":1,"103":1,"104":1}"#, CutNote::of_json(401));
        assert_eq!(shortened(Output::Json(json), false).output, Output::Text(expected));
    }

    #[test]
    fn json_without_room_for_a_member_is_cut_as_a_text() {
        let json = format!("{{\"{}\":1}}", "k".repeat(300));
        let note = "[Cut: these are the first 94 of 306 bytes of the result. To see what is missing, ask for less at once.]";
        let expected = format!("{}\n\n{note}", &json[..94]);
        assert_eq!(shortened(Output::Json(json), false).output, Output::Text(expected));
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
