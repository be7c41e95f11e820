//! Bookmarks as JSON: steps of a run that a person has marked, with notes.

use crate::files::json;
use serde::{Deserialize, Serialize};
use tilescope_trace::{Moment, NodeId};

/// A step of a run that a person has marked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Bookmark {
    pub step: Moment,
    /// The node that was selected, if one was.
    pub node: Option<NodeId>,
    /// One line of at most [`Bookmark::MAX_NAME`] characters; may be empty.
    pub name: String,
    /// At most [`Bookmark::MAX_NOTE`] characters; may have several lines.
    pub note: String,
}

impl Bookmark {
    /// The greatest number of bookmarks of a run.
    pub const MAX: usize = 1_000;
    /// The greatest number of characters of a name.
    pub const MAX_NAME: usize = 60;
    /// The greatest number of characters of a note.
    pub const MAX_NOTE: usize = 1_000;

    /// Cuts name and note to their greatest lengths, and drops control characters.
    pub fn fit(&mut self) {
        let fit = |text: &str, max: usize, keeps: fn(&char) -> bool| -> String {
            text.chars().filter(keeps).take(max).collect()
        };
        self.name = fit(&self.name, Self::MAX_NAME, is_of_name);
        self.note = fit(&self.note, Self::MAX_NOTE, is_of_note);
    }

    /// Checks one that was read against a trace of `n_expanded` expansions and `n_nodes` nodes.
    fn check(&self, n_expanded: Moment, n_nodes: NodeId) -> Result<(), String> {
        let is_long = |text: &str, max: usize| text.chars().nth(max).is_some();
        if self.step > n_expanded {
            return Err(format!("there is no step {}", self.step));
        }
        if let Some(node) = self.node.filter(|&node| node >= n_nodes) {
            return Err(format!("there is no node {node}"));
        }
        if is_long(&self.name, Self::MAX_NAME) || is_long(&self.note, Self::MAX_NOTE) {
            return Err("a name or a note is too long".into());
        }
        if !self.name.chars().all(|c| is_of_name(&c)) || !self.note.chars().all(|c| is_of_note(&c))
        {
            return Err("a name or a note has a control character".into());
        }
        Ok(())
    }
}

fn is_of_name(c: &char) -> bool {
    !c.is_control()
}

fn is_of_note(c: &char) -> bool {
    !c.is_control() || *c == '\n'
}

pub fn encode(bookmarks: &[Bookmark]) -> Vec<u8> {
    let mut bookmarks = bookmarks.to_vec();
    bookmarks.truncate(Bookmark::MAX);
    bookmarks.iter_mut().for_each(Bookmark::fit);
    serde_json::to_vec(&bookmarks).expect("numbers and texts are JSON")
}

/// The bookmarks of a trace of `n_expanded` expansions and `n_nodes` nodes.
///
/// # Errors
/// In words, if that is not what the bytes are.
pub fn decode(bytes: &[u8], n_expanded: Moment, n_nodes: NodeId) -> Result<Vec<Bookmark>, String> {
    let bookmarks: Vec<Bookmark> =
        serde_json::from_slice(bytes).map_err(|error| json::cause(&error))?;
    if bookmarks.len() > Bookmark::MAX {
        return Err(format!("there are more than {}", Bookmark::MAX));
    }
    bookmarks
        .iter()
        .try_for_each(|bookmark| bookmark.check(n_expanded, n_nodes))?;
    Ok(bookmarks)
}
