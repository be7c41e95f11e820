//! The arguments of `tilescope install-desktop`.

use clap::Args;

/// Put Tilescope into the desktop's menu, for this user (Linux)
///
/// Writes a desktop entry, the types of Tilescope's files and their icons into the user's data
/// folder: XDG_DATA_HOME, or ~/.local/share.
#[derive(Args)]
#[command(after_help = "\
Exit status: 0 done; 2 a file could not be written or removed.

Examples:
  tilescope install-desktop
  tilescope install-desktop --remove")]
pub struct InstallDesktop {
    /// Take away what was installed
    #[arg(long)]
    pub remove: bool,
}
