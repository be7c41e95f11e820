//! `tilescope install-desktop`: puts Tilescope into the menu of a Linux desktop, for this user.
//!
//! It writes a desktop entry, the types of Tilescope's files, and icons for both into the user's
//! data folder, as the specifications of freedesktop.org say: Desktop Entry 1.5, Shared MIME-info
//! Database 0.21 and Icon Theme 0.13.

use super::arguments::InstallDesktop;
use super::{Refusal, print, refuse};
use std::env;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tilescope_lab::files::write_atomically;
use tilescope_lab::format;

const PICTURE: &[u8] = include_bytes!("../../assets/icon.svg");
const PICTURE_64: &[u8] = include_bytes!("../../assets/icon-64.png");
const PICTURE_256: &[u8] = include_bytes!("../../assets/icon.png");
const TYPES: &str = include_str!("desktop/tilescope.xml");

/// Below the user's data folder: where each file belongs and what it holds. The desktop entry
/// comes last, so that its icon and its types are there before it.
const FILES: [(&str, &[u8]); 6] = [
    ("icons/hicolor/scalable/apps/tilescope.svg", PICTURE),
    ("icons/hicolor/64x64/apps/tilescope.png", PICTURE_64),
    ("icons/hicolor/256x256/apps/tilescope.png", PICTURE_256),
    (
        "icons/hicolor/scalable/mimetypes/application-x-tilescope-puzzle.svg",
        PICTURE,
    ),
    (
        "icons/hicolor/scalable/mimetypes/application-x-tilescope-trace.svg",
        PICTURE,
    ),
    ("mime/packages/tilescope.xml", TYPES.as_bytes()),
];
const ENTRY: &str = "applications/tilescope.desktop";

/// Installs or removes the files; returns the exit status and the result of printing.
pub fn install_desktop(arguments: &InstallDesktop) -> Result<(u8, io::Result<()>), Refusal> {
    if cfg!(any(target_os = "windows", target_os = "macos")) {
        let text = "desktop entries are for Linux and other systems with freedesktop.org's menus";
        return Err(Refusal(text.into()));
    }
    let folder = data_folder()?;
    let text = match arguments.remove {
        true => remove(&folder)?,
        false => install(&folder)?,
    };
    Ok((0, print(&text)))
}

fn install(folder: &Path) -> Result<String, Refusal> {
    let program = env::current_exe().map_err(|error| {
        Refusal(format!(
            "the place of this program cannot be found out ({error})"
        ))
    })?;
    let entry = entry(&program)?;
    let files = FILES.into_iter().chain([(ENTRY, entry.as_bytes())]);
    let mut text = String::new();
    for (name, bytes) in files {
        let path = folder.join(name);
        let written = match path.parent() {
            Some(parent) => fs::create_dir_all(parent),
            None => Ok(()),
        };
        let written = written.and_then(|()| write_atomically(&path, bytes));
        written.map_err(|error| Refusal(format!("{}: {error}", format::path(&path))))?;
        text += &format!("Wrote {}\n", format::path(&path));
    }
    update_databases(folder);
    Ok(text)
}

fn remove(folder: &Path) -> Result<String, Refusal> {
    let names = [ENTRY].into_iter().chain(FILES.map(|(name, _)| name));
    let mut text = String::new();
    for path in names.map(|name| folder.join(name)) {
        match fs::remove_file(&path) {
            Ok(()) => text += &format!("Removed {}\n", format::path(&path)),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(Refusal(format!("{}: {error}", format::path(&path)))),
        }
    }
    if text.is_empty() {
        return Ok(format!(
            "Nothing to remove: no file of Tilescope's is in {}\n",
            format::path(folder)
        ));
    }
    update_databases(folder);
    Ok(text)
}

/// The user's data folder: `XDG_DATA_HOME`, or else `.local/share` in the home folder.
fn data_folder() -> Result<PathBuf, Refusal> {
    let absolute = |name: &str| {
        let folder = env::var_os(name).map(PathBuf::from);
        folder.filter(|folder| folder.is_absolute())
    };
    let folder =
        absolute("XDG_DATA_HOME").or_else(|| Some(absolute("HOME")?.join(".local").join("share")));
    folder.ok_or_else(|| {
        Refusal("there is no folder for the desktop entry: set HOME or XDG_DATA_HOME to one".into())
    })
}

/// The desktop entry, which starts `program`.
fn entry(program: &Path) -> Result<String, Refusal> {
    let path = program.to_str().filter(|path| !path.contains(['\n', '\r']));
    let path = path.ok_or_else(|| {
        Refusal(format!(
            "{}: a desktop entry cannot hold this path: move the program",
            format::path(program)
        ))
    })?;
    // The specification escapes twice: within quotes, and then as the value of a key.
    let mut quoted = String::new();
    for letter in path.chars() {
        match letter {
            '"' | '`' | '$' | '\\' => quoted.extend(['\\', letter]),
            '%' => quoted += "%%",
            _ => quoted.push(letter),
        }
    }
    let quoted = quoted.replace('\\', "\\\\");
    Ok(format!(
        "[Desktop Entry]\n\
         Type=Application\n\
         Version=1.5\n\
         Name=Tilescope\n\
         GenericName=Laboratory for state-space search\n\
         Comment=Watch searches solve sliding-tile puzzles, step by step\n\
         Exec=\"{quoted}\" %F\n\
         Icon=tilescope\n\
         Terminal=false\n\
         Categories=Education;Science;ArtificialIntelligence;\n\
         Keywords=search;puzzle;A*;15-puzzle;heuristic;\n\
         MimeType=application/x-tilescope-puzzle;application/x-tilescope-trace;\n\
         StartupNotify=true\n\
         StartupWMClass=tilescope\n"
    ))
}

/// Tells the desktop of the change. Desktops without these programs read the files by themselves.
fn update_databases(folder: &Path) {
    let updates = [
        ("update-mime-database", folder.join("mime")),
        ("update-desktop-database", folder.join("applications")),
    ];
    for (program, folder) in updates {
        if !folder.is_dir() {
            continue;
        }
        let mut command = Command::new(program);
        command.arg(&folder).stdin(Stdio::null());
        match command.output() {
            Ok(output) if !output.status.success() => {
                let cause = String::from_utf8_lossy(&output.stderr);
                let cause = cause.lines().next().unwrap_or("no reason given");
                refuse(&format!(
                    "{program} failed ({cause}): log in again to see the change"
                ));
            }
            // Not every desktop has them.
            Ok(_) | Err(_) => {}
        }
    }
}
