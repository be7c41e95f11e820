//! Several names of files in one line of text.

/// Each between quotation marks.
pub fn quote(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    names.join(" ")
}

/// The names between quotation marks.
pub fn quoted(text: &str) -> Vec<&str> {
    let names = text.split('"').skip(1).step_by(2);
    names.filter(|name| !name.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        let names = ["one.json", "two of them.json"].map(str::to_owned);
        assert_eq!(quoted(&quote(&names)), names);
        assert!(quoted("one.json").is_empty());
        assert!(quoted("\"\"").is_empty());
    }
}
