//! Small line drawings of objects and wall pictures, as SVG path data in a
//! box from -1 to 1.

/// The drawing of an object kind, if it has one; others show their letters.
pub(super) fn object(name: &str) -> Option<&'static str> {
    Some(match name {
        "barstool" => "M-.5-.5H.5M-.35-.5L-.6.9M.35-.5L.6.9M-.47.3H.47",
        "chair" => "M-.5-.9V.9M-.5.05H.5V.9M-.5-.4H-.45",
        "easel" => "M-.6-.45H.6V.35H-.6ZM0-.9V-.45M-.35.35L-.65.95M.35.35L.65.95M0 .35V.8",
        "hatrack" => "M0 .9V-.85M-.45.9H.45M-.6-.7L0-.3L.6-.7M-.45-.15L0 .15L.45-.15",
        "lamp" => "M-.3-.85H.3L.6-.2H-.6ZM0-.2V.85M-.4.88H.4",
        "sofa" => "M-.6.1V-.55H.6V.1M-.95-.1H-.6V.3H.6V-.1H.95V.75H-.95Z",
        _ => return None,
    })
}

/// The drawing of a wall picture; a kind without its own shows a diamond.
pub(super) fn picture(name: &str) -> &'static str {
    match name {
        "butterfly" => "M0 0L-.95-.75L-.75.65ZM0 0L.95-.75L.75.65ZM-.07-.6H.07V.6H-.07Z",
        "fish" => "M-.95 0C-.6-.75.2-.75.45 0C.2.75-.6.75-.95 0ZM.35 0L.95-.5V.5Z",
        "tower" => "M0-1L.14-.2L.6.9H.25L0 .35L-.25.9H-.6L-.14-.2Z",
        _ => "M0-.8L.8 0L0 .8L-.8 0Z",
    }
}
