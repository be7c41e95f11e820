//! The picture on the tiles: which one, and what was read of it. It belongs to the window, not to the
//! puzzle.

mod decode;
mod pasted;

use super::requests::{Notice, Request, Wake};
use egui::ColorImage;
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;
use tilescope_lab::format;
use tilescope_lab::worker::Worker;

pub use pasted::path as pasted_path;

/// A picture of our own.
pub struct Own {
    /// In the session.
    key: &'static str,
    pub name: &'static str,
    bytes: &'static [u8],
}

/// The pictures that ship; a script beside them draws them.
pub const OWN: [Own; 3] = [
    Own {
        key: "mountains",
        name: "Mountains",
        bytes: include_bytes!("../../assets/pictures/mountains.webp"),
    },
    Own {
        key: "rings",
        name: "Rings",
        bytes: include_bytes!("../../assets/pictures/rings.webp"),
    },
    Own {
        key: "weave",
        name: "Weave",
        bytes: include_bytes!("../../assets/pictures/weave.webp"),
    },
];

/// What is on the tiles.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum Choice {
    #[default]
    Numbers,
    /// One of [`OWN`].
    Own(usize),
    File(PathBuf),
}

impl Choice {
    /// The text that stands for a picture in the session: a key, or the path of a file. `None` for
    /// numbers, and for a path that is no text.
    pub fn text(&self) -> Option<String> {
        match self {
            Choice::Numbers => None,
            Choice::Own(index) => OWN.get(*index).map(|own| own.key.to_owned()),
            Choice::File(path) => path.to_str().map(str::to_owned),
        }
    }

    /// What a text in the session stands for.
    pub fn from_text(text: &str) -> Choice {
        match OWN.iter().position(|own| own.key == text) {
            Some(index) => Choice::Own(index),
            None => Choice::File(text.into()),
        }
    }
}

/// Something that can happen to the picture on the tiles.
#[derive(Clone, Debug)]
pub enum PicturesAction {
    Choose(Choice),
    /// The picture in the clipboard: it is kept in a file, and shown.
    Paste(Arc<ColorImage>),
    /// Where a pasted picture is kept.
    KeepPastedIn(PathBuf),
    /// Asks for a file, then shows it.
    Ask,
    /// Whether the tiles have their numbers on a picture too.
    Numbers(bool),
}

/// A picture that was read.
#[derive(Clone)]
pub struct Picture {
    /// Different for each picture that was read.
    pub number: u64,
    pub image: Arc<ColorImage>,
}

/// What is to be read.
#[derive(Clone)]
enum Source {
    Choice(Choice),
    /// Pixels, and the file that keeps them.
    Pasted(Arc<ColorImage>, PathBuf),
}

impl Source {
    /// What is on the tiles once it is read.
    fn choice(&self) -> Choice {
        match self {
            Source::Choice(choice) => choice.clone(),
            Source::Pasted(_, path) => Choice::File(path.clone()),
        }
    }

    fn read(&self) -> Result<ColorImage, String> {
        match self {
            Source::Choice(Choice::Numbers) => Err("there is no picture to read".to_owned()),
            Source::Choice(Choice::Own(index)) => match OWN.get(*index) {
                Some(own) => decode::bytes(own.bytes),
                None => Err("there is no such picture".to_owned()),
            },
            Source::Choice(Choice::File(path)) => decode::file(path),
            Source::Pasted(image, path) => pasted::keep(image, path),
        }
    }

    /// What is said where it could not be read.
    fn refusal(&self, cause: &str) -> String {
        match self {
            Source::Choice(Choice::File(path)) if !path.exists() => format!(
                "“{}” is no longer on the disk. Puzzle, Picture on the tiles chooses another \
                 picture.",
                format::file_name(path)
            ),
            _ => format!("The picture was not taken: {cause}."),
        }
    }
}

/// The thread that reads a picture.
type Reading = Worker<(), Result<ColorImage, String>>;

/// The picture on the tiles.
pub struct Pictures {
    choice: Choice,
    has_numbers: bool,
    picture: Option<Picture>,
    n_read: u64,
    reading: Option<(Source, Reading)>,
    /// What is read next. If the last cannot be read, the one before it stays.
    waiting: VecDeque<Source>,
    /// The picture of the user's that was on the tiles last.
    own_file: Option<PathBuf>,
    /// Where a pasted picture is kept.
    pasted: Option<PathBuf>,
}

