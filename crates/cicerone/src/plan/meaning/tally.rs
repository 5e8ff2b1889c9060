//! Counting attributes: eta, phi and what could not be judged.
//!
//! The paper's delta compares eta(c), how many attributes a command defines,
//! with phi(c, p, m), how many of them hold. Both are sums over the tree, so
//! the semantics is written once over a [`Tally`] and run either for the
//! numbers alone ([`Judgement`], what a planner needs) or with every verdict
//! by name ([`Ledger`], what a report needs).

/// What became of one attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AttributeVerdict {
    /// It holds on the path.
    Holds,
    /// It does not.
    Fails,
    /// The semantics has no meaning for it there; see [`meaning`](super).
    NotJudged,
}

impl From<bool> for AttributeVerdict {
    fn from(holds: bool) -> AttributeVerdict {
        if holds { AttributeVerdict::Holds } else { AttributeVerdict::Fails }
    }
}

/// Something that verdicts are added to.
pub(crate) trait Tally: Clone + Default {
    /// False if only failing or not matters, so that how much of a thing that
    /// fails holds need not be found out.
    const COUNTS: bool = true;

    /// Adds the verdict on one attribute: `role` is the branch of the command
    /// it is on (`until`), `leaf` its own name (`side`).
    fn judge(&mut self, role: &'static str, leaf: &'static str, verdict: AttributeVerdict);

    /// Adds what another tally holds.
    fn add(&mut self, other: Self);

    /// How many attributes fail, then how many are not judged: the smaller,
    /// the better an interpretation fits.
    fn blame(&self) -> (u32, u32);

    /// The better of two interpretations, the first if they are equal.
    fn better(self, other: Self) -> Self {
        if other.blame() < self.blame() { other } else { self }
    }

    /// True if there is nothing to improve.
    fn is_perfect(&self) -> bool {
        self.blame() == (0, 0)
    }
}

/// The counts of one command on one path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Judgement {
    /// Attributes that are defined, the head included: eta of the paper.
    pub eta: u32,
    /// Attributes that hold: phi of the paper.
    pub phi: u32,
    /// Attributes that are not judged; neither held nor failed.
    pub unjudged: u32,
}

impl Judgement {
    /// True if no attribute fails: delta of the paper, where what is not
    /// judged does not block.
    pub fn delta(self) -> bool {
        self.phi + self.unjudged == self.eta
    }

    /// True if every attribute is judged and holds: delta of the paper, where
    /// what is not judged is false. The planner says nothing else.
    pub fn delta_strict(self) -> bool {
        self.phi == self.eta
    }
}

impl Tally for Judgement {
    fn judge(&mut self, _: &'static str, _: &'static str, verdict: AttributeVerdict) {
        self.eta += 1;
        match verdict {
            AttributeVerdict::Holds => self.phi += 1,
            AttributeVerdict::NotJudged => self.unjudged += 1,
            AttributeVerdict::Fails => {}
        }
    }

    fn add(&mut self, other: Judgement) {
        self.eta += other.eta;
        self.phi += other.phi;
        self.unjudged += other.unjudged;
    }

    fn blame(&self) -> (u32, u32) {
        (self.eta - self.phi - self.unjudged, self.unjudged)
    }
}

/// Whether any attribute fails, and whether all are judged; nothing else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Truth {
    fails: bool,
    unjudged: bool,
}

impl Truth {
    /// [`Judgement::delta_strict`].
    pub(crate) fn delta_strict(self) -> bool {
        !self.fails && !self.unjudged
    }

    /// [`Judgement::delta`].
    pub(crate) fn delta(self) -> bool {
        !self.fails
    }
}

impl Tally for Truth {
    const COUNTS: bool = false;

    fn judge(&mut self, _: &'static str, _: &'static str, verdict: AttributeVerdict) {
        self.fails |= verdict == AttributeVerdict::Fails;
        self.unjudged |= verdict == AttributeVerdict::NotJudged;
    }

    fn add(&mut self, other: Truth) {
        self.fails |= other.fails;
        self.unjudged |= other.unjudged;
    }

    fn blame(&self) -> (u32, u32) {
        (self.fails.into(), self.unjudged.into())
    }
}

/// Every attribute of one command with its verdict on one path, in the order
/// of the tree.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ledger {
    /// Branch, attribute and verdict: `("until", "side", Holds)`.
    pub entries: Vec<(&'static str, &'static str, AttributeVerdict)>,
}

impl Tally for Ledger {
    fn judge(&mut self, role: &'static str, leaf: &'static str, verdict: AttributeVerdict) {
        self.entries.push((role, leaf, verdict));
    }

    fn add(&mut self, other: Ledger) {
        self.entries.extend(other.entries);
    }

    fn blame(&self) -> (u32, u32) {
        let count = |wanted| self.entries.iter().filter(|entry| entry.2 == wanted).count() as u32;
        (count(AttributeVerdict::Fails), count(AttributeVerdict::NotJudged))
    }
}
