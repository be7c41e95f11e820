//! The arguments of `tilescope heuristics`.

use super::expression;
use clap::Subcommand;

#[derive(Subcommand)]
pub enum HeuristicsCommand {
    /// List them, with their comments
    List {
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Save an expression under a name, which then stands for it wherever a heuristic is typed; replaces
    /// the one of this name
    Save {
        /// Letters, digits, hyphens and underscores; not the key of another heuristic
        #[arg(value_name = "NAME")]
        name: String,
        /// A key, an expression or a formula; see `tilescope list` and docs/audits.md
        #[arg(value_name = "HEURISTIC", allow_hyphen_values = true, value_parser = expression)]
        heuristic: String,
        /// What it is, in your words
        #[arg(long, value_name = "TEXT")]
        comment: Option<String>,
    },
    /// Give one another name
    Rename {
        #[arg(value_name = "NAME")]
        name: String,
        #[arg(value_name = "NEW")]
        new: String,
    },
    /// Delete one
    Delete {
        #[arg(value_name = "NAME")]
        name: String,
    },
}
