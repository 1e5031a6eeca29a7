//! Reports of wrong files: all problems at once, with places, and without values.

use hpd_host::values::{ConfigFile, FileProfile};

use super::Files;

fn problems(name: &str, text: impl AsRef<[u8]>) -> String {
    let files = Files::new();
    let error = ConfigFile::open("buy", files.write(name, 1, text)).unwrap_err();
    files.without_path(&error.to_string())
}

#[test]
fn everything_that_is_wrong_with_yaml_is_said() {
    let text = "\
id: sell
description: [s3cret]
use_default_directly_fro: [address]
use_defaults_directly: s3cret
use_default_directly_for: [address, 7, '']
default_parameters: s3cret
capabilities:
  place_order:
    default_parameter: {address: s3cret}
    colour: s3cret
  cancel_order: s3cret
default_parametres: {address: s3cret}
";
    assert_eq!(
        problems("config.yml", text),
        "config.yml:1:1: `id` must be buy, the plugin that the file is for\n\
         config.yml:2:1: `description` must be a text\n\
         config.yml:3:1: `use_default_directly_fro` is not a known key: did you mean `use_default_directly_for`?\n\
         config.yml:4:1: `use_defaults_directly` must be true or false\n\
         config.yml:5:37: `use_default_directly_for[1]` must be the name of a parameter\n\
         config.yml:5:40: `use_default_directly_for[2]` must be the name of a parameter\n\
         config.yml:6:1: `default_parameters` must be a table: `key: value`\n\
         config.yml:9:5: `capabilities.place_order.default_parameter` is not a known key: did you mean \
         `default_parameters`?\n\
         config.yml:10:5: `capabilities.place_order.colour` is not a known key: there are default_parameters, \
         use_defaults_directly, use_default_directly_for\n\
         config.yml:11:3: `capabilities.cancel_order` must be a table: `key: value`\n\
         config.yml:12:1: `default_parametres` is not a known key: did you mean `default_parameters`?"
    );
}

#[test]
fn everything_that_is_wrong_with_toml_is_said() {
    let text = "\
use_default_directly_for = 'address'
use_defaults_directly = 's3cret'

[default_parameters]
rate = nan
most = inf

[capabilities.place_order]
use_default_directly_fro = ['address']
";
    assert_eq!(
        problems("config.toml", text),
        "config.toml:5:1: `default_parameters.rate` must be a finite number\n\
         config.toml:6:1: `default_parameters.most` must be a finite number"
    );
    assert_eq!(
        problems("config.toml", text.replace("nan", "1").replace("inf", "2")),
        "config.toml:1:1: `use_default_directly_for` must be a list: [a, b]\n\
         config.toml:2:1: `use_defaults_directly` must be true or false\n\
         config.toml:9:1: `capabilities.place_order.use_default_directly_fro` is not a known key: did you mean \
         `use_default_directly_for`?"
    );
}

#[test]
fn what_is_no_yaml_or_toml_is_said_without_values() {
    let said = [
        (
            "config.yml",
            "token: 's3cret\nother: 1",
            ":1:8: this is not valid YAML: invalid indentation in quoted scalar",
        ),
        ("config.yml", "a: s3cret\na: s3cret", ":2:1: this is not valid YAML: duplicated key in mapping"),
        ("config.yml", "a: s3cret\n---\nb: s3cret", ":3:1: the text must be one document"),
        ("config.toml", "a = 's3cret", ":1:12: this is not valid TOML: invalid literal string, expected `'`"),
        ("config.toml", "a = 's3cret'\na = 's3cret'", ":2:1: this is not valid TOML: duplicate key"),
        ("config.toml", "a = 0x99999999999999999999999999999999999", ":1:1: `a` must be at most 2^127"),
    ];
    for (name, text, expected) in said {
        assert_eq!(problems(name, text), format!("{name}{expected}"));
    }
}

#[test]
fn several_mistakes_of_form_are_said_at_once() {
    assert_eq!(
        problems("config.yml", "a: !tag s3cret\n[b, c]: 1"),
        "config.yml:1:1: `a` must be a text, a number, a list or a mapping, without a tag\n\
         config.yml:2:1: has a key that is not a text"
    );
    assert_eq!(
        problems("config.toml", "token = 's3cret\nother = s3cret\nlast = 's3cret' s3cret"),
        "config.toml:1:16: this is not valid TOML: invalid literal string, expected `'`\n\
         config.toml:2:9: this is not valid TOML: string values must be quoted, expected literal string\n\
         config.toml:3:17: this is not valid TOML: unexpected key or value, expected newline, `#`"
    );
}

#[test]
fn a_file_that_is_no_text_of_values_is_said_to_be_so() {
    assert_eq!(problems("config.yml", "- a"), "config.yml:1:1: must be a table: `key: value`");
    assert_eq!(problems("config.yml", b"a: \xff"), "config.yml: is not a text in UTF-8");
    assert_eq!(problems("config.yml", "# ".repeat(600_000)), "config.yml: is larger than 1 MiB");
    assert_eq!(
        problems("config.json", "{}"),
        "config.json: must have a name that ends in one of .yml, .yaml, .toml"
    );
    assert_eq!(problems("config", ""), "config: must have a name that ends in one of .yml, .yaml, .toml");
}

#[test]
fn a_file_that_is_not_there_is_said_to_be_so() {
    let files = Files::new();
    let error = FileProfile::open(files.path("profile.yml")).unwrap_err();
    assert_eq!(
        files.without_path(&error.to_string()),
        "profile.yml: can't be read: No such file or directory (os error 2)"
    );
    assert_eq!(error.file(), files.path("profile.yml"));
    assert_eq!(error.problems()[0].place, None);
}

#[test]
fn a_profile_must_be_a_table() {
    let files = Files::new();
    let error = FileProfile::open(files.write("profile.yml", 1, "s3cret")).unwrap_err();
    assert_eq!(files.without_path(&error.to_string()), "profile.yml:1:1: must be a table: `key: value`");
}
