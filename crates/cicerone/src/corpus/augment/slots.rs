//! Finding what can be swapped in a pair, and leaving out what cannot be
//! swapped safely.
//!
//! A value can be swapped if the text says it as often as the commands do, in
//! learnt phrases that say this value there and nothing else of these
//! commands. All its leaves and all its places change together.

use std::collections::BTreeMap;

use super::Pair;
use super::company::{Neighbour, around};
use super::frame::{Choice, Frame, Piece, Plural, Slot, stays_distinct};
use super::phrases::Phrases;
use crate::words::forms::Span;
use crate::words::{Family, Meaning, agreement};

/// A phrase in the text that says one value of the commands.
struct Place {
    start: usize,
    end: usize,
    phrase: usize,
    plural: bool,
}

/// The frame of a pair; without slots if nothing can be swapped.
pub(super) fn frame(pair: &Pair, phrases: &Phrases) -> Frame {
    let leaves = leaves(pair, phrases);
    let said = said(pair, &leaves, phrases).unwrap_or_default();
    let mut builder = Builder { pair, phrases, places: Vec::new(), slots: Vec::new() };
    for (meaning, places) in said {
        builder.places.push(places);
        builder.slots.push(Slot { meaning, choices: Vec::new(), original: 0 });
    }
    let mut frame = builder.build(&leaves);
    for slot in 0..frame.slots.len() {
        let returns: Vec<bool> = (0..frame.slots[slot].choices.len())
            .map(|choice| returns(&frame, slot, choice, phrases))
            .collect();
        let Slot { choices, original, .. } = &mut frame.slots[slot];
        let said = choices[*original].clone();
        let mut returns = returns.into_iter();
        choices.retain(|choice| returns.next().unwrap_or(false) || *choice == said);
        *original = choices.iter().position(|choice| *choice == said).unwrap_or(0);
    }
    frame
}

/// Back-substitution: true if the pair with this one choice, read like any
/// other, says the chosen value in the very places it was put, so that the
/// swap can be undone.
fn returns(frame: &Frame, slot: usize, choice: usize, phrases: &Phrases) -> bool {
    let mut picks = frame.original();
    picks[slot] = choice;
    let pair = frame.fill(&picks, None, phrases);
    let chosen = |slot: usize| Meaning {
        family: frame.slots[slot].meaning.family,
        value: frame.slots[slot].choices[picks[slot]].value.clone(),
    };
    let meaning = chosen(slot);
    let same = (0..frame.slots.len()).filter(|other| chosen(*other) == meaning);
    let places: usize = same.map(|slot| frame.slots[slot].choices[0].phrases.len()).sum();
    let said = said(&pair, &leaves(&pair, phrases), phrases);
    said.and_then(|said| said.get(&meaning).map(Vec::len)) == Some(places)
}

/// How many leaves have each meaning.
fn leaves(pair: &Pair, phrases: &Phrases) -> BTreeMap<Meaning, usize> {
    let mut leaves: BTreeMap<Meaning, usize> = BTreeMap::new();
    for meaning in Meaning::all(&pair.commands, &phrases.vocabulary) {
        *leaves.entry(meaning).or_default() += 1;
    }
    leaves
}

