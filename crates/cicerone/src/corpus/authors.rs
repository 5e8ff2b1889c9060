//! Who wrote a demonstration, read off the names of the original files.

use std::collections::HashMap;

use roxmltree::Document;

use crate::{Error, Result};

/// What the name of an instruction's original file tells, such as
/// `Cleaned-WLH_Grid0_4_7_Dirs_1.txt`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Origin {
    /// The initials of the instructor: EDA, EMWC, KLS, KXP, TJS or WLH.
    pub author: String,
    /// The number of the start position.
    pub start: String,
    /// The number of the goal position.
    pub goal: String,
}

impl Origin {
    /// Reads a file name; `None` if it is not of that form.
    pub fn from_file_name(name: &str) -> Option<Origin> {
        let stem = name.trim().strip_suffix(".txt")?;
        let stem = stem.strip_prefix("Cleaned-").unwrap_or(stem);
        let mut parts = stem.split('_');
        let (author, _map) = (parts.next()?, parts.next()?);
        let (start, goal) = (parts.next()?, parts.next()?);
        let is_author = !author.is_empty() && author.chars().all(|c| c.is_ascii_uppercase());
        let is_number = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
        (is_author && is_number(start) && is_number(goal)).then(|| Origin {
            author: author.into(),
            start: start.into(),
            goal: goal.into(),
        })
    }
}

/// Origins by id, from `SingleSentence.xml` (ids such as `2-1`) or
/// `Paragraph.xml` (ids such as `2`).
pub fn read_origins(text: &str) -> Result<HashMap<String, Origin>> {
    let document = Document::parse(text)?;
    let mut origins = HashMap::new();
    for example in document.descendants().filter(|node| node.has_tag_name("example")) {
        let id = example.attribute("id");
        let file = example
            .children()
            .find(|node| node.has_tag_name("instruction"))
            .and_then(|node| node.attribute("filename"));
        let at = |message: String| {
            let position = document.text_pos_at(example.range().start);
            Error::input(message).at(format!("line {}, column {}", position.row, position.col))
        };
        let (Some(id), Some(file)) = (id, file) else {
            return Err(
                at("an <example> needs an id and an <instruction filename=\"...\">".into()),
            );
        };
        let origin = Origin::from_file_name(file).ok_or_else(|| {
            at(format!("'{file}' is not a name such as Cleaned-WLH_Grid0_4_7_Dirs_1.txt"))
        })?;
        origins.insert(id.to_owned(), origin);
    }
    Ok(origins)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_tell_author_start_and_goal() {
        let origin = Origin::from_file_name("Cleaned-EMWC_Jelly0_6_7_Dirs_1.txt").unwrap();
        assert_eq!((&*origin.author, &*origin.start, &*origin.goal), ("EMWC", "6", "7"));
        for name in ["", "x.txt", "Cleaned-emwc_L0_1_2_Dirs_1.txt", "EDA_L0_a_b_Dirs_1.txt"] {
            assert_eq!(Origin::from_file_name(name), None);
        }
    }

    #[test]
    fn faults_name_the_line() {
        let fault = |text: &str| read_origins(text).unwrap_err().to_string();
        assert!(fault("<examples>\n<example/></examples>").starts_with("line 2, column 1: "));
        assert!(fault("<examples>").starts_with("line 1, column "));
        let named = "<e><example id='1'><instruction filename='no'/></example></e>";
        assert!(fault(named).contains("'no' is not a name such as"));
    }
}
