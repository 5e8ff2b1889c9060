//! The maps people have, read as buildings that a guide can guide through.
//!
//! A reader turns a file of another program into a
//! [`Document`](cicerone::world::document::Document): levels, areas, doors,
//! connections and landmarks, with whatever it left out as warnings. Where the
//! file has outlines and no ways, the ways people would walk are found on them.
