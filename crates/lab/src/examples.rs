//! The problems that come with the program: the files of `saved_puzzles/`, built in.

use super::{Problem, files};
use include_dir::{Dir, include_dir};

static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../saved_puzzles");

/// The problems, in the order of their files' names.
pub fn all() -> Vec<Problem> {
    let mut sources: Vec<_> = FILES.files().collect();
    sources.sort_by_key(|file| file.path());
    sources
        .iter()
        .filter_map(|file| files::from_json(file.contents_utf8()?).ok())
        .collect()
}

/// The problem in the file `name`.json.
pub fn by_file(name: &str) -> Option<Problem> {
    let file = FILES.get_file(format!("{name}.{}", files::EXTENSION))?;
    files::from_json(file.contents_utf8()?).ok()
}