impl Default for Pictures {
    fn default() -> Self {
        Pictures {
            choice: Choice::Numbers,
            has_numbers: true,
            picture: None,
            n_read: 0,
            reading: None,
            waiting: VecDeque::new(),
            own_file: None,
            pasted: None,
        }
    }
}

impl Pictures {
    pub fn apply(&mut self, action: PicturesAction, requests: &mut Vec<Request>, wake: &Wake) {
        match action {
            PicturesAction::Ask => requests.push(Request::OpenPictureDialog),
            PicturesAction::Numbers(has_numbers) => self.has_numbers = has_numbers,
            PicturesAction::Choose(Choice::Numbers) => {
                self.choice = Choice::Numbers;
                self.picture = None;
                self.reading = None;
                self.waiting.clear();
            }
            PicturesAction::Choose(choice) => self.read(Source::Choice(choice), wake),
            PicturesAction::Paste(image) => match self.pasted.clone() {
                Some(path) => self.read(Source::Pasted(image, path), wake),
                None => {
                    let text = "The picture was not taken: there is no folder to keep it in.";
                    requests.push(Request::Notify(Notice::Failed(text.into())));
                }
            },
            PicturesAction::KeepPastedIn(path) => self.pasted = Some(path),
        }
    }

    fn read(&mut self, source: Source, wake: &Wake) {
        self.waiting.push_back(source);
        self.read_next(wake);
    }

    fn read_next(&mut self, wake: &Wake) {
        if self.reading.is_some() {
            return;
        }
        let Some(source) = self.waiting.pop_front() else {
            return;
        };
        let (wake, wanted) = (wake.clone(), source.clone());
        let read = move || wanted.read().map_err(|cause| wanted.refusal(&cause));
        let worker = Worker::spawn("picture", move || wake(), move |_, _| read());
        self.reading = Some((source, worker));
    }

    /// Takes in a picture that was read. If it could not be, the one before stays.
    pub fn poll(&mut self, requests: &mut Vec<Request>, wake: &Wake) {
        let Some((source, worker)) = &self.reading else {
            return;
        };
        let Some(output) = worker.poll(|()| {}) else {
            return;
        };
        let source = source.clone();
        self.reading = None;
        match output.unwrap_or_else(|error| Err(source.refusal(&error.to_string()))) {
            Ok(image) => {
                requests.push(Request::ForgetNotTaken);
                self.n_read += 1;
                self.choice = source.choice();
                if let Choice::File(path) = &self.choice {
                    self.own_file = Some(path.clone());
                }
                self.picture = Some(Picture {
                    number: self.n_read,
                    image: Arc::new(image),
                });
                if let Source::Pasted(..) = source {
                    let text = "The pasted picture is on the tiles. Puzzle, Picture on the tiles \
                                chooses another, or numbers.";
                    requests.push(Request::Notify(Notice::Done(text.into())));
                }
            }
            Err(text) => requests.push(Request::Notify(Notice::NotTaken(text))),
        }
        self.read_next(wake);
    }

    /// What a later window shows: what is on the tiles, or will be.
    pub fn kept(&self) -> Choice {
        let reading = self.reading.as_ref().map(|(source, _)| source);
        match self.waiting.back().or(reading) {
            Some(source) => source.choice(),
            None => self.choice.clone(),
        }
    }

    /// What is on the tiles.
    pub fn choice(&self) -> &Choice {
        &self.choice
    }

    /// The picture of the user's that is on the tiles, or was there last.
    pub fn own_file(&self) -> Option<&PathBuf> {
        self.own_file.as_ref()
    }

    /// Whether the tiles have their numbers on a picture too.
    pub fn has_numbers(&self) -> bool {
        self.has_numbers
    }

    /// The picture on the tiles.
    pub fn picture(&self) -> Option<&Picture> {
        self.picture.as_ref()
    }

    /// Whether a picture is being read.
    pub fn is_reading(&self) -> bool {
        self.reading.is_some()
    }
}
