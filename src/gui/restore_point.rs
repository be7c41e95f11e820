//! The user's work as it was before an action, to put back if the action panics.

use super::document::Document;
use super::search_settings::SearchSettings;

/// The document and the settings. It is small, and shares the versions of the document.
#[derive(Clone, Debug)]
pub struct RestorePoint {
    pub document: Document,
    pub settings: SearchSettings,
}
