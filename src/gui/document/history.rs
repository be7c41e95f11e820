//! The versions that undo and redo go through, each with the name of the step that led to it. They
//! are snapshots: a problem is small.
//!
//! Versions that are edits of each other share an [`Origin`]. A scramble begins another problem
//! with an origin of its own: it has no file, and undo leads back to the problem that has one.
//!
//! A move that is played is a version too, with the problem as it was.

use crate::gui::requests::OriginId;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use tilescope_lab::Problem;
use tilescope_search::Action;

/// What all versions of a problem have in common.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// As it was last saved or opened, or made without the user. `None` for a problem of the
    /// user's that was never saved.
    pub saved: Option<Problem>,
    pub file: Option<PathBuf>,
    /// The problem whose unsaved changes are in this one too.
    pub continues: Option<OriginId>,
}

/// Where a game begins: the problem that is played, and moves that were not made by hand.
#[derive(Clone, Debug)]
struct Game {
    problem: Problem,
    /// As they were shown before the first move by hand, those to come included.
    shown: Vec<Action>,
    /// How many of them were made.
    at: usize,
}

/// A move that was played by hand.
#[derive(Clone, Debug)]
struct Play {
    game: Arc<Game>,
    action: Action,
    /// The number of moves from the start, this one included.
    at: usize,
}

#[derive(Clone, Debug)]
struct Version {
    problem: Arc<Problem>,
    origin: OriginId,
    /// The step that led to it.
    name: String,
    play: Option<Play>,
}

/// All versions, and which of them is the present one. A clone shares them: it is made before
/// each action, so it must cost little however many there are.
#[derive(Clone, Debug)]
pub struct History {
    versions: Arc<Vec<Arc<Version>>>,
    present: usize,
    /// The versions that could be redone before the last was added.
    undone: Vec<Arc<Version>>,
    origins: Arc<BTreeMap<OriginId, Arc<Origin>>>,
    n_origins: u64,
}

impl History {
    pub fn new(problem: Problem, origin: Origin) -> Self {
        let mut history = History {
            versions: Arc::default(),
            present: 0,
            undone: Vec::new(),
            origins: Arc::default(),
            n_origins: 0,
        };
        history.replace(problem, origin);
        history
    }

    fn version(&self) -> &Version {
        &self.versions[self.present]
    }

    pub fn problem(&self) -> &Problem {
        &self.version().problem
    }

    pub fn origin_id(&self) -> OriginId {
        self.version().origin
    }

    pub fn origin(&self) -> Option<&Origin> {
        self.origin_of(self.origin_id())
    }

    pub fn origin_of(&self, id: OriginId) -> Option<&Origin> {
        self.origins.get(&id).map(|origin| &**origin)
    }

    /// What was last saved of the problem with this origin.
    pub fn saved(&self, id: OriginId) -> Option<&Problem> {
        self.origins.get(&id)?.saved.as_ref()
    }

    /// The origin with this number; `None` if no version has it any more.
    pub fn origin_mut(&mut self, id: OriginId) -> Option<&mut Origin> {
        let origins = Arc::make_mut(&mut self.origins);
        origins.get_mut(&id).map(Arc::make_mut)
    }

    /// Changes the problem of this origin in all its versions, which are none the newer for it.
    pub fn amend(&mut self, id: OriginId, change: impl Fn(&mut Problem)) {
        let versions = Arc::make_mut(&mut self.versions).iter_mut();
        for version in versions.filter(|version| version.origin == id) {
            change(Arc::make_mut(&mut Arc::make_mut(version).problem));
        }
    }

    /// The number of versions, those that were undone included.
    pub fn n_versions(&self) -> usize {
        self.versions.len()
    }

    /// The index of the present version.
    pub fn present(&self) -> usize {
        self.present
    }

    /// The name of the step that led to a version.
    pub fn name(&self, index: usize) -> &str {
        self.versions.get(index).map_or("", |version| &version.name)
    }

    /// Makes another version the present one. An index that there is not does nothing.
    pub fn go_to(&mut self, index: usize) {
        if index < self.versions.len() {
            self.present = index;
            self.undone.clear();
        }
    }

    /// Forgets the present version, and has again what could be redone before it.
    pub fn take_back(&mut self) {
        let is_last = self.present + 1 == self.versions.len();
        if is_last && self.present > 0 {
            let versions = Arc::make_mut(&mut self.versions);
            versions.truncate(self.present);
            versions.append(&mut self.undone);
            self.present -= 1;
        }
    }

    /// Another version of the same problem. One that is equal adds nothing to undo.
    pub fn edit(&mut self, name: String, problem: Problem) {
        if problem != *self.problem() {
            self.push(Version {
                problem: Arc::new(problem),
                origin: self.origin_id(),
                name,
                play: None,
            });
        }
    }

    /// Another problem in place of this one. One that is equal is the same.
    pub fn begin(&mut self, name: String, problem: Problem, origin: Origin) {
        if problem != *self.problem() {
            let id = self.add(origin);
            self.push(Version {
                problem: Arc::new(problem),
                origin: id,
                name,
                play: None,
            });
            let used: BTreeSet<OriginId> = self.versions.iter().map(|it| it.origin).collect();
            Arc::make_mut(&mut self.origins).retain(|id, _| used.contains(id));
            self.undone.clear();
        }
    }

