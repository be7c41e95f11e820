//! The picture on the tiles: which one, and what was read of it. It belongs to the window, not to the
//! puzzle.

mod decode;

use super::requests::{Notice, Request, Wake};
use egui::ColorImage;
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;
use tilescope_lab::worker::Worker;

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

/// The thread that reads a picture.
type Reading = Worker<(), Result<ColorImage, String>>;

/// The picture on the tiles.
pub struct Pictures {
    choice: Choice,
    has_numbers: bool,
    picture: Option<Picture>,
    n_read: u64,
    reading: Option<(Choice, Reading)>,
    /// What is read next. If the last cannot be read, the one before it stays.
    waiting: VecDeque<Choice>,
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
            PicturesAction::Choose(choice) => {
                self.waiting.push_back(choice);
                self.read_next(wake);
            }
        }
    }

    fn read_next(&mut self, wake: &Wake) {
        if self.reading.is_some() {
            return;
        }
        let Some(choice) = self.waiting.pop_front() else {
            return;
        };
        let (wake, wanted) = (wake.clone(), choice.clone());
        let work = move || match wanted {
            Choice::Numbers => Err("there is no picture to read".to_owned()),
            Choice::Own(index) => match OWN.get(index) {
                Some(own) => decode::bytes(own.bytes),
                None => Err("there is no such picture".to_owned()),
            },
            Choice::File(path) => decode::file(&path),
        };
        let worker = Worker::spawn("picture", move || wake(), move |_, _| work());
        self.reading = Some((choice, worker));
    }

    /// Takes in a picture that was read. If it could not be, the one before stays.
    pub fn poll(&mut self, requests: &mut Vec<Request>, wake: &Wake) {
        let Some((_, worker)) = &self.reading else {
            return;
        };
        let Some(output) = worker.poll(|()| {}) else {
            return;
        };
        let choice = self.reading.take().map(|(choice, _)| choice);
        match output.map_err(|error| error.to_string()).flatten() {
            Ok(image) => {
                requests.push(Request::ForgetNotOpened);
                self.n_read += 1;
                self.choice = choice.unwrap_or_default();
                self.picture = Some(Picture {
                    number: self.n_read,
                    image: Arc::new(image),
                });
            }
            Err(cause) => {
                let notice = Notice::NotOpened(format!("The picture was not taken: {cause}."));
                requests.push(Request::Notify(notice));
            }
        }
        self.read_next(wake);
    }

    /// What a later window shows: what is on the tiles, or will be.
    pub fn kept(&self) -> &Choice {
        let reading = self.reading.as_ref().map(|(choice, _)| choice);
        self.waiting.back().or(reading).unwrap_or(&self.choice)
    }

    /// What is on the tiles.
    pub fn choice(&self) -> &Choice {
        &self.choice
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
