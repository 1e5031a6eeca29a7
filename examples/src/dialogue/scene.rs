//! The scenes of a program, and which of them is played.

use std::fmt;

use super::Lines;

/// A conversation that a program can play.
#[derive(Debug)]
pub struct Scene {
    /// By which it is chosen.
    pub name: &'static str,
    /// Its topic.
    pub about: &'static str,
    /// The user's lines.
    pub lines: &'static [&'static str],
}

/// The error for a program's arguments: it shows their usage, and the scenes.
#[derive(Debug)]
pub struct UsageError {
    program: &'static str,
    scenes: &'static [Scene],
}

/// The scene named by a program's arguments, or the first one, and the source of the user's words. After `--script`
/// these
/// come from the scene, else from standard input.
///
/// # Errors
///
/// There is no such scene, or no such option.
pub fn choose(
    program: &'static str,
    scenes: &'static [Scene],
    arguments: impl IntoIterator<Item = String>,
) -> Result<(&'static Scene, Lines), UsageError> {
    let wrong = || UsageError { program, scenes };
    let (mut scripted, mut scene) = (false, None);
    for argument in arguments {
        match argument.as_str() {
            "--script" => scripted = true,
            name => {
                scene = Some(scenes.iter().find(|scene| scene.name == name).ok_or_else(wrong)?);
            }
        }
    }
    let scene = scene.or(scenes.first()).ok_or_else(wrong)?;
    let lines = if scripted { Lines::script(scene.lines) } else { Lines::typed() };
    Ok((scene, lines))
}

impl fmt::Display for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Usage: {} [--script] [SCENE]", self.program)?;
        for scene in self.scenes {
            write!(f, "\n  {:<10} {}", scene.name, scene.about)?;
        }
        Ok(())
    }
}

impl std::error::Error for UsageError {}

#[cfg(test)]
mod tests {
    use super::{Scene, choose};

    const SCENES: &[Scene] = &[
        Scene { name: "one", about: "The first.", lines: &["a"] },
        Scene { name: "two", about: "The second.", lines: &[] },
    ];

    fn chosen(arguments: &[&str]) -> Result<&'static str, String> {
        let chosen = choose("program", SCENES, arguments.iter().map(ToString::to_string));
        chosen.map(|(scene, _)| scene.name).map_err(|error| error.to_string())
    }

    #[test]
    fn a_scene_is_chosen_by_its_name() {
        assert_eq!(chosen(&[]), Ok("one"));
        assert_eq!(chosen(&["two"]), Ok("two"));
        assert_eq!(chosen(&["--script", "two"]), Ok("two"));
    }

    #[test]
    fn what_is_no_scene_is_answered_with_the_scenes() {
        let usage = "Usage: program [--script] [SCENE]\n\n  one        The first.\n  two        The second.";
        assert_eq!(chosen(&["three"]), Err(usage.to_owned()));
        assert_eq!(chosen(&["--scirpt", "one"]), Err(usage.to_owned()));
    }
}