    /// A move was played: it is the last of `moves`, which begin at the start of `played`. Before it
    /// `shown` were shown.
    pub fn play(&mut self, name: String, played: &Problem, moves: &[Action], shown: &[Action]) {
        let Some((&action, before)) = moves.split_last() else {
            return;
        };
        let game = self.version().play.as_ref().map(|play| &play.game);
        let goes_on = |game: &&Arc<Game>| {
            game.problem == *played && self.moves().is_some_and(|moves| moves == before)
        };
        let game = game.filter(goes_on).cloned().unwrap_or_else(|| {
            Arc::new(Game {
                problem: played.clone(),
                shown: shown.to_vec(),
                at: before.len(),
            })
        });
        self.push(Version {
            problem: Arc::clone(&self.version().problem),
            origin: self.origin_id(),
            name,
            play: Some(Play {
                game,
                action,
                at: moves.len(),
            }),
        });
    }

    /// The problem that is played, if the present version is a move, and the moves from its start.
    pub fn played(&self) -> Option<(&Problem, Vec<Action>)> {
        let play = self.version().play.as_ref()?;
        Some((&play.game.problem, self.moves()?))
    }

    /// The moves that were shown when the game of the present version began, those to come included.
    pub fn shown_before_game(&self) -> Option<&[Action]> {
        Some(&self.version().play.as_ref()?.game.shown)
    }

    /// The problem and the moves that were shown when the next version was played, and how many of them
    /// were made; `None` unless that version begins a game.
    pub fn shown_before_play(&self) -> Option<(&Problem, &[Action], usize)> {
        let play = self.versions.get(self.present + 1)?.play.as_ref()?;
        let game = &play.game;
        (play.at == game.at + 1).then_some((&game.problem, &game.shown, game.at))
    }

    /// The moves of the present version's game.
    fn moves(&self) -> Option<Vec<Action>> {
        let last = self.version().play.as_ref()?;
        let of_game = |play: &&Play| Arc::ptr_eq(&play.game, &last.game);
        let first = last.game.at;
        let mut moves = last.game.shown[..first].to_vec();
        let mut at = last.at;
        let mut reversed = Vec::with_capacity(at - first);
        // Moves that were taken back lie between those that count.
        let before = self.versions[..=self.present].iter().rev();
        for play in before.map_while(|version| version.play.as_ref()) {
            if at > first && play.at == at && of_game(&play) {
                reversed.push(play.action);
                at -= 1;
            }
        }
        moves.extend(reversed.into_iter().rev());
        Some(moves)
    }

    /// Another problem, and no way back.
    pub fn replace(&mut self, problem: Problem, origin: Origin) {
        self.origins = Arc::default();
        let origin = self.add(origin);
        self.present = 0;
        self.undone.clear();
        self.versions = Arc::new(vec![Arc::new(Version {
            problem: Arc::new(problem),
            origin,
            name: "beginning".into(),
            play: None,
        })]);
    }

    /// Takes the present version back to what was last saved of it; if it never was, goes back to
    /// the last version before it without unsaved changes. `None` if there is none.
    pub fn discard_changes(&mut self) -> Option<()> {
        if let Some(saved) = self.origin().and_then(|origin| origin.saved.clone()) {
            let version = &mut Arc::make_mut(&mut self.versions)[self.present];
            Arc::make_mut(version).problem = Arc::new(saved);
            return Some(());
        }
        let before = &self.versions[..self.present];
        let clean = before.iter().rposition(|it| !self.is_unsaved(it))?;
        self.go_to(clean);
        Some(())
    }

    pub fn has_unsaved_changes(&self) -> bool {
        self.is_unsaved(self.version())
    }

    /// The problems with unsaved changes that the user would miss: the present one, and those with a
    /// file that another board has replaced, unless their changes are in that board too. Each in its
    /// last version, the newest first.
    pub fn unsaved(&self) -> Vec<(OriginId, &Problem)> {
        let continued = self.versions[..=self.present].iter();
        let continued = continued.filter_map(|version| self.origin_of(version.origin)?.continues);
        let mut seen: BTreeSet<OriginId> = continued.chain([self.origin_id()]).collect();
        let undo = self.versions[..self.present].iter().rev();
        let replaced = undo.map(|version| &**version).filter(|version| {
            seen.insert(version.origin) && self.is_unsaved(version) && self.has_file(version)
        });
        let present = Some(self.version()).filter(|present| self.is_unsaved(present));
        let all = present.into_iter().chain(replaced);
        all.map(|version| (version.origin, &*version.problem))
            .collect()
    }

    fn is_unsaved(&self, version: &Version) -> bool {
        let origin = self.origins.get(&version.origin);
        origin.is_none_or(|origin| origin.saved.as_ref() != Some(&*version.problem))
    }

    fn has_file(&self, version: &Version) -> bool {
        self.origin_of(version.origin)
            .is_some_and(|origin| origin.file.is_some())
    }

    fn add(&mut self, origin: Origin) -> OriginId {
        let id = OriginId(self.n_origins);
        self.n_origins += 1;
        Arc::make_mut(&mut self.origins).insert(id, Arc::new(origin));
        id
    }

    /// Puts a version after the present one. Those that were undone are forgotten.
    fn push(&mut self, version: Version) {
        let versions = Arc::make_mut(&mut self.versions);
        self.undone = versions.split_off(self.present + 1);
        versions.push(Arc::new(version));
        self.present += 1;
    }
}
