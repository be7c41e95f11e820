//! Puzzles that are generated: the work on a thread, how far it is, and what came of it.

use super::library::{CollectionFile, CollectionSource};
use super::requests::{Notice, Request, Wake};
use super::text::sentence;
use std::time::{Duration, Instant};
use tilescope_lab::generate::{self, Context, GenerateError, Generated};
use tilescope_lab::worker::Worker;
use tilescope_lab::{Collection, Problem};

/// Something that can happen to the generation of puzzles.
#[derive(Clone, Debug)]
pub enum GenerationAction {
    /// Generates these, unless others are being generated.
    Start(Box<generate::Request>),
    Stop,
}

/// The puzzles that were generated.
pub enum Made {
    One(Box<Problem>),
    Several(Box<CollectionFile>),
}

/// What the thread returns: the puzzles, and a remark if they are fewer than requested.
type Output = Result<(Made, Option<String>), GenerateError>;

/// The generation that is under way, and what came of the last one.
#[derive(Default)]
pub struct Generation {
    worker: Option<Worker<f64, Output>>,
    done: f64,
    /// The last request, and why it made nothing.
    last: Option<generate::Request>,
    trouble: Option<String>,
    n_made: u32,
    /// The seed of a puzzle that is offered to be opened.
    offered: Option<u64>,
}

/// The maximum memory of a search of a whole space, as on the command line.
const MEMORY: u64 = 8 << 30;

/// The interval between reports of progress.
const INTERVAL: Duration = Duration::from_millis(50);

impl Generation {
    pub fn apply(&mut self, action: GenerationAction, wake: &Wake) {
        match action {
            GenerationAction::Start(request) => {
                if self.worker.is_none() {
                    self.trouble = None;
                    self.done = 0.0;
                    self.last = Some((*request).clone());
                    self.worker = Some(spawn(*request, wake.clone()));
                }
            }
            GenerationAction::Stop => {
                if let Some(worker) = &self.worker {
                    worker.stop();
                }
            }
        }
    }

    /// Receives what the thread has sent; returns the puzzles, once.
    pub fn poll(&mut self, requests: &mut Vec<Request>) -> Option<Made> {
        let done = &mut self.done;
        let output = self.worker.as_ref()?.poll(|progress| *done = progress)?;
        self.worker = None;
        match output {
            Ok(Ok((made, remark))) => {
                self.n_made += 1;
                let notice = remark.map(|remark| Notice::Done(sentence(&remark)));
                requests.extend(notice.map(Request::Notify));
                return Some(made);
            }
            Ok(Err(GenerateError::Interrupted)) => {}
            Ok(Err(error)) => self.trouble = Some(sentence(&error.to_string())),
            Err(fault) => self.trouble = Some(sentence(&fault.to_string())),
        }
        None
    }

    /// A puzzle was made and is to be opened.
    pub fn offer(&mut self) {
        self.offered = self.last.as_ref().map(|request| request.seed);
    }

    /// The puzzle that was offered is open, or will not be. Returns its seed, once.
    pub fn take_offer(&mut self) -> Option<u64> {
        self.offered.take()
    }

    /// The fraction done, from 0 to 1, while puzzles are being generated.
    pub fn progress(&self) -> Option<f64> {
        self.worker.as_ref().map(|_| self.done)
    }

    /// What is being generated.
    pub fn under_way(&self) -> Option<&generate::Request> {
        self.last.as_ref().filter(|_| self.worker.is_some())
    }

    /// Why this request made no puzzle, in a sentence, if it was the last.
    pub fn trouble(&self, request: &generate::Request) -> Option<&str> {
        let is_last = self.last.as_ref() == Some(request);
        self.trouble.as_deref().filter(|_| is_last)
    }

    /// How many requests have made puzzles.
    pub fn n_made(&self) -> u32 {
        self.n_made
    }
}

fn spawn(request: generate::Request, wake: Wake) -> Worker<f64, Output> {
    Worker::spawn(
        "generate",
        move || wake(),
        move |interrupt, send| {
            let mut told = Instant::now();
            let generated = generate::generate(
                &request,
                &mut Context {
                    memory: MEMORY,
                    interrupt,
                    on_progress: &mut |done| {
                        if told.elapsed() >= INTERVAL {
                            told = Instant::now();
                            send(done);
                        }
                    },
                },
            );
            generated.map(|Generated { collection, note }| (made(collection), note))
        },
    )
}

/// A single puzzle has the name and the source of its collection.
fn made(collection: Collection) -> Made {
    let one = (collection.puzzles.len() == 1).then(|| collection.puzzles.get(0));
    match one.flatten() {
        Some(entry) => {
            let mut puzzle = entry.puzzle;
            puzzle.name = collection.name;
            puzzle.source = collection.source;
            Made::One(Box::new(puzzle.into()))
        }
        None => {
            let source = CollectionSource::Generated;
            Made::Several(CollectionFile::new(source, collection, Vec::new(), 0).into())
        }
    }
}
