//! When files are read again.

use futures_executor::block_on;
use hpd_host::Principal;
use hpd_host::values::{ConfigFile, ConfigSource, FileProfile, PluginConfig, Profile};
use serde_json::{Value, json};

use super::Files;

fn text(address: &str) -> String {
    format!("default_parameters: {{address: {address}}}")
}

fn found(config: &ConfigFile) -> Option<PluginConfig> {
    config.plugin("buy").map(|config| (*config).clone())
}

fn expected(address: &str) -> PluginConfig {
    PluginConfig::new().default_parameter("address", address)
}

fn name(profile: &FileProfile) -> Result<Option<Value>, String> {
    block_on(profile.get(&Principal::default(), "name")).map_err(|error| error.to_string())
}

#[test]
fn a_later_time_is_a_change() {
    let files = Files::new();
    let config = ConfigFile::open("buy", files.write("c.yml", 1, text("a"))).unwrap();
    files.write("c.yml", 2, text("b"));
    assert_eq!(found(&config), Some(expected("b")));
}

#[test]
fn an_earlier_time_is_a_change() {
    let files = Files::new();
    let config = ConfigFile::open("buy", files.write("c.yml", 2, text("a"))).unwrap();
    files.write("c.yml", 1, text("b"));
    assert_eq!(found(&config), Some(expected("b")));
}

#[test]
fn another_length_is_a_change() {
    let files = Files::new();
    let config = ConfigFile::open("buy", files.write("c.yml", 1, text("a"))).unwrap();
    files.write("c.yml", 1, text("bb"));
    assert_eq!(found(&config), Some(expected("bb")));
}

#[test]
fn what_looks_the_same_is_read_on_demand() {
    let files = Files::new();
    let config = ConfigFile::open("buy", files.write("c.yml", 1, text("a"))).unwrap();
    files.write("c.yml", 1, text("b"));
    assert_eq!(found(&config), Some(expected("a")));
    config.reload().unwrap();
    assert_eq!(found(&config), Some(expected("b")));
}

#[test]
fn what_has_not_changed_is_not_read() {
    let files = Files::new();
    let config = ConfigFile::open("buy", files.write("c.yml", 1, text("a"))).unwrap();
    let (first, second) = (config.plugin("buy").unwrap(), config.plugin("buy").unwrap());
    assert!(std::sync::Arc::ptr_eq(&first, &second));
}

#[test]
fn a_file_that_becomes_wrong_says_nothing_until_it_is_right() {
    let files = Files::new();
    let config = ConfigFile::open("buy", files.write("c.yml", 1, text("a"))).unwrap();
    files.write("c.yml", 2, "default_parameters: [");
    assert_eq!(found(&config), None);
    assert_eq!(found(&config), None);
    files.write("c.yml", 3, text("b"));
    assert_eq!(found(&config), Some(expected("b")));
}

#[test]
fn a_file_that_goes_says_nothing_until_it_is_back() {
    let files = Files::new();
    let path = files.write("c.yml", 1, text("a"));
    let config = ConfigFile::open("buy", &path).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert_eq!(found(&config), None);
    // The same as the one that was read before.
    files.write("c.yml", 1, text("a"));
    assert_eq!(found(&config), Some(expected("a")));
}

#[test]
fn reloading_says_what_is_wrong() {
    let files = Files::new();
    let config = ConfigFile::open("buy", files.write("c.yml", 1, text("a"))).unwrap();
    files.write("c.yml", 2, "id: sell");
    let error = config.reload().unwrap_err();
    assert_eq!(
        files.without_path(&error.to_string()),
        "c.yml:1:1: `id` must be buy, the plugin that the file is for"
    );
    assert_eq!(found(&config), None);
}

#[test]
fn a_profile_is_read_again_too() {
    let files = Files::new();
    let path = files.write("p.yml", 1, "name: John");
    let profile = FileProfile::open(&path).unwrap();
    assert_eq!(name(&profile), Ok(Some(json!("John"))));
    files.write("p.yml", 2, "name: Jim");
    assert_eq!(name(&profile), Ok(Some(json!("Jim"))));
    files.write("p.yml", 3, "name: [");
    assert_eq!(name(&profile), Err("the profile failed".to_owned()));
    std::fs::remove_file(&path).unwrap();
    assert_eq!(name(&profile), Err("the profile failed".to_owned()));
    files.write("p.yml", 3, "name: Joe");
    profile.reload().unwrap();
    assert_eq!(name(&profile), Ok(Some(json!("Joe"))));
}
