//! The words of a command line: options by name, the rest in order.

use std::collections::VecDeque;
use std::path::PathBuf;

use crate::error::{Error, Result};

/// The words that no command took yet.
pub(crate) struct Words {
    options: Vec<(String, String)>,
    rest: VecDeque<String>,
}

impl Words {
    /// Takes options and words apart.
    ///
    /// # Errors
    ///
    /// An option has no value.
    pub(crate) fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Self> {
        let mut words = Self { options: vec![], rest: VecDeque::new() };
        while let Some(word) = arguments.next() {
            if word.starts_with("--") && word != "--help" {
                let value = arguments.next().ok_or_else(|| Error::new(format!("`{word}` needs a value")))?;
                words.options.push((word, value));
            } else {
                words.rest.push_back(word);
            }
        }
        Ok(words)
    }

    /// The next word that is no option.
    pub(crate) fn next_word(&mut self) -> Option<String> {
        self.rest.pop_front()
    }

    /// The value of an option.
    pub(crate) fn option(&mut self, name: &str) -> Option<String> {
        let place = self.options.iter().position(|(option, _)| option == name)?;
        Some(self.options.remove(place).1)
    }

    /// The path of an option.
    pub(crate) fn path(&mut self, name: &str) -> Option<PathBuf> {
        self.option(name).map(PathBuf::from)
    }

    /// The path of an option that has to be there.
    ///
    /// # Errors
    ///
    /// It is not.
    pub(crate) fn required_path(&mut self, name: &str) -> Result<PathBuf> {
        self.path(name).ok_or_else(|| Error::new(format!("`{name} PATH` is missing; see `hpd-bench help`")))
    }

    /// The number of an option, at least 1.
    ///
    /// # Errors
    ///
    /// It is no such number.
    pub(crate) fn count(&mut self, name: &str, default: u32) -> Result<u32> {
        let Some(text) = self.option(name) else { return Ok(default) };
        match text.parse() {
            Ok(0) => Err(Error::new(format!("{name} is at least 1"))),
            Ok(count) => Ok(count),
            Err(_) => Err(Error::new(format!("{name} is a whole number, not `{text}`"))),
        }
    }

    /// The named ones; all of them if none is named.
    ///
    /// # Errors
    ///
    /// A word is no name.
    pub(crate) fn all_of<T: Copy>(
        &mut self,
        what: &str,
        all: &[T],
        name: impl Fn(T) -> &'static str,
    ) -> Result<Vec<T>> {
        if self.rest.is_empty() {
            return Ok(all.to_vec());
        }
        let find = |word: String| {
            all.iter().copied().find(|&known| name(known) == word).ok_or_else(|| {
                let known: Vec<&str> = all.iter().map(|&known| name(known)).collect();
                Error::new(format!("no {what} `{word}`; there are {}", known.join(", ")))
            })
        };
        self.rest.drain(..).map(find).collect()
    }

    /// Ends the command line.
    ///
    /// # Errors
    ///
    /// A word is left.
    pub(crate) fn finish(self) -> Result<()> {
        let left = self.options.into_iter().map(|(option, _)| option).chain(self.rest).next();
        left.map_or(Ok(()), |word| Err(Error::new(format!("what is `{word}`? See `hpd-bench help`"))))
    }
}
