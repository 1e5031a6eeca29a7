//! All problems of a file, each with its line.

use hpd_host::values::PluginManifest;

fn errors(text: &str) -> Vec<String> {
    let error = PluginManifest::from_yaml("plugin.yaml", text).unwrap_err();
    error.to_string().lines().map(str::to_owned).collect()
}

#[test]
fn everything_that_is_wrong_is_said_at_once() {
    let text = "
nmae: x
capabilities:
  - description: no id
    write: perhaps
    risk: huge
    parameters:
      - name: a
        tpye: string
      - name: a
        type: text
        required: 1
      - {type: string}
  - id: pay
    write: true
  - id: pay
    risk: low
    confirm_phrase: PAY
    unknown_fields: maybe
    schema: {type: object}
    parameters:
      - {name: b, type: string, schema: {type: integer, minLength: 2}}
      - {name: c, enum: [], required: true, default: 1}
      - {name: d, type: string, example: x, schema: {examples: [y]}}
";
    assert_eq!(
        errors(text),
        [
            "plugin.yaml:2:1: `nmae` is not a known key: did you mean `name`?",
            "plugin.yaml:2:1: needs an `id`",
            "plugin.yaml:4:5: `capabilities[0]` needs an `id`",
            "plugin.yaml:5:5: `capabilities[0].write` must be true or false",
            "plugin.yaml:6:5: `capabilities[0].risk` must be `low`, `medium` or `high`",
            "plugin.yaml:8:9: `capabilities[0].parameters[0]` needs a `type`",
            "plugin.yaml:9:9: `capabilities[0].parameters[0].tpye` is not a known key: did you mean `type`?",
            "plugin.yaml:10:9: `capabilities[0].parameters[1]` has the `name` of another parameter: a",
            "plugin.yaml:11:9: `capabilities[0].parameters[1].type` must be `string`, `integer`, `number`, `boolean`, `array`, `object` or `null`",
            "plugin.yaml:12:9: `capabilities[0].parameters[1].required` must be true or false",
            "plugin.yaml:13:9: `capabilities[0].parameters[2]` needs a `name`",
            "plugin.yaml:14:5: `capabilities[1]` writes, and needs `risk`: low, medium or high",
            "plugin.yaml:16:5: `capabilities[2]` has a `risk`, which is for writes: add `write: true`",
            "plugin.yaml:16:5: `capabilities[2]` has a `confirm_phrase`, which is for a write of high risk",
            "plugin.yaml:16:5: `capabilities[2]` has the `id` of another capability: pay",
            "plugin.yaml:19:5: `capabilities[2].unknown_fields` must be `reject`, `warn`, `pass` or `allow`",
            "plugin.yaml:20:14: `capabilities[2].schema.type` is said beside `schema` already",
            "plugin.yaml:22:42: `capabilities[2].parameters[0].schema.type` is said beside `schema` already",
            "plugin.yaml:23:9: `capabilities[2].parameters[1]` is `required` and has a `default`: one of them can't be",
            "plugin.yaml:23:19: `capabilities[2].parameters[1].enum` must list a value",
            "plugin.yaml:24:54: `capabilities[2].parameters[2].schema.examples` is said beside `schema` already"
        ]
    );
}

#[test]
fn a_renamed_key_is_named_with_its_new_name() {
    let text = "id: bank\ncapabilities:\n  - id: pay\n    description: Pays.\n    policy: strict\n";
    assert_eq!(
        errors(text),
        ["plugin.yaml:5:5: `capabilities[0].policy` is now called `leniency`: use `leniency`"]
    );
}

#[test]
fn a_text_that_is_no_manifest_is_told() {
    for (text, message) in [
        ("", "plugin.yaml:1:1: the text is empty"),
        (
            "a: [",
            "plugin.yaml:2:1: this is not valid YAML: while parsing a node, did not find expected node content",
        ),
        ("[1]", "plugin.yaml:1:1: must be a mapping: `key: value`"),
        ("id: a\n---\nid: b", "plugin.yaml:3:1: the text must be one document"),
        ("id: a\ncapabilities: 5", "plugin.yaml:2:1: `capabilities` must be a list: [a, b]"),
        ("id: a\ncapabilities: [5]", "plugin.yaml:2:16: `capabilities[0]` must be a mapping: `key: value`"),
    ] {
        assert_eq!(errors(text), [message], "{text}");
    }
}
