//! Draws a map with its ways, levels side by side, so that one can look at it:
//! `cargo run -p cicerone-maps --example look -- MAP > look.svg`.
//!
//! An optional second argument is the id, name or ordinal of the only level to
//! draw; what was left out is told on standard error.

use std::collections::HashMap;
use std::fmt::Write as _;

use cicerone::world::document::{
    Access, AreaEntry, AreaKind, ConnectionKind, Document, DoorKind, LevelEntry, Point,
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let map = arguments.next().ok_or("which map? give a file, folder or zip archive")?;
    let only = arguments.next();
    let started = std::time::Instant::now();
    let opened = cicerone_maps::open(&map)?;
    let document = &opened.document;
    let mut counts: HashMap<String, usize> = HashMap::new();
    for warning in &opened.warnings {
        let count = counts.entry(warning.why.clone()).or_default();
        *count += 1;
        if *count <= 3 {
            eprintln!("{warning}");
        }
    }
    for (why, count) in counts.iter().filter(|(_, count)| **count > 3) {
        eprintln!("{count} times: {why}");
    }
    eprintln!(
        "{}: {} levels, {} areas, {} doors, {} connections, {} landmarks, {} walls, {} places, \
         {} passages, {:?}",
        document.name,
        document.levels.len(),
        document.areas.len(),
        document.doors.len(),
        document.connections.len(),
        document.landmarks.len(),
        document.walls.len(),
        document.places.len(),
        document.passages.len(),
        started.elapsed()
    );
    let mut levels: Vec<&LevelEntry> = document.levels.iter().collect();
    levels.sort_by(|a, b| a.ordinal.total_cmp(&b.ordinal));
    if let Some(only) = &only {
        levels.retain(|level| {
            level.id == *only
                || level.name.as_deref() == Some(only)
                || level.ordinal.to_string() == *only
        });
    }
    print!("{}", draw(document, &levels));
    Ok(())
}

fn draw(document: &Document, levels: &[&LevelEntry]) -> String {
    let drawings: Vec<_> = levels.iter().map(|level| points_of(document, &level.id)).collect();
    let bounds: Vec<[Point; 2]> = drawings.iter().map(|points| bounds(points)).collect();
    let margin = 3.0;
    let (mut across, mut height) = (0.0, 0f64);
    let mut body = String::new();
    for (level, [low, high]) in levels.iter().zip(bounds) {
        let shift = [across + margin - low[0], margin - low[1]];
        let _ = write!(body, "<g transform='translate({:.2} {:.2})'>", shift[0], shift[1]);
        draw_level(&mut body, document, level, low);
        body.push_str("</g>\n");
        across += high[0] - low[0] + 2.0 * margin;
        height = height.max(high[1] - low[1] + 2.0 * margin);
    }
    let scale = (3000.0 / across.max(height)).min(60.0);
    format!(
        "<svg xmlns='http://www.w3.org/2000/svg' width='{:.0}' height='{:.0}' \
         viewBox='0 0 {across:.2} {height:.2}' font-family='sans-serif'>\n\
         <rect width='100%' height='100%' fill='#fff'/>\n{body}</svg>\n",
        across * scale,
        height * scale
    )
}

fn points_of(document: &Document, level: &str) -> Vec<Point> {
    let areas = document.areas.iter().filter(|area| area.level == level);
    let walls = document.walls.iter().filter(|wall| wall.level == level);
    let places = document.places.iter().filter(|place| place.level == level);
    let mut points: Vec<Point> = areas.flat_map(|area| area.outline.clone()).collect();
    points.extend(walls.flat_map(|wall| wall.line.clone()));
    points.extend(places.map(|place| [place.x, place.y]));
    points
}

fn bounds(points: &[Point]) -> [Point; 2] {
    let (mut low, mut high) = ([f64::MAX; 2], [f64::MIN; 2]);
    for point in points {
        for axis in 0..2 {
            low[axis] = low[axis].min(point[axis]);
            high[axis] = high[axis].max(point[axis]);
        }
    }
    if points.is_empty() { [[0.0; 2], [1.0; 2]] } else { [low, high] }
}

