//! Contents of a configuration file.

use hpd_host::values::{CapabilityConfig, ConfigFile, ConfigSource, PluginConfig};
use serde_json::{Value, json};

use super::Files;

const YAML: &str = "\
id: buy
description: Place delivery orders.

# Values that the conversation does not give.
default_parameters:
  address: \"123 Main St, City\"
  contact_name: John
  amount: 1.50
  zip: 01234
  gift: true
  note:
  lines: [{item: milk, count: 2}]
capabilities:
  place_order:
    default_parameters:
      address: 123 Main St
    use_defaults_directly: false
    use_default_directly_for: [address]
  cancel_order:
use_defaults_directly: true
use_default_directly_for: [address, phone]
home:
  phone: 555-0000
";

const TOML: &str = "\
id = 'buy'
description = 'Place delivery orders.'
use_defaults_directly = true
use_default_directly_for = ['address', 'phone']

[default_parameters]
address = '123 Main St, City'
contact_name = 'John'
amount = 1.50
zip = '01234'
gift = true
lines = [{item = 'milk', count = 0x2}]

[capabilities.place_order]
default_parameters.address = '123 Main St'
use_defaults_directly = false
use_default_directly_for = ['address']

[capabilities.cancel_order]

[home]
phone = '555-0000'
";

fn expected() -> PluginConfig {
    let order = CapabilityConfig::new()
        .default_parameter("address", "123 Main St")
        .use_defaults_directly(false)
        .use_default_directly_for(["address"]);
    PluginConfig::new()
        .default_parameter("address", "123 Main St, City")
        .default_parameter("contact_name", "John")
        .default_parameter("amount", 1.5)
        .default_parameter("zip", "01234")
        .default_parameter("gift", true)
        .default_parameter("lines", json!([{"item": "milk", "count": 2}]))
        .capability("place_order", order)
        .capability("cancel_order", CapabilityConfig::new())
        .use_defaults_directly()
        .use_default_directly_for(["address", "phone"])
        .setting("home", json!({"phone": "555-0000"}))
}

fn read(name: &str, text: &str) -> PluginConfig {
    let files = Files::new();
    let file = ConfigFile::open("buy", files.write(name, 1, text)).unwrap();
    (*file.plugin("buy").unwrap()).clone()
}

#[test]
fn yaml_says_it_all() {
    assert_eq!(read("config.yml", YAML), expected().default_parameter("note", Value::Null));
}

#[test]
fn toml_says_it_all() {
    assert_eq!(read("config.toml", TOML), expected());
}

#[test]
fn an_empty_file_says_nothing() {
    for name in ["a.yml", "a.yaml", "a.toml"] {
        assert_eq!(read(name, ""), PluginConfig::new());
        assert_eq!(read(name, "# nothing\n"), PluginConfig::new());
    }
    assert_eq!(read("a.yml", "\u{feff}default_parameters:\n"), PluginConfig::new());
}

#[test]
fn moments_of_toml_are_texts() {
    let read =
        read("a.toml", "[default_parameters]\nday = 2024-01-02\nat = 2024-01-02T10:00:00Z\nwhole = +1_000\n");
    let expected = PluginConfig::new()
        .default_parameter("day", "2024-01-02")
        .default_parameter("at", "2024-01-02T10:00:00Z")
        .default_parameter("whole", 1000);
    assert_eq!(read, expected);
}

#[test]
fn a_file_is_for_one_plugin() {
    let files = Files::new();
    let file = ConfigFile::open("buy", files.write("config.yml", 1, YAML)).unwrap();
    assert_eq!(file.plugin("sell"), None);
}

#[test]
fn debug_shows_no_values() {
    let files = Files::new();
    let path = files.write("config.yml", 1, "token: s3cret");
    let shown = format!("{:?}", ConfigFile::open("buy", path).unwrap());
    assert_eq!(files.without_path(&shown), r#"ConfigFile { plugin: "buy", path: "config.yml", .. }"#);
}
