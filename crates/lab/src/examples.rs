//! The bundled problems: the files of `saved_puzzles/`, compiled in.

use super::files::Opened;
use super::{Problem, files};
use include_dir::{Dir, include_dir};

static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../saved_puzzles");

/// The bundled problems, sorted by file name.
pub fn all() -> Vec<Problem> {
    let mut sources: Vec<_> = FILES.files().collect();
    sources.sort_by_key(|file| file.path());
    sources
        .iter()
        .filter_map(|file| files::from_json(file.contents_utf8()?).ok())
        .collect()
}

/// The bundled puzzle, route or collection `name`.
pub fn open(name: &str) -> Option<Opened> {
    if let Some(problem) = by_file(name) {
        return Some(Opened::Problem(problem));
    }
    let file = FILES.get_file(format!("collections/{name}.{}", files::EXTENSION))?;
    let collection = files::collection::from_json(file.contents_utf8()?).ok()?;
    Some(Opened::Collection(collection))
}

/// The names of the bundled collections, sorted.
pub fn collections() -> Vec<String> {
    let folder = FILES.get_dir("collections");
    let files = folder.into_iter().flat_map(Dir::files);
    let stems = files.filter_map(|file| file.path().file_stem());
    let mut names: Vec<String> = stems
        .map(|stem| stem.to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// The bundled problem in the file `name`.json.
pub fn by_file(name: &str) -> Option<Problem> {
    let file = FILES.get_file(format!("{name}.{}", files::EXTENSION))?;
    files::from_json(file.contents_utf8()?).ok()
}
