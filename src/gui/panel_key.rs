//! The keys of panels, by which saved layouts name them.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// The key of a panel. One that was read from a file may name no panel of this version.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PanelKey(Cow<'static, str>);

/// Where the panels are.
pub type Layout = egui_tiles::Tree<PanelKey>;

impl PanelKey {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&'static str> for PanelKey {
    fn from(key: &'static str) -> Self {
        PanelKey(Cow::Borrowed(key))
    }
}
