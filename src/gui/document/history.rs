//! The versions that undo and redo go through. They are snapshots: a problem is small.
//!
//! Versions that are edits of each other share an [`Origin`]. A scramble begins another problem
//! with an origin of its own: it has no file, and undo leads back to the problem that has one.

use crate::gui::requests::OriginId;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use tilescope_lab::Problem;

/// What all versions of a problem have in common.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// As it was last saved or opened, or made without the user. `None` for a problem of the
    /// user's that was never saved.
    pub saved: Option<Problem>,
    pub file: Option<PathBuf>,
}

#[derive(Clone, Debug)]
struct Version {
    problem: Arc<Problem>,
    origin: OriginId,
}

/// The present version, those before it, and those that were undone. A clone shares the versions.
#[derive(Clone, Debug)]
pub struct History {
    present: Version,
    undo: Vec<Version>,
    redo: Vec<Version>,
    origins: BTreeMap<OriginId, Origin>,
    n_origins: u64,
}

impl History {
    const MAX_UNDO: usize = 1000;

    pub fn new(problem: Problem, origin: Origin) -> Self {
        let id = OriginId(0);
        History {
            present: Version {
                problem: Arc::new(problem),
                origin: id,
            },
            undo: Vec::new(),
            redo: Vec::new(),
            origins: BTreeMap::from([(id, origin)]),
            n_origins: 1,
        }
    }

    pub fn problem(&self) -> &Problem {
        &self.present.problem
    }

    pub fn origin_id(&self) -> OriginId {
        self.present.origin
    }

    pub fn origin(&self) -> Option<&Origin> {
        self.origins.get(&self.present.origin)
    }

    /// What was last saved of the problem with this origin.
    pub fn saved(&self, id: OriginId) -> Option<&Problem> {
        self.origins.get(&id)?.saved.as_ref()
    }

    /// The origin with this number; `None` if no version has it any more.
    pub fn origin_mut(&mut self, id: OriginId) -> Option<&mut Origin> {
        self.origins.get_mut(&id)
    }

    pub fn can_undo(&self) -> bool {
        !self.undo.is_empty()
    }

    pub fn can_redo(&self) -> bool {
        !self.redo.is_empty()
    }

    /// Another version of the same problem. One that is equal adds nothing to undo.
    pub fn edit(&mut self, problem: Problem) {
        self.change_to(Version {
            problem: Arc::new(problem),
            origin: self.present.origin,
        });
    }

    /// Another problem in place of this one. One that is equal is the same.
    pub fn begin(&mut self, problem: Problem, origin: Origin) {
        if problem != *self.present.problem {
            let id = self.add(origin);
            self.change_to(Version {
                problem: Arc::new(problem),
                origin: id,
            });
            let versions = self.undo.iter().chain([&self.present]);
            let used: BTreeSet<OriginId> = versions.map(|version| version.origin).collect();
            self.origins.retain(|id, _| used.contains(id));
        }
    }

    /// Another problem, and no way back.
    pub fn replace(&mut self, problem: Problem, origin: Origin) {
        self.undo.clear();
        self.redo.clear();
        self.origins.clear();
        let origin = self.add(origin);
        self.present = Version {
            problem: Arc::new(problem),
            origin,
        };
    }

    /// Takes the present version back to what was last saved.
    pub fn revert(&mut self) {
        if let Some(saved) = self.origin().and_then(|origin| origin.saved.clone()) {
            self.present.problem = Arc::new(saved);
        }
    }

    pub fn undo(&mut self) {
        swap_snapshot(&mut self.present, &mut self.undo, &mut self.redo);
    }

    pub fn redo(&mut self) {
        swap_snapshot(&mut self.present, &mut self.redo, &mut self.undo);
    }

    pub fn has_unsaved_changes(&self) -> bool {
        self.is_unsaved(&self.present)
    }

    /// The problems with unsaved changes that the user would miss: the present one, and those
    /// with a file or a name of the user's that a scramble or a pasted board has replaced. Each in
    /// its last version, the newest first.
    pub fn unsaved(&self) -> Vec<(OriginId, &Problem)> {
        let mut seen = BTreeSet::from([self.present.origin]);
        let replaced = self.undo.iter().rev().filter(|version| {
            seen.insert(version.origin) && self.is_unsaved(version) && self.is_kept(version)
        });
        let present = Some(&self.present).filter(|present| self.is_unsaved(present));
        let all = present.into_iter().chain(replaced);
        all.map(|version| (version.origin, &*version.problem))
            .collect()
    }

    fn is_unsaved(&self, version: &Version) -> bool {
        let origin = self.origins.get(&version.origin);
        origin.is_none_or(|origin| origin.saved.as_ref() != Some(&*version.problem))
    }

    /// Whether the user gave it a file or a name.
    fn is_kept(&self, version: &Version) -> bool {
        let name = version.problem.name();
        self.origins.get(&version.origin).is_some_and(|origin| {
            let had_name = |saved: &Problem| saved.name() == name;
            let is_named = !name.is_empty() && !origin.saved.as_ref().is_some_and(had_name);
            origin.file.is_some() || is_named
        })
    }

    fn add(&mut self, origin: Origin) -> OriginId {
        let id = OriginId(self.n_origins);
        self.n_origins += 1;
        self.origins.insert(id, origin);
        id
    }

    fn change_to(&mut self, version: Version) {
        if version.problem != self.present.problem {
            self.undo
                .push(std::mem::replace(&mut self.present, version));
            if self.undo.len() > Self::MAX_UNDO {
                self.undo.remove(0);
            }
            self.redo.clear();
        }
    }
}

/// Takes the newest snapshot from one stack and leaves the present on the other.
fn swap_snapshot(present: &mut Version, from: &mut Vec<Version>, to: &mut Vec<Version>) {
    if let Some(snapshot) = from.pop() {
        to.push(std::mem::replace(present, snapshot));
    }
}
