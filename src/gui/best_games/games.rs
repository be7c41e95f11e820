//! The fewest moves and the least time of the games that were won by hand, for each puzzle.
//!
//! ```json
//! {
//!   "format": "tilescope-games",
//!   "version": 1,
//!   "games": [
//!     {"start": "1 2 3 / 4 5 6 / 7 _ 8", "goal": "1 2 3 / 4 5 6 / 7 8 _", "moves": 1, "milliseconds": 840}
//!   ]
//! }
//! ```
//!
//! Boards are text, as on the command line. `moves` and `milliseconds` may be of different games.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::time::Duration;
use tilescope_lab::files::shared::{Parsed, Shared};
use tilescope_puzzle::notation::{board_line, parse_board};
use tilescope_puzzle::{Board, Puzzle};

const FORMAT: &str = "tilescope-games";
const VERSION: u64 = 1;

/// A game that was won.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WonGame {
    pub start: Board,
    pub goal: Board,
    pub best: Best,
}

/// The fewest moves and the least time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Best {
    pub moves: u64,
    pub time: Duration,
}

/// The best of each puzzle that was won, by the text of its start and its goal.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct BestGames(BTreeMap<(String, String), Best>);

/// The file.
#[derive(Serialize, Deserialize)]
struct Form {
    format: String,
    version: u64,
    games: Vec<Value>,
}

#[derive(Serialize, Deserialize)]
struct Row {
    start: String,
    goal: String,
    moves: u64,
    milliseconds: u64,
}

impl BestGames {
    /// The best of this puzzle, if it was ever won.
    pub fn of(&self, puzzle: &Puzzle) -> Option<Best> {
        let key = (board_line(&puzzle.start), board_line(&puzzle.goal));
        self.0.get(&key).copied()
    }

    /// Takes a game in, if it is better in something.
    pub fn add(&mut self, game: &WonGame) {
        let key = (board_line(&game.start), board_line(&game.goal));
        let best = self.0.entry(key).or_insert(game.best);
        best.moves = best.moves.min(game.best.moves);
        best.time = best.time.min(game.best.time);
    }
}

impl Shared for BestGames {
    const NAME: &'static str = "the best games";

    fn to_json(&self) -> String {
        let row = |((start, goal), best): (&(String, String), &Best)| {
            let row = Row {
                start: start.clone(),
                goal: goal.clone(),
                moves: best.moves,
                milliseconds: best.time.as_millis() as u64,
            };
            // Text and numbers can always be written.
            serde_json::to_string(&row).unwrap_or_default()
        };
        let rows: Vec<String> = self.0.iter().map(row).collect();
        let rows = match rows.is_empty() {
            true => "[]".to_owned(),
            false => format!("[\n    {}\n  ]", rows.join(",\n    ")),
        };
        format!(
            "{{\n  \"format\": \"{FORMAT}\",\n  \"version\": {VERSION},\n  \"games\": {rows}\n}}\n"
        )
    }

    fn parse(bytes: &[u8]) -> Result<Parsed<Self>, String> {
        let Ok(form) = serde_json::from_slice::<Form>(bytes) else {
            return Ok(Parsed {
                content: BestGames::default(),
                is_damaged: true,
            });
        };
        if form.version > VERSION {
            return Err(format!(
                "its version is {}, and this Tilescope reads up to version {VERSION}",
                form.version
            ));
        }
        let n_rows = form.games.len();
        let games = form.games.into_iter().filter_map(game).fold(
            (BestGames::default(), 0),
            |(mut games, n), game| {
                games.add(&game);
                (games, n + 1)
            },
        );
        Ok(Parsed {
            is_damaged: form.format != FORMAT || games.1 < n_rows,
            content: games.0,
        })
    }
}

fn game(value: Value) -> Option<WonGame> {
    let row: Row = serde_json::from_value(value).ok()?;
    Some(WonGame {
        start: parse_board(&row.start).ok()?,
        goal: parse_board(&row.goal).ok()?,
        best: Best {
            moves: row.moves,
            time: Duration::from_millis(row.milliseconds),
        },
    })
}
