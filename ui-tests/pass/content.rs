//! Parts are content, alone and together; tuples and lists of other values are JSON.

use hpd_runtime::output::Part;
use hpd_runtime::{Output, plugin};

struct Camera;

fn photo() -> Part {
    Part::image(b"abc", "image/png")
}

#[plugin]
impl Camera {
    /// One.
    #[ai_function]
    fn one(&self) -> Part {
        photo()
    }

    /// None.
    #[ai_function]
    async fn none(&self) -> Result<Option<Part>, String> {
        Ok(None)
    }

    /// Several, perhaps.
    #[ai_function]
    fn several(&self) -> Option<Vec<Part>> {
        Some(vec![photo(), photo()])
    }

    /// Several of different kinds.
    #[ai_function]
    fn mixed(&self) -> Result<(Part, Option<Part>, Vec<Part>), String> {
        Ok((Part::text("a"), None, vec![photo()]))
    }

    /// With a text before.
    #[ai_function]
    fn captioned(&self) -> (String, Part) {
        ("The yard.".to_owned(), photo())
    }

    /// So many.
    #[ai_function]
    fn array(&self) -> [Part; 2] {
        [photo(), photo()]
    }

    /// Two texts.
    #[ai_function]
    fn texts(&self) -> (String, String) {
        ("a".to_owned(), "b".to_owned())
    }

    /// Numbers, which a struct says they are.
    #[ai_function]
    fn levels(&self) -> Vec<u16> {
        vec![1, 2]
    }

    /// A fixed number of bytes is a list.
    #[ai_function]
    fn colour(&self) -> [u8; 3] {
        [255, 0, 0]
    }
}

fn main() {
    let call = |name| ui_tests::call(&Camera, name, "{}").unwrap();
    let content = |parts: &[Part]| Output::Content(parts.to_vec());
    assert_eq!(call("one"), content(&[photo()]));
    assert_eq!(call("none"), content(&[]));
    assert_eq!(call("several"), content(&[photo(), photo()]));
    assert_eq!(call("mixed"), content(&[Part::text("a"), photo()]));
    assert_eq!(call("captioned"), content(&[Part::text("The yard."), photo()]));
    assert_eq!(call("array"), content(&[photo(), photo()]));
    assert_eq!(call("texts"), Output::Json(r#"["a","b"]"#.to_owned()));
    assert_eq!(call("levels"), Output::Json("[1,2]".to_owned()));
    assert_eq!(call("colour"), Output::Json("[255,0,0]".to_owned()));
}
