//! `tilescope install-desktop`: puts Tilescope into the menu of a Linux desktop, for this user.
//!
//! It writes a desktop entry, the types of Tilescope's files, and icons for both into the user's
//! data folder, as the specifications of freedesktop.org say: Desktop Entry 1.5, Shared MIME-info
//! Database 0.21 and Icon Theme 0.13.

use super::arguments::InstallDesktop;
use super::{Refusal, print, refuse};
use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{self, Command, Stdio};
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
            "the path of this program cannot be determined ({error})"
        ))
    })?;
    let entry = entry(&program)?;
    let mut installation = Installation::default();
    for (name, bytes) in FILES.into_iter().chain([(ENTRY, entry.as_bytes())]) {
        installation.stage(folder.join(name), bytes)?;
    }
    let installed = installation.put_in_place()?;
    update_databases(folder);
    let line = |path: &PathBuf| format!("Wrote {}\n", format::path(path));
    Ok(installed.iter().map(line).collect())
}

/// Files that are installed together or not at all. Each is written beside its target; dropping
/// the installation removes what is not in place, and the folders created for it.
#[derive(Default)]
struct Installation {
    folders: Vec<PathBuf>,
    files: Vec<StagedFile>,
}

struct StagedFile {
    target: PathBuf,
    /// The new content.
    new: PathBuf,
    /// The file or symbolic link that was at the target, while the new one may have to go again.
    old: PathBuf,
}

impl Installation {
    /// Writes a file beside its target.
    fn stage(&mut self, target: PathBuf, bytes: &[u8]) -> Result<(), Refusal> {
        let beside = |extension: &str| {
            let mut name = OsString::from(".");
            name.push(target.file_name().unwrap_or_default());
            name.push(format!(".{extension}-{}", process::id()));
            target.with_file_name(name)
        };
        let file = StagedFile {
            new: beside("new"),
            old: beside("old"),
            target,
        };
        let written = self.write(&file, bytes);
        let written = written.map_err(|error| refusal(&file.target, &error));
        self.files.push(file);
        written
    }

    fn write(&mut self, file: &StagedFile, bytes: &[u8]) -> io::Result<()> {
        let folders = file.target.ancestors().skip(1);
        let missing: Vec<_> = folders.take_while(|it| !it.exists()).collect();
        for folder in missing.into_iter().rev() {
            fs::create_dir(folder)?;
            self.folders.push(folder.to_owned());
        }
        // A file cannot replace a folder.
        if fs::symlink_metadata(&file.target).is_ok_and(|it| it.is_dir()) {
            return Err(ErrorKind::IsADirectory.into());
        }
        let mut new = fs::File::create_new(&file.new)?;
        new.write_all(bytes)?;
        // A full disk may be noticed only now.
        new.sync_all()
    }

    /// Moves all files to their targets, which are returned. A symbolic link there is replaced.
    fn put_in_place(mut self) -> Result<Vec<PathBuf>, Refusal> {
        for (number, StagedFile { target, new, old }) in self.files.iter().enumerate() {
            let had_one = fs::rename(target, old).is_ok();
            if let Err(error) = fs::rename(new, target) {
                if had_one {
                    let _ = fs::rename(old, target);
                }
                self.files[..number]
                    .iter()
                    .rev()
                    .for_each(StagedFile::take_back);
                return Err(refusal(target, &error));
            }
        }
        self.folders.clear();
        let files = std::mem::take(&mut self.files);
        let installed = files.into_iter().map(|file| {
            let _ = fs::remove_file(&file.old);
            file.target
        });
        Ok(installed.collect())
    }
}

impl StagedFile {
    /// Restores what was at the target.
    fn take_back(&self) {
        if fs::rename(&self.old, &self.target).is_err() {
            let _ = fs::remove_file(&self.target);
        }
    }
}

impl Drop for Installation {
    fn drop(&mut self) {
        for file in &self.files {
            let _ = fs::remove_file(&file.new);
        }
        for folder in self.folders.iter().rev() {
            // It stays if another program has put something there.
            let _ = fs::remove_dir(folder);
        }
    }
}

fn refusal(path: &Path, error: &io::Error) -> Refusal {
    Refusal(format!("{}: {error}", format::path(path)))
}

fn remove(folder: &Path) -> Result<String, Refusal> {
    let names = [ENTRY].into_iter().chain(FILES.map(|(name, _)| name));
    let mut text = String::new();
    for path in names.map(|name| folder.join(name)) {
        match fs::remove_file(&path) {
            Ok(()) => text += &format!("Removed {}\n", format::path(&path)),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(refusal(&path, &error)),
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
