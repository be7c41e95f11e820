//! A list of puzzles and collections for the library: what ships, the files of a folder, or recent
//! files, each with a preview. It is read on a thread, and shown as far as it is read.

use super::examples;
use super::known_lengths::KnownLengths;
use super::library::searchable;
use super::puzzle_files::FolderSearch;
use super::requests::{Listed, Wake};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tilescope_lab::collection::{Known, KnownLength, Unpacked};
use tilescope_lab::files::{self, FileError, Opened};
use tilescope_lab::worker::Worker;
use tilescope_lab::{Collection, Interrupt, Problem, examples as bundled, format};
use tilescope_puzzle::{Costs, Puzzle, Size};

/// A puzzle, a road map or a collection.
#[derive(Clone, Debug)]
pub struct Item {
    pub listed: Listed,
    pub name: String,
    /// Whether another item of the list has the same name.
    has_namesake: bool,
    /// The group of an example, or the folder of a file.
    pub place: String,
    pub contents: Contents,
    /// The text in which the filter looks for words.
    text: String,
}

/// What is known of what an item holds.
#[derive(Clone, Debug)]
pub enum Contents {
    Puzzle(Preview, Option<KnownLength>),
    /// The preview shows the first of this many puzzles, which have boards of these sizes, the smallest first.
    Collection(Preview, usize, Vec<Size>),
    RoadMap,
    /// It was not read: a sentence says why.
    Unread(String),
}

/// The boards of a puzzle.
#[derive(Clone, Debug)]
pub struct Preview {
    pub size: Size,
    pub start: Box<[u8]>,
    pub goal: Box<[u8]>,
}

impl Item {
    fn new(listed: Listed, name: String, place: String, contents: Contents) -> Item {
        let mut item = Item {
            listed,
            name,
            has_namesake: false,
            place,
            contents,
            text: String::new(),
        };
        let size = sizes_text(item.sizes());
        let by = item.known().map_or("", |known| known.by);
        let file = item.file_name();
        let stem = match &item.listed {
            Listed::Bundled(stem) => stem,
            Listed::File(_) => file.as_deref().unwrap_or_default(),
        };
        let texts = [&*item.name, &size, by, &item.place, stem];
        item.text = searchable(&format!("{} {}", texts.join(" "), item.kind()));
        item
    }

    /// Its name, and that of its file if another item of the list has the same name.
    pub fn title(&self) -> String {
        match self.file_name().filter(|_| self.has_namesake) {
            Some(file) => format!("{} ({file})", self.name),
            None => self.name.clone(),
        }
    }

    /// The name of its file, unless it has no other name.
    pub fn file_name(&self) -> Option<String> {
        match &self.listed {
            Listed::Bundled(_) => None,
            Listed::File(path) => Some(format::file_name(path)).filter(|file| *file != self.name),
        }
    }

    pub fn preview(&self) -> Option<&Preview> {
        match &self.contents {
            Contents::Puzzle(preview, _) | Contents::Collection(preview, ..) => Some(preview),
            Contents::RoadMap | Contents::Unread(_) => None,
        }
    }

    /// The sizes of its boards, the smallest first.
    pub fn sizes(&self) -> &[Size] {
        match &self.contents {
            Contents::Puzzle(preview, _) => std::slice::from_ref(&preview.size),
            Contents::Collection(.., sizes) => sizes,
            Contents::RoadMap | Contents::Unread(_) => &[],
        }
    }

    /// The length of a puzzle's best known solution.
    pub fn known(&self) -> Option<Known<'_>> {
        match &self.contents {
            Contents::Puzzle(_, known) => known.as_ref().map(Known::from),
            _ => None,
        }
    }

    /// “100 puzzles”, “road map”, why it was not read, or nothing for a puzzle.
    pub fn kind(&self) -> String {
        match &self.contents {
            Contents::Puzzle(..) => String::new(),
            Contents::Collection(_, 1, _) => "collection of 1 puzzle".into(),
            Contents::Collection(_, n, _) => format!("{} puzzles", format::count(*n as u64)),
            Contents::RoadMap => "road map".into(),
            Contents::Unread(why) => why.clone(),
        }
    }

    /// The text in which the filter looks for words. Lengths are compared as numbers.
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// “3×3, 4×4”.
pub fn sizes_text(sizes: &[Size]) -> String {
    let sizes: Vec<String> = sizes.iter().map(Size::to_string).collect();
    sizes.join(", ")
}

/// What is to be read.
#[derive(Clone, Debug)]
pub enum Reading {
    Bundled,
    Folder(PathBuf),
    Files(Vec<PathBuf>),
}

/// What is told of the reading when it has ended.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// Files of the folder that have the extension of puzzles and hold none.
    pub n_others: usize,
    /// Whether the folder has more files than are read.
    pub is_cut: bool,
}