/// The values that can be swapped as far as their own words go, each with its
/// places; `None` if the text says what the commands do not.
fn said(
    pair: &Pair,
    leaves: &BTreeMap<Meaning, usize>,
    phrases: &Phrases,
) -> Option<BTreeMap<Meaning, Vec<Place>>> {
    let mut said: BTreeMap<Meaning, Vec<Place>> = BTreeMap::new();
    let mut doubtful: Vec<Meaning> = Vec::new();
    for Span { start, end, readings } in phrases.spans(&pair.tokens) {
        let around = |phrase: usize| around(phrases, phrase, &pair.tokens, start, end);
        let meaning = |phrase: usize| &phrases.all()[phrase].meaning;
        let is_sure = |phrase: usize| phrases.company.is_sure(phrases, phrase, &around(phrase));
        let meant: Vec<(usize, bool)> = readings
            .iter()
            .copied()
            .filter(|(phrase, _)| leaves.contains_key(meaning(*phrase)))
            .collect();
        let is_likely = |phrase: usize| phrases.company.is_likely(phrases, phrase, &around(phrase));
        match meant[..] {
            [] if readings.iter().any(|(phrase, _)| is_likely(*phrase)) => return None,
            [(phrase, plural)] if is_sure(phrase) => {
                let place = Place { start, end, phrase, plural };
                said.entry(meaning(phrase).clone()).or_default().push(place);
            }
            _ => doubtful.extend(meant.iter().map(|(phrase, _)| meaning(*phrase).clone())),
        }
    }
    // A value said less often than meant may be one thing said once and
    // referred to twice; or its words are mistyped, and would stay behind.
    let may_be_mistyped = pair.tokens.iter().any(|word| phrases.seen(word) < phrases.config.least);
    let has_t = pair.commands.iter().any(|command| {
        command.values(&phrases.vocabulary).iter().any(|(_, value)| value == "T_Int")
    });
    said.retain(|meaning, places| {
        let leaves = leaves[meaning];
        let is_said_enough = places.len() == leaves
            || (places.len() < leaves && meaning.family != Family::Way && !may_be_mistyped);
        // Only intersections have the shape of a T.
        let is_shaped = has_t && meaning.family == Family::Place;
        is_said_enough && !is_shaped && !doubtful.contains(meaning)
    });
    Some(said)
}

struct Builder<'p> {
    pair: &'p Pair,
    phrases: &'p Phrases,
    /// For each slot.
    places: Vec<Vec<Place>>,
    slots: Vec<Slot>,
}

