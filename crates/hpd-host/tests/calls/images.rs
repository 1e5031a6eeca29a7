//! Images in results: whole in each provider's form, or a note where the provider takes none.

use futures_executor::block_on;
use hpd_host::output::Part;
use hpd_host::spec::FunctionTool;
use hpd_host::{Outcome, Provider, RawCall, Session, ToolError, Toolbox, plugin};

/// More than any limit of a result.
const LARGE: usize = 1_050_000;

struct Camera;

#[plugin]
#[expect(
    clippy::unused_self,
    clippy::unnecessary_wraps,
    reason = "tools of a camera are its methods, in every form"
)]
impl Camera {
    /// Takes a picture.
    #[ai_function(read_only)]
    fn one(
        &self,
        /** Its size. */
        bytes: usize,
    ) -> Part {
        Part::image(vec![7; bytes], "image/png")
    }

    /// Takes a picture, if there is light.
    #[ai_function(read_only)]
    fn perhaps(
        &self,
        /** Its size. */
        bytes: usize,
    ) -> Result<Option<Part>, ToolError> {
        Ok(Some(self.one(bytes)))
    }

    /// Takes a picture, with a text.
    #[ai_function(read_only)]
    fn captioned(
        &self,
        /** Its size. */
        bytes: usize,
    ) -> (String, Part) {
        ("The yard.".to_owned(), self.one(bytes))
    }

    /// Takes a picture of a kind that few know.
    #[ai_function(read_only)]
    fn tiff(
        &self,
        /** Its size. */
        bytes: usize,
    ) -> Part {
        Part::image(vec![7; bytes], "image/tiff")
    }
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Size {
    /// Its size.
    bytes: usize,
}

fn take(name: &str, bytes: usize) -> Outcome {
    let closure = FunctionTool::new("closure", "Takes a picture.", |size: Size, _| async move {
        Ok::<_, ToolError>(Part::image(vec![7; size.bytes], "image/png"))
    });
    let toolbox = Toolbox::builder().plugin(Camera).tool(closure).build().unwrap();
    let arguments = format!(r#"{{"bytes": {bytes}}}"#);
    block_on(toolbox.call(&Session::new(), &RawCall::new("1", name, arguments)))
}

fn message(provider: Provider, outcome: Outcome) -> String {
    provider.results(&[outcome])[0].get().to_owned()
}

#[test]
fn no_image_is_cut() {
    let whole = Part::image(vec![7; LARGE], "image/png");
    let Part::Image { data, .. } = &whole else { panic!("it is an image") };
    for name in ["one", "perhaps", "captioned", "closure"] {
        for provider in [Provider::OpenAiResponses, Provider::Anthropic, Provider::Gemini, Provider::Mcp] {
            let message = message(provider, take(name, LARGE));
            assert!(message.contains(&**data), "{name} for {provider:?}");
            assert!(!message.contains("[Cut"), "{name} for {provider:?}");
        }
    }
}

#[test]
fn a_provider_without_images_gets_a_note() {
    assert_eq!(
        message(Provider::OpenAiChat, take("one", LARGE)),
        r#"{"role":"tool","tool_call_id":"1","content":"[image, 1,050,000 bytes, image/png]"}"#
    );
    assert_eq!(
        message(Provider::OpenAiChat, take("captioned", 3)),
        r#"{"role":"tool","tool_call_id":"1","content":"The yard.\n[image, 3 bytes, image/png]"}"#
    );
}

#[test]
fn each_provider_has_its_form() {
    let texts = [
        (
            Provider::OpenAiResponses,
            r#"{"type":"function_call_output","call_id":"1","output":[{"type":"input_image","image_url":"data:image/png;base64,BwcH"}]}"#,
        ),
        (
            Provider::Anthropic,
            r#"{"role":"user","content":[{"type":"tool_result","tool_use_id":"1","content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"BwcH"}}]}]}"#,
        ),
        (
            Provider::Gemini,
            r#"{"role":"user","parts":[{"functionResponse":{"id":"1","name":"one","response":{"output":"[image, 3 bytes, image/png]"},"parts":[{"inlineData":{"mimeType":"image/png","data":"BwcH"}}]}}]}"#,
        ),
    ];
    for (provider, text) in texts {
        assert_eq!(message(provider, take("one", 3)), text, "{provider:?}");
    }
}

#[test]
fn an_image_of_an_unknown_kind_is_a_note() {
    assert_eq!(
        message(Provider::Anthropic, take("tiff", 3)),
        r#"{"role":"user","content":[{"type":"tool_result","tool_use_id":"1","content":"[image, 3 bytes, image/tiff]"}]}"#
    );
}
