//! A folder of configuration.

use hpd_host::values::{ConfigFolder, ConfigSource, PluginConfig};

use super::Files;

fn address(config: &ConfigFolder, plugin: &str) -> Option<PluginConfig> {
    config.plugin(plugin).map(|config| (*config).clone())
}

fn expected(address: &str) -> PluginConfig {
    PluginConfig::new().default_parameter("address", address)
}

#[test]
fn each_plugin_has_its_file() {
    let files = Files::new();
    files.write("buy.yml", 1, "default_parameters: {address: a}");
    files.write("sell.toml", 1, "default_parameters.address = 'b'");
    files.write("rent/config.yaml", 1, "id: rent\ndefault_parameters: {address: c}");
    files.write("README.md", 1, "# Configuration");
    let folder = ConfigFolder::open(files.path("")).unwrap();
    assert_eq!(address(&folder, "buy"), Some(expected("a")));
    assert_eq!(address(&folder, "sell"), Some(expected("b")));
    assert_eq!(address(&folder, "rent"), Some(expected("c")));
    assert_eq!(address(&folder, "README"), None);
    assert_eq!(address(&folder, ""), None);
}

#[test]
fn a_name_never_leads_elsewhere() {
    let files = Files::new();
    files.write("buy.yml", 1, "default_parameters: {address: a}");
    files.write("inner/config.yml", 1, "");
    let folder = ConfigFolder::open(files.path("inner")).unwrap();
    for name in ["../buy", "..", ".", "/buy", "..\\buy", "buy/../../buy", "buy.yml", "bu\0y"] {
        assert_eq!(address(&folder, name), None, "{name:?}");
    }
}

#[test]
fn everything_that_is_wrong_is_said() {
    let files = Files::new();
    files.write("buy.yml", 1, "id: sell");
    files.write("rent.yml", 1, "");
    files.write("rent/config.toml", 1, "");
    files.write("sell.toml", 1, "capabilities = 1");
    let errors = ConfigFolder::open(files.path("")).unwrap_err();
    let errors: Vec<_> = errors.iter().map(|error| files.without_path(&error.to_string())).collect();
    assert_eq!(
        errors,
        [
            "buy.yml:1:1: `id` must be buy, the plugin that the file is for",
            "rent/config.toml: is the second file for rent, beside rent.yml",
            "sell.toml:1:1: `capabilities` must be a table: `key: value`",
        ]
    );
}

#[test]
fn a_folder_that_is_not_there_is_said_to_be_so() {
    let files = Files::new();
    let errors = ConfigFolder::open(files.path("nowhere")).unwrap_err();
    let errors: Vec<_> = errors.iter().map(|error| files.without_path(&error.to_string())).collect();
    assert_eq!(errors, ["nowhere: can't be read: No such file or directory (os error 2)"]);
}

#[test]
fn files_come_and_go() {
    let files = Files::new();
    let folder = ConfigFolder::open(files.path("")).unwrap();
    assert_eq!(address(&folder, "buy"), None);
    let path = files.write("buy.yml", 1, "default_parameters: {address: a}");
    assert_eq!(address(&folder, "buy"), Some(expected("a")));
    files.write("buy.toml", 1, "default_parameters.address = 'b'");
    assert_eq!(address(&folder, "buy"), None);
    std::fs::remove_file(path).unwrap();
    assert_eq!(address(&folder, "buy"), Some(expected("b")));
}