fn draw_level(body: &mut String, document: &Document, level: &LevelEntry, corner: Point) {
    let here = |id: &str| id == level.id;
    for area in document.areas.iter().filter(|area| here(&area.level)) {
        let _ = write!(
            body,
            "<path d='{}' fill='{}' fill-rule='evenodd' stroke='#888' stroke-width='.08'/>",
            path_of(area),
            colour(area)
        );
    }
    for wall in document.walls.iter().filter(|wall| here(&wall.level)) {
        let _ = write!(
            body,
            "<polyline points='{}' fill='none' stroke='#222' stroke-width='.12'/>",
            line_of(&wall.line)
        );
    }
    for door in document.doors.iter().filter(|door| here(&door.level)) {
        let colour = match (door.kind, door.access) {
            (_, Access::Restricted | Access::Closed) => "#c33",
            (DoorKind::Opening, _) => "#7ad",
            _ if door.entrance => "#080",
            _ => "#b70",
        };
        let _ = write!(
            body,
            "<polyline points='{}' fill='none' stroke='{colour}' stroke-width='.25'/>",
            line_of(&door.line)
        );
    }
    for landmark in document.landmarks.iter().filter(|landmark| here(&landmark.level)) {
        let [x, y] = landmark.at;
        let _ = write!(body, "<circle cx='{x:.2}' cy='{y:.2}' r='.15' fill='#a0a' opacity='.5'/>");
    }
    let places: HashMap<&str, _> =
        document.places.iter().map(|place| (place.id.as_str(), place)).collect();
    for passage in &document.passages {
        let [Some(a), Some(b)] = passage.between.each_ref().map(|id| places.get(id.as_str()))
        else {
            continue;
        };
        if here(&a.level) && here(&b.level) {
            let colour = if passage.access.is_public() { "#06c" } else { "#c66" };
            let _ = write!(
                body,
                "<line x1='{:.2}' y1='{:.2}' x2='{:.2}' y2='{:.2}' stroke='{colour}' \
                 stroke-width='.1'/>",
                a.x, a.y, b.x, b.y
            );
        }
    }
    for place in document.places.iter().filter(|place| here(&place.level)) {
        let (radius, colour) = match (&place.door, &place.name) {
            (_, Some(_)) => (0.25, "#d00"),
            (Some(_), _) => (0.14, "#b70"),
            _ => (0.14, "#06c"),
        };
        let (x, y) = (place.x, place.y);
        let _ = write!(body, "<circle cx='{x:.2}' cy='{y:.2}' r='{radius}' fill='{colour}'/>");
        if let Some(name) = &place.name {
            write_text(body, [x + 0.3, y], 0.6, name);
        }
    }
    for connection in &document.connections {
        for stop in connection.stops.iter().filter(|stop| here(&stop.level)) {
            let colour = match connection.kind {
                ConnectionKind::Lift => "#70c",
                ConnectionKind::Stairs => "#0a0",
                _ => "#c80",
            };
            let [x, y] = stop.at;
            let _ = write!(
                body,
                "<rect x='{:.2}' y='{:.2}' width='.6' height='.6' fill='none' stroke='{colour}' \
                 stroke-width='.12'/>",
                x - 0.3,
                y - 0.3
            );
        }
    }
    let name = level.name.as_deref().unwrap_or(&level.id);
    write_text(body, [corner[0], corner[1] - 1.0], 1.5, name);
}

fn write_text(body: &mut String, at: Point, size: f64, text: &str) {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    let _ =
        write!(body, "<text x='{:.2}' y='{:.2}' font-size='{size}'>{text}</text>", at[0], at[1]);
}

fn path_of(area: &AreaEntry) -> String {
    let rings = std::iter::once(&area.outline).chain(&area.holes);
    rings.map(|ring| format!("M{}Z", line_of(ring))).collect()
}

fn line_of(points: &[Point]) -> String {
    points.iter().map(|[x, y]| format!("{x:.2},{y:.2} ")).collect()
}

fn colour(area: &AreaEntry) -> &'static str {
    match area.kind {
        _ if !area.access.is_public() => "#e5dada",
        AreaKind::Corridor => "#fffbe6",
        AreaKind::Hall => "#fdf3d0",
        AreaKind::Restroom => "#dff0fb",
        AreaKind::Stairs => "#d5ecd5",
        AreaKind::Lift => "#e2d6f0",
        AreaKind::Escalator => "#f6e0c0",
        AreaKind::Outdoors => "#eef6e6",
        AreaKind::Void => "#bbb",
        _ => "#f2f2f2",
    }
}