impl Builder<'_> {
    fn build(mut self, leaves: &BTreeMap<Meaning, usize>) -> Frame {
        for slot in 0..self.slots.len() {
            let choices = self.choices(slot, leaves);
            self.slots[slot].original =
                choices.iter().position(|choice| *choice == self.said(slot)).unwrap_or(0);
            self.slots[slot].choices = choices;
        }
        // What has no alternative is an ordinary word of the text.
        let mut keep = self.slots.iter().map(|slot| slot.choices.len() > 1);
        self.places.retain(|_| keep.next().unwrap_or(false));
        self.slots.retain(|slot| slot.choices.len() > 1);
        Frame {
            commands: self.pair.commands.clone(),
            pieces: self.pieces(),
            slots: self.slots,
            authors: vec![self.pair.author.clone()],
        }
    }

    /// What the pair itself says.
    fn said(&self, slot: usize) -> Choice {
        Choice {
            value: self.slots[slot].meaning.value.clone(),
            phrases: self.places[slot].iter().map(|place| place.phrase).collect(),
        }
    }

    fn choices(&self, slot: usize, leaves: &BTreeMap<Meaning, usize>) -> Vec<Choice> {
        let own = &self.slots[slot].meaning;
        let places = &self.places[slot];
        let is_slot = |meaning: &Meaning| self.slots.iter().any(|slot| slot.meaning == *meaning);
        let is_side = own.family == Family::Way
            && self.pair.commands.iter().any(|command| {
                let leaves = command.values(&self.phrases.vocabulary);
                leaves.iter().any(|(name, value)| name == "side" && *value == own.value)
            });
        let fits = |phrase: &usize| {
            let meaning = &self.phrases.all()[*phrase].meaning;
            if is_side && !["Left", "Right"].contains(&&*meaning.value) {
                return false;
            }
            // A thing that is there to stay must not be confused with another.
            let is_free = !stays_distinct(own.family)
                || meaning == own
                || !leaves.contains_key(meaning)
                || is_slot(meaning);
            is_free && places.iter().all(|place| self.fits(slot, place, *phrase))
        };
        let mut choices: Vec<Choice> = self
            .phrases
            .of(own.family)
            .filter(fits)
            .map(|phrase| Choice {
                value: self.phrases.all()[phrase].meaning.value.clone(),
                phrases: vec![phrase; places.len()],
            })
            .collect();
        choices.push(self.said(slot));
        choices.sort();
        choices.dedup();
        choices
    }

    /// True if the phrase can stand in that place.
    fn fits(&self, slot: usize, place: &Place, phrase: usize) -> bool {
        let (phrases, text) = (self.phrases, &self.pair.tokens);
        let family = self.slots[slot].meaning.family;
        let mut around = around(phrases, phrase, text, place.start, place.end);
        if family == Family::Number {
            let [old, new] = [place.phrase, phrase].map(|phrase| &phrases.all()[phrase]);
            let [alone, stays_alone] =
                [old, new].map(|phrase| agreement::stands_alone(&phrase.words));
            let [is_one, becomes_one] = [old, new].map(|phrase| phrase.meaning.value == "1");
            if alone != stays_alone {
                return false;
            }
            let is_counted = alone || self.noun(place).is_some() || !(is_one || becomes_one);
            if !is_counted {
                return phrase == place.phrase;
            }
        }
        let form = phrases.form(phrase, place.plural);
        if self.article(place) {
            around[0] = Neighbour::Before(agreement::article(&form[0]).to_owned());
        }
        let is_word = !place.plural || form.last().is_some_and(|word| phrases.seen(word) > 0);
        // 'fish' may be one or many; what the text does not tell, only words
        // that have been seen there can answer.
        let said = phrases.form(place.phrase, false);
        let is_vague = family.has_plural() && said == phrases.form(place.phrase, true);
        let fits = |neighbour: &Neighbour| match is_vague && phrase != place.phrase {
            true => phrases.company.has_met(phrase, neighbour),
            false => phrases.company.fits(phrases, phrase, neighbour),
        };
        // 'carpet' is part of some names of a floor and stands after others.
        let repeats = form.first() == place.start.checked_sub(1).map(|at| &text[at])
            || form.last() == text.get(place.end);
        is_word && (!repeats || phrase == place.phrase) && around.iter().all(fits)
    }

    /// The noun that a number counts, in the singular and the plural, if it
    /// follows at once and agrees.
    fn noun(&self, place: &Place) -> Option<(String, String)> {
        let next = self.pair.tokens.get(place.end)?;
        let is_one = self.phrases.all()[place.phrase].meaning.value == "1";
        let one = match is_one {
            true => next.clone(),
            false => self.phrases.singular(next)?,
        };
        let many = agreement::plural(&one);
        (self.phrases.seen(&many) > 0).then_some((one, many))
    }

    /// True if the word before is the article that agrees with the phrase; a
    /// mistyped one stays as it is.
    fn article(&self, place: &Place) -> bool {
        let before = place.start.checked_sub(1).map(|at| &*self.pair.tokens[at]);
        before == Some(agreement::article(&self.pair.tokens[place.start]))
    }

    fn pieces(&self) -> Vec<Piece> {
        let text = &self.pair.tokens;
        let mut pieces: Vec<Piece> = text.iter().cloned().map(Piece::Word).collect();
        let mut gone = vec![false; text.len()];
        for (slot, places) in self.places.iter().enumerate() {
            for (number, place) in places.iter().enumerate() {
                let plural = self.counted(place).unwrap_or(Plural::Fixed(place.plural));
                pieces[place.start] = Piece::Place { slot, place: number, plural };
                gone[place.start + 1..place.end].fill(true);
                if self.article(place) {
                    pieces[place.start - 1] = Piece::Article;
                }
                let counts = self.slots[slot].meaning.family == Family::Number
                    && !agreement::stands_alone(&self.phrases.all()[place.phrase].words);
                if let Some((one, many)) = self.noun(place).filter(|_| counts)
                    && let Piece::Word(_) = pieces[place.end]
                {
                    pieces[place.end] = Piece::Noun { one, many, number: slot };
                }
            }
        }
        let mut gone = gone.into_iter();
        pieces.retain(|_| !gone.next().unwrap_or(false));
        pieces
    }

    /// What counts the phrase in a place, if a number stands before it.
    fn counted(&self, place: &Place) -> Option<Plural> {
        let is_noun = place.end == place.start + 1;
        let has_plural = self.phrases.all()[place.phrase].meaning.family.has_plural();
        let number = self.slots.iter().zip(&self.places).position(|(slot, places)| {
            slot.meaning.family == Family::Number
                && places
                    .iter()
                    .any(|number| number.end == place.start && self.noun(number).is_some())
        });
        number.filter(|_| is_noun && has_plural).map(Plural::Counted)
    }
}