/// The most files of a folder that are read.
pub const MAX_FILES: usize = 20_000;

/// Larger files are listed, but not read before they are opened.
const MAX_BYTES: u64 = 8 << 20;

/// A list, and the thread that reads it.
#[derive(Default)]
pub struct PuzzleList {
    items: Vec<Item>,
    /// What is read again, while the items that were read before are shown.
    fresh: Option<Vec<Item>>,
    worker: Option<Worker<Vec<Item>, Result<Summary, String>>>,
    ended: Option<Result<Summary, String>>,
    version: u64,
    generation: u64,
    /// For each item of the generation before, its index now.
    moved: Option<Vec<Option<usize>>>,
}

impl PuzzleList {
    /// Begins to read. `keeps` says whether the items that were read before are shown until then.
    pub fn read(&mut self, reading: Reading, keeps: bool, wake: &Wake) {
        if !keeps {
            self.items.clear();
            self.version += 1;
            self.generation += 1;
            self.moved = None;
        }
        self.fresh = (!self.items.is_empty()).then(Vec::new);
        self.ended = None;
        let wake = Wake::clone(wake);
        self.worker = Some(Worker::spawn(
            "library",
            move || wake(),
            move |interrupt, send| read(&reading, interrupt, send),
        ));
    }

    /// Receives what the thread has read.
    pub fn poll(&mut self) {
        let Some(worker) = &self.worker else { return };
        let (items, fresh) = (&mut self.items, &mut self.fresh);
        let mut has_news = false;
        let ended = worker.poll(|read| match fresh {
            Some(fresh) => fresh.extend(read),
            None => {
                items.extend(read);
                has_news = true;
            }
        });
        if let Some(ended) = ended {
            self.worker = None;
            self.ended = Some(ended.unwrap_or_else(|error| Err(error.to_string())));
            if let Some(fresh) = self.fresh.take() {
                let is_same =
                    (fresh.iter().map(|it| &it.listed)).eq(self.items.iter().map(|it| &it.listed));
                if !is_same {
                    self.generation += 1;
                    self.moved = Some(moved(&self.items, &fresh));
                }
                self.items = fresh;
            }
            has_news = true;
        }
        if has_news {
            self.version += 1;
            note_namesakes(&mut self.items);
        }
    }

    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// The length of this puzzle, if an item tells it.
    pub fn known(&self, puzzle: &Puzzle) -> Option<KnownLength> {
        if puzzle.costs != Costs::default() {
            return None;
        }
        let is_its = |preview: &Preview| {
            *preview.start == *puzzle.start.tiles() && *preview.goal == *puzzle.goal.tiles()
        };
        self.items.iter().find_map(|item| match &item.contents {
            Contents::Puzzle(preview, known) if is_its(preview) => known.clone(),
            _ => None,
        })
    }

    /// It changes with the items.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// It changes when an item gets another index.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// For each item of that generation, its index now, if it is still there; `None` if that is not known.
    pub fn moved_since(&self, generation: u64) -> Option<&[Option<usize>]> {
        let moved = self.moved.as_deref();
        moved.filter(|_| generation + 1 == self.generation)
    }

    pub fn is_reading(&self) -> bool {
        self.worker.is_some()
    }

    /// What is told of the last reading, if it has ended.
    pub fn ended(&self) -> Option<&Result<Summary, String>> {
        self.ended.as_ref()
    }
}

/// For each item of a list, its index in the list as it was read again.
fn moved(before: &[Item], now: &[Item]) -> Vec<Option<usize>> {
    let places: HashMap<&Listed, usize> = now.iter().map(|it| &it.listed).zip(0..).collect();
    let place = |item: &Item| places.get(&item.listed).copied();
    before.iter().map(place).collect()
}

fn note_namesakes(items: &mut [Item]) {
    let mut n_named: HashMap<&str, usize> = HashMap::new();
    for item in items.iter() {
        *n_named.entry(&item.name).or_default() += 1;
    }
    let has_namesake: Vec<bool> = items.iter().map(|it| n_named[&*it.name] > 1).collect();
    for (item, has_namesake) in items.iter_mut().zip(has_namesake) {
        item.has_namesake = has_namesake;
    }
}

/// Sends items in parts, so that the first are soon seen.
struct Parts<'a> {
    send: &'a mut (dyn FnMut(Vec<Item>) + Send),
    part: Vec<Item>,
    sent: Instant,
}

impl Parts<'_> {
    const INTERVAL: Duration = Duration::from_millis(100);

    fn push(&mut self, item: Item) {
        self.part.push(item);
        if self.sent.elapsed() >= Self::INTERVAL {
            self.send();
        }
    }

    fn send(&mut self) {
        (self.send)(std::mem::take(&mut self.part));
        self.sent = Instant::now();
    }
}

