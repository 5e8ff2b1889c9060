//! Everything participants may read and see, before anybody does.

use std::collections::BTreeSet;
use std::fmt::Write;

use cicerone::Result;
use cicerone::world::draw;

use super::{escaped, page, picture};
use crate::design::{Question, QuestionKind, Study};
use crate::report::power;

/// All scenarios with all texts and pictures, the consent and the survey.
pub fn preview(study: &Study) -> Result<String> {
    let design = &study.design;
    let mut body = String::new();
    // Writing to a String cannot fail, here and below.
    let _ = write!(body, "<p>{}</p>", escaped(&power(design, study.scenarios.len())));
    match design.contact.as_deref().map(str::trim) {
        Some(contact) if !contact.is_empty() => {
            let _ = write!(body, "<p>Questions go to: {}</p>", escaped(contact));
        }
        _ => {
            body.push_str("<p class=\"alike\">Nobody is told whom to ask: 'contact' is empty.</p>")
        }
    }
    body.push_str("<h2>Consent</h2>");
    for paragraph in &design.consent {
        let _ = write!(body, "<p>{}</p>", escaped(paragraph));
    }
    body.push_str("<h2>Scenarios</h2>");
    for scenario in &study.scenarios {
        let Some(world) = study.world(&scenario.world) else { continue };
        let route = scenario.route(&world.world)?;
        let ends = match (&scenario.from, &scenario.to) {
            (Some(from), Some(to)) => format!(", from {from} to {to}"),
            _ => String::new(),
        };
        let title = format!("{}: {}{ends}", scenario.id, scenario.world);
        let _ = write!(body, "<section><h3>{}</h3><div class=\"texts\">", escaped(&title));
        for condition in &design.conditions {
            let text = scenario.instructions.get(condition).map_or("", String::as_str);
            let _ =
                write!(body, "<div><h3>{}</h3><p>{}</p></div>", escaped(condition), escaped(text));
        }
        body.push_str("</div>");
        let texts: BTreeSet<&String> = scenario.instructions.values().collect();
        if texts.len() < scenario.instructions.len() {
            body.push_str("<p class=\"alike\">Two conditions tell this in the same words.</p>");
        }
        let svg = draw::svg(&world.world, Some(&route))?;
        let _ = write!(body, "{}</section>", picture(&svg, &format!("The way of {title}")));
    }
    body.push_str("<h2>Questions after each task</h2><ol>");
    for question in &design.survey {
        let _ = write!(
            body,
            "<li><b>{}</b>: {}<br>{}</li>",
            escaped(&question.id),
            escaped(&question.text),
            escaped(&answers(question))
        );
    }
    body.push_str("</ol>");
    Ok(page(&format!("Preview: {}", design.title), &body))
}

fn answers(question: &Question) -> String {
    let steps: Vec<String> = question.steps().into_iter().map(|step| step.label).collect();
    let mut words = match question.kind {
        QuestionKind::Choice | QuestionKind::Rating => steps.join(" · "),
        QuestionKind::Number | QuestionKind::Text => question.wanted(),
    };
    if let Some(right) = &question.expects {
        words += &format!(" (an attention check; right is {right})");
    }
    words
}
