//! A PostgreSQL server of the tests' own. It lives in a temporary folder, is reached by a socket in it, and is gone
//! when the program ends.

#![allow(dead_code, reason = "each test file uses its own part")]

use std::env;
use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;

/// If this is set to `1`, tests fail where no server can be started.
const REQUIRED: &str = "HPD_REQUIRE_POSTGRES";

/// Starts a server and stops it when its input ends. The input ends with the parent process, for any cause.
const SCRIPT: &str = r#"
folder=$1; bin=$2; settings=$3
log=$folder/log
why() { tail -n 1 "$log"; rm -rf "$folder"; exit 1; }
cd "$folder" || { echo "its folder can't be entered"; exit 1; }
"$bin/initdb" -D "$folder/data" -U postgres -A trust -E UTF8 --locale=C --no-sync >"$log" 2>&1 || why
"$bin/pg_ctl" -D "$folder/data" -w -t 120 -l "$log" -o "-k $folder $settings" start >"$folder/start" 2>&1 || why
echo ready
read -r _
"$bin/pg_ctl" -D "$folder/data" -m immediate stop >>"$log" 2>&1
rm -rf "$folder"
"#;

/// A server that runs.
pub(crate) struct Server {
    /// The open input of this process keeps the server alive.
    _keeper: Child,
    folder: PathBuf,
    programs: PathBuf,
}

/// Whether the server waits for the disk.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Disk {
    /// It does not: written data survives the end of a program, but not of the machine.
    NotAwaited,
    /// It does.
    Awaited,
}

/// The server that all tests of a program share. `None`, after one line that says why, if there is none.
///
/// # Panics
///
/// If there is none, and there has to be.
pub(crate) fn server() -> Option<&'static Server> {
    static SERVER: OnceLock<Result<Server, String>> = OnceLock::new();
    match SERVER.get_or_init(|| Server::start(Disk::NotAwaited)) {
        Ok(server) => Some(server),
        Err(why) => {
            let line = format!("no PostgreSQL server could be started: {why}");
            assert!(env::var_os(REQUIRED).is_none_or(|value| value != "1"), "{line}");
            // Not by a macro: the output of tests by macros is hidden where they pass.
            let _ = writeln!(io::stderr(), "skipped: {line}");
            None
        }
    }
}

impl Server {
    /// Starts a server.
    pub(crate) fn start(disk: Disk) -> Result<Self, String> {
        let programs = programs().ok_or("its programs are not installed")?;
        let folder = tempfile::Builder::new().prefix("hpd-postgres-").tempdir();
        let folder = folder.map_err(|error| format!("no temporary folder: {error}"))?;
        let mut command = Command::new("sh");
        let settings = match disk {
            Disk::NotAwaited => "-c fsync=off -c full_page_writes=off",
            Disk::Awaited => "-c fsync=on",
        };
        let settings = format!("-c listen_addresses= -c max_connections=200 {settings}");
        command.args(["-c", SCRIPT, "sh"]).arg(folder.path()).arg(&programs).arg(settings);
        // Signals of the terminal are meant for the tests alone.
        command.process_group(0).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        run_as_somebody(&mut command, folder.path())?;
        // From here on the script removes it.
        let folder = folder.keep();
        let mut keeper = command.spawn().map_err(|error| format!("no shell: {error}"))?;
        let mut line = String::new();
        let output = keeper.stdout.take().ok_or("the shell has no output")?;
        let read = BufReader::new(output).read_line(&mut line);
        read.map_err(|error| format!("the shell says nothing: {error}"))?;
        if line.trim() != "ready" {
            drop(keeper.stdin.take());
            keeper.wait().map_err(|error| format!("the shell does not end: {error}"))?;
            // The script could not, if it could not even enter it.
            let _ = fs::remove_dir_all(&folder);
            return Err(if line.trim().is_empty() {
                "it does not say why".to_owned()
            } else {
                line.trim().to_owned()
            });
        }
        Ok(Self { _keeper: keeper, folder, programs })
    }

    /// The address of a database of this server.
    pub(crate) fn url(&self, database: &str) -> String {
        let folder = self.folder.display().to_string().replace('/', "%2F");
        format!("postgresql://postgres@{folder}/{database}")
    }

    /// The socket in the server's folder.
    pub(crate) fn socket(&self) -> PathBuf {
        self.folder.join(".s.PGSQL.5432")
    }

    /// Whether a text occurs in a file of its data: tables, indexes, and its write-ahead log.
    pub(crate) fn has_file_with(&self, text: &str) -> bool {
        let mut folders = vec![self.folder.join("data")];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
                let path = entry.path();
                if path.is_dir() {
                    folders.push(path);
                } else if fs::read(&path).is_ok_and(|bytes| contains(&bytes, text.as_bytes())) {
                    return true;
                }
            }
        }
        false
    }

    /// One of the server's programs, set up to reach it; `None` if it is not installed.
    pub(crate) fn program(&self, name: &str) -> Option<Command> {
        let path = self.programs.join(name);
        path.exists().then(|| {
            let mut command = Command::new(path);
            command.arg("-h").arg(&self.folder).args(["-U", "postgres"]);
            command
        })
    }
}

fn contains(bytes: &[u8], wanted: &[u8]) -> bool {
    bytes.windows(wanted.len()).any(|part| part == wanted)
}

/// The folder with the newest programs of PostgreSQL.
fn programs() -> Option<PathBuf> {
    let mut folders: Vec<_> = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten().collect();
    folders.sort_by_key(|folder| folder.file_name().to_string_lossy().parse::<u32>().unwrap_or(0));
    let newest_first = folders.iter().rev().map(|folder| folder.path().join("bin"));
    let path = env::var_os("PATH").unwrap_or_default();
    let mut places = newest_first.chain(env::split_paths(&path));
    places.find(|place| ["initdb", "pg_ctl", "postgres"].iter().all(|name| place.join(name).exists()))
}

/// PostgreSQL refuses to run as root: then the folder is given to another user, and the command is run as that one.
fn run_as_somebody(command: &mut Command, folder: &Path) -> Result<(), String> {
    let owner = fs::metadata(folder).map_err(|error| format!("no temporary folder: {error}"))?.uid();
    if owner != 0 {
        return Ok(());
    }
    let (user, group) = user("postgres").or_else(|| user("nobody")).ok_or("only root is there to run it")?;
    let given = chown(folder, Some(user), Some(group));
    given.map_err(|error| format!("the folder can't be given away: {error}"))?;
    let open = fs::set_permissions(folder, fs::Permissions::from_mode(0o755));
    open.map_err(|error| format!("the folder can't be opened: {error}"))?;
    command.uid(user).gid(group);
    Ok(())
}

/// The numbers of a user and of its group.
fn user(name: &str) -> Option<(u32, u32)> {
    let users = fs::read_to_string("/etc/passwd").ok()?;
    let line = users.lines().find(|line| line.split(':').next() == Some(name))?;
    let mut fields = line.split(':').skip(2);
    Some((fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
}