fn read(
    reading: &Reading,
    interrupt: &Interrupt,
    send: &mut (dyn FnMut(Vec<Item>) + Send),
) -> Result<Summary, String> {
    let mut lengths = KnownLengths::default();
    let mut parts = Parts {
        send,
        part: Vec::new(),
        sent: Instant::now(),
    };
    let mut summary = Summary::default();
    match reading {
        Reading::Bundled => read_bundled(&mut lengths, &mut parts),
        Reading::Files(paths) => {
            for path in paths.iter().take_while(|_| !interrupt.is_stopped()) {
                let place = path.parent().map(format::path).unwrap_or_default();
                let contents = contents(path, &mut lengths);
                parts.push(item_of(path, place, contents));
            }
        }
        Reading::Folder(folder) => {
            let trouble = |error| {
                format!(
                    "The folder {} can't be read: {error}.",
                    format::path(folder)
                )
            };
            std::fs::read_dir(folder).map_err(trouble)?;
            let mut files = Vec::new();
            let search = FolderSearch {
                includes_hidden: false,
                max_files: MAX_FILES,
                is_stopped: &|| interrupt.is_stopped(),
            };
            search.add_files(folder, &mut files);
            summary.is_cut = files.len() > MAX_FILES;
            files.truncate(MAX_FILES);
            for path in files.iter().take_while(|_| !interrupt.is_stopped()) {
                let below = path.parent().and_then(|it| it.strip_prefix(folder).ok());
                let place = below.map(format::path).unwrap_or_default();
                match contents(path, &mut lengths) {
                    Ok(contents) => parts.push(item_of(path, place, Ok(contents))),
                    Err(_) => summary.n_others += 1,
                }
            }
        }
    }
    parts.send();
    Ok(summary)
}

fn read_bundled(lengths: &mut KnownLengths, parts: &mut Parts) {
    for (stem, _) in examples::COLLECTIONS {
        if let Some(Opened::Collection(collection)) = bundled::open(stem)
            && let Some((name, contents)) = of_collection(&collection)
        {
            let listed = Listed::Bundled((*stem).into());
            parts.push(Item::new(listed, name, "Collections".into(), contents));
        }
    }
    for (group, stem) in examples::files() {
        if let Some(problem) = bundled::by_file(stem) {
            let name = problem.name().to_owned();
            let contents = of_problem(problem, lengths);
            let listed = Listed::Bundled(stem.into());
            parts.push(Item::new(listed, name, group.into(), contents));
        }
    }
}

/// A file with its name, or with why it can't be read.
fn item_of(path: &Path, place: String, read: Result<(String, Contents), FileError>) -> Item {
    let (name, contents) = read.unwrap_or_else(|error| {
        let name = format::file_name(path);
        (
            name,
            Contents::Unread(super::text::sentence(&error.to_string())),
        )
    });
    Item::new(Listed::File(path.to_owned()), name, place, contents)
}

/// The name of what a file holds, and its contents.
fn contents(path: &Path, lengths: &mut KnownLengths) -> Result<(String, Contents), FileError> {
    let n_bytes = std::fs::metadata(path).map_or(0, |it| it.len());
    if n_bytes > MAX_BYTES {
        let text = format!("{}: read when it is opened", format::bytes(n_bytes));
        return Ok((format::file_name(path), Contents::Unread(text)));
    }
    match files::open(path)? {
        Opened::Problem(problem) => {
            let name = problem.name().to_owned();
            Ok((name, of_problem(problem, lengths)))
        }
        Opened::Collection(collection) => {
            of_collection(&collection).ok_or_else(|| FileError("the collection is empty".into()))
        }
    }
}

fn of_problem(problem: Problem, lengths: &mut KnownLengths) -> Contents {
    match problem {
        Problem::Route(_) => Contents::RoadMap,
        Problem::Tiles(puzzle) => {
            let known = lengths.of(&puzzle);
            let preview = Preview {
                size: puzzle.size(),
                start: puzzle.start.tiles().into(),
                goal: puzzle.goal.tiles().into(),
            };
            Contents::Puzzle(preview, known)
        }
    }
}

fn of_collection(collection: &Collection) -> Option<(String, Contents)> {
    let puzzles = &collection.puzzles;
    if puzzles.is_empty() {
        return None;
    }
    let mut room = Unpacked::default();
    let first = puzzles.view(0, &mut room);
    let preview = Preview {
        size: first.size,
        start: first.start.into(),
        goal: first.goal.into(),
    };
    let mut sizes = puzzles.sizes();
    sizes.sort_by_key(|size| (size.n_cells(), size.rows()));
    sizes.dedup();
    let contents = Contents::Collection(preview, puzzles.len(), sizes);
    Some((collection.name.clone(), contents))
}
