//! Configuration in files.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::read::read_plugin;
use super::{ConfigSource, PluginConfig};
use crate::collect::file::{FileError, Watched};
use hpd_document::Format;

/// The configuration of one plugin, in a YAML or TOML file that is read again when it has changed.
///
/// ```yaml
/// id: buy                              # if it is there, it must be the plugin's name
/// description: Places orders.
/// default_parameters:
///   contact_name: John
///   address: 123 Main St, City
/// capabilities:
///   place_order:
///     default_parameters:
///       address: 123 Main St
/// use_default_directly_for: [address]  # or for all: use_defaults_directly: true
/// default_phone: 555-0000              # for a parameter with `config_key = "default_phone"`
/// ```
///
/// Each access compares the file's time and length, and reloads a changed file; [`reload`](Self::reload) always reads
/// it. While the file is unreadable or wrong, the plugin has no configuration: no value comes from the file, and the
/// file exempts no parameter from questions. Old values are not used, since the change may have revoked them. The log
/// reports the problem once.
pub struct ConfigFile {
    plugin: Box<str>,
    config: Watched<PluginConfig>,
}

impl ConfigFile {
    /// Opens the file of a plugin.
    ///
    /// # Errors
    ///
    /// It can't be read, or it is no configuration: everything that is wrong with it, with lines.
    pub fn open(plugin: &str, path: impl AsRef<Path>) -> Result<Self, FileError> {
        let file = Self::watch(plugin, path.as_ref());
        file.reload()?;
        Ok(file)
    }

    /// The file, which is read when it is first asked for.
    fn watch(plugin: &str, path: &Path) -> Self {
        let name = plugin.to_owned();
        let config = Watched::new(path, move |root| read_plugin(&name, root));
        Self { plugin: plugin.into(), config }
    }

    /// Reads the file again, whether or not it seems to have changed.
    ///
    /// # Errors
    ///
    /// As [`open`](Self::open). After an error, the plugin has no configuration until the file changes.
    pub fn reload(&self) -> Result<(), FileError> {
        self.config.reload().map(drop)
    }
}

impl ConfigSource for ConfigFile {
    fn plugin(&self, plugin: &str) -> Option<Arc<PluginConfig>> {
        if *self.plugin != *plugin {
            return None;
        }
        self.config.current().ok()
    }
}

impl fmt::Debug for ConfigFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ConfigFile")
            .field("plugin", &self.plugin)
            .field("path", &self.config.path())
            .finish_non_exhaustive()
    }
}

/// A folder with a file for each plugin that has configuration: `buy.yml`, `buy.yaml`, `buy.toml`, or `config.yml`
/// (`.yaml`, `.toml`) in a folder `buy`. See [`ConfigFile`] for their contents and reloading.
///
/// Files may come and go. A plugin with two files is ambiguous and has no configuration.
pub struct ConfigFolder {
    folder: PathBuf,
    files: Mutex<BTreeMap<PathBuf, Arc<ConfigFile>>>,
    /// Plugins with two files, of which the log knows.
    warned: Mutex<BTreeSet<String>>,
}

impl ConfigFolder {
    /// Opens a folder, and reads all its files.
    ///
    /// # Errors
    ///
    /// The folder can't be read, or its files are wrong. The error lists every problem.
    pub fn open(folder: impl AsRef<Path>) -> Result<Self, Vec<FileError>> {
        let folder = folder.as_ref();
        let unreadable = |error| vec![FileError::whole(folder, format!("can't be read: {error}"))];
        let mut plugins = Vec::new();
        for entry in fs::read_dir(folder).map_err(unreadable)? {
            let path = entry.map_err(unreadable)?.path();
            let name = if path.is_dir() { path.file_name() } else { path.file_stem() };
            plugins.extend(name.and_then(|name| name.to_str()).map(str::to_owned));
        }
        plugins.sort();
        plugins.dedup();
        let opened = Self { folder: folder.to_owned(), files: Mutex::default(), warned: Mutex::default() };
        let errors: Vec<_> = plugins.iter().filter_map(|plugin| opened.check(plugin).err()).collect();
        if errors.is_empty() { Ok(opened) } else { Err(errors) }
    }

    /// Reads the file of a plugin, if it has one.
    fn check(&self, plugin: &str) -> Result<(), FileError> {
        self.file(plugin)?.map_or(Ok(()), |file| file.reload())
    }

    /// The file of a plugin.
    fn file(&self, plugin: &str) -> Result<Option<Arc<ConfigFile>>, FileError> {
        let is_name = |name: char| name.is_alphanumeric() || matches!(name, '_' | '-');
        // A name that could form a path has no file.
        if plugin.is_empty() || !plugin.chars().all(is_name) {
            return Ok(None);
        }
        let names = Format::EXTENSIONS.iter().flat_map(|(extension, _)| {
            [format!("{plugin}.{extension}"), format!("{plugin}/config.{extension}")]
        });
        let mut paths = names.map(|name| self.folder.join(name)).filter(|path| path.exists());
        let Some(path) = paths.next() else { return Ok(None) };
        if let Some(second) = paths.next() {
            let message = format!("is the second file for {plugin}, beside {}", path.display());
            return Err(FileError::whole(&second, message));
        }
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        let file = files.entry(path).or_insert_with_key(|path| Arc::new(ConfigFile::watch(plugin, path)));
        Ok(Some(file.clone()))
    }

    /// Says in the log that nothing tells which file of a plugin holds: once, until something does.
    fn warn(&self, plugin: &str, error: Option<&FileError>) {
        let mut warned = self.warned.lock().unwrap_or_else(PoisonError::into_inner);
        match error {
            None => drop(warned.remove(plugin)),
            Some(error) if warned.insert(plugin.to_owned()) => {
                tracing::warn!(target: "hpd::collect", %error, "a plugin's configuration can't be used");
            }
            Some(_) => {}
        }
    }
}

impl ConfigSource for ConfigFolder {
    fn plugin(&self, plugin: &str) -> Option<Arc<PluginConfig>> {
        let file = self.file(plugin);
        self.warn(plugin, file.as_ref().err());
        file.ok()??.plugin(plugin)
    }
}

impl fmt::Debug for ConfigFolder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ConfigFolder").field("folder", &self.folder).finish_non_exhaustive()
    }
}
