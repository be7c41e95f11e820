//! What is done for the library: the dialog for the puzzle folder, and puzzles that are gathered.

use super::purpose::Purpose;
use super::{Io, not_opened};
use crate::gui::actions::Action;
use crate::gui::conversions::ConversionAction;
use crate::gui::library::{CollectionFile, CollectionSource, LibraryAction};
use crate::gui::library_file;
use crate::gui::pasting;
use crate::gui::requests::{GatheredFor, LibraryRequest, Picked, SaveCollection};
use std::collections::BTreeMap;
use std::sync::Arc;

impl Io {
    /// Does what the library has asked for. [`PuzzleListsAction::Folder`](crate::gui::puzzle_lists::PuzzleListsAction::Folder)
    /// follows, [`LibraryAction::Opened`], [`LibraryAction::Restored`], [`LibraryAction::SaveGathered`]
    /// or [`ConversionAction::ShowChosen`], or a notice.
    pub fn serve_library(&mut self, request: LibraryRequest) {
        match request {
            LibraryRequest::AskFolder => self.ask(Purpose::Folder),
            LibraryRequest::StartIn(folder) => self.folder = Some(folder),
            LibraryRequest::Restore(saved) => self.work("open collections", move || {
                let mut told = Vec::new();
                let read = |it| match library_file::reopen(it) {
                    Ok(file) => Some(file),
                    Err(error) => {
                        told.push(not_opened(error));
                        None
                    }
                };
                let files = saved.into_iter().map(read).collect();
                let restored = LibraryAction::Restored(files).into();
                std::iter::once(restored).chain(told).collect()
            }),
            LibraryRequest::ReadText(text, reading) => self.work("read pasted text", move || {
                vec![match pasting::read_as(&text, reading) {
                    Ok(file) => LibraryAction::Opened(file.into()).into(),
                    Err(error) => not_opened(error),
                }]
            }),
            LibraryRequest::Gather(picked, wanted, proved) => {
                // If they are lost where they were chosen, they are still here.
                let source = match picked {
                    Picked::Puzzles { is_in_no_file, .. } if is_in_no_file => {
                        CollectionSource::Generated
                    }
                    _ => CollectionSource::Chosen,
                };
                self.work("gather puzzles", move || {
                    let (collection, left_out) = match library_file::gather(picked, &proved) {
                        Ok(gathered) => gathered,
                        Err(error) => return vec![not_opened(error)],
                    };
                    let done: Action = match wanted {
                        GatheredFor::Opening => {
                            let file = CollectionFile::new(source, collection, Vec::new(), 0);
                            LibraryAction::Opened(file.into()).into()
                        }
                        GatheredFor::Exporting => {
                            ConversionAction::ShowChosen(collection.into()).into()
                        }
                        GatheredFor::Saving => {
                            let job = SaveCollection {
                                collection: Arc::new(collection),
                                written: BTreeMap::new(),
                                found: BTreeMap::new(),
                                may_overwrite: false,
                                takes_name: true,
                                name_before: None,
                            };
                            LibraryAction::SaveGathered(job).into()
                        }
                    };
                    std::iter::once(done)
                        .chain(left_out.map(not_opened))
                        .collect()
                })
            }
        }
    }
}
