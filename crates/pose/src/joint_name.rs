// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use crate::Side;

/// What a joint's name says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct JointName {
    /// `None` where no side is named, or both are.
    pub(crate) side: Option<Side>,
    pub(crate) part: Part,
    /// How many words mean nothing here.
    pub(crate) unknown: usize,
    /// The words that gave the part.
    pub(crate) said: String,
}

/// The part of a body that words name; some words leave a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Nothing,
    Root,
    /// `hips`, `pelvis`.
    Hips,
    /// `hip`: the hips, or with a side a thigh.
    Hip,
    Trunk,
    Neck,
    Head,
    Clavicle,
    /// A collar bone or an upper arm.
    Shoulder,
    /// Any joint of an arm.
    Arm,
    UpperArm,
    LowerArm,
    Hand,
    Finger,
    /// Any joint of a leg.
    Leg,
    UpperLeg,
    LowerLeg,
    Foot,
    Toe,
    Control,
    /// The tip of a chain, which turns nothing.
    End,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Word {
    Side(Side),
    Upper,
    Lower,
    /// `fore`: lower, but only of an arm.
    Fore,
    Part(Part),
    /// Says nothing about the part.
    Filler,
}

/// Longer words than any known one, and than any that is put together from known ones.
const LONGEST_TOKEN: usize = 48;

impl JointName {
    /// Reads a name. Words end at anything but letters, at digits, and where capitals begin (`LeftForeArm`,
    /// `kneeIK`); a token that is no word may be several written as one (`upperarm`, `rhand`).
    pub(crate) fn parse(name: &str) -> Self {
        let mut words = Vec::new();
        let mut unknown = 0;
        for token in tokens(name) {
            if !split_token(&token, &mut words) {
                unknown += 1;
            }
        }
        let side = side_of(&words);
        let (part, loose) = part_of(&words, side);
        let said: Vec<&str> =
            words.iter().filter(|(word, _)| says_part(*word, part)).map(|(_, text)| text.as_str()).collect();
        Self { side, part, unknown: unknown + loose, said: said.join(" ") }
    }
}

/// The side that a name says, and its other words, by which joints of two sides are told to be partners: `hand` of
/// `LeftHand_07` and `hand.R`.
pub(crate) fn without_side(name: &str) -> (Option<Side>, String) {
    let mut words = Vec::new();
    for token in tokens(name) {
        if !split_token(&token, &mut words) {
            words.push((Word::Filler, token));
        }
    }
    let others = words.iter().filter(|(word, _)| !matches!(word, Word::Side(_)));
    let others: Vec<&str> = others.map(|(_, text)| text.as_str()).collect();
    (side_of(&words), others.join(" "))
}

fn side_of(words: &[(Word, String)]) -> Option<Side> {
    let has = |side| words.iter().any(|(word, _)| *word == Word::Side(side));
    match (has(Side::Left), has(Side::Right)) {
        (true, false) => Some(Side::Left),
        (false, true) => Some(Side::Right),
        _ => None,
    }
}

fn says_part(word: Word, part: Part) -> bool {
    match word {
        Word::Part(said) => {
            said == part
                || matches!(
                    (said, part),
                    (Part::Arm, Part::UpperArm | Part::LowerArm)
                        | (Part::Leg, Part::UpperLeg | Part::LowerLeg)
                )
        }
        Word::Upper => matches!(part, Part::UpperArm | Part::UpperLeg),
        Word::Lower => matches!(part, Part::LowerArm | Part::LowerLeg),
        Word::Fore => part == Part::LowerArm,
        Word::Side(_) | Word::Filler => false,
    }
}

/// The part that the words name together, and how many of them do not go with it.
fn part_of(words: &[(Word, String)], side: Option<Side>) -> (Part, usize) {
    let rank = |part: Part| match part {
        Part::Nothing | Part::Root => 0,
        // Weak words: `LArmPalm` is a palm, `LegAnkle` an ankle.
        Part::Arm | Part::Leg => 1,
        // `index`, `middle` and `ring` are fingers only on a side.
        Part::Finger if side.is_none() => 1,
        Part::Finger | Part::Toe => 3,
        Part::Control => 4,
        Part::End => 5,
        _ => 2,
    };
    let mut best = Part::Nothing;
    for (word, _) in words {
        if let Word::Part(part) = *word
            && (best == Part::Nothing || rank(part) >= rank(best))
        {
            best = part;
        }
    }
    let has = |wanted: Word| words.iter().any(|(word, _)| *word == wanted);
    let fore = has(Word::Fore);
    match best {
        Part::Arm if has(Word::Lower) || fore => (Part::LowerArm, 0),
        Part::Arm if has(Word::Upper) => (Part::UpperArm, 0),
        Part::Leg if has(Word::Lower) => (Part::LowerLeg, usize::from(fore)),
        Part::Leg if has(Word::Upper) => (Part::UpperLeg, usize::from(fore)),
        part => (part, usize::from(fore)),
    }
}

/// Lower-case runs of letters.
fn tokens(name: &str) -> Vec<String> {
    let chars: Vec<char> = name.chars().collect();
    let mut tokens = vec![String::new()];
    for (index, &char) in chars.iter().enumerate() {
        if !char.is_alphabetic() {
            tokens.push(String::new());
            continue;
        }
        let before = index.checked_sub(1).map(|before| chars[before]);
        let after = chars.get(index + 1);
        let begins = char.is_uppercase()
            && (before.is_some_and(char::is_lowercase) || after.is_some_and(|after| after.is_lowercase()));
        if begins {
            tokens.push(String::new());
        }
        if let Some(token) = tokens.last_mut() {
            token.extend(char.to_lowercase());
        }
    }
    tokens.retain(|token| !token.is_empty());
    tokens
}

/// Pushes the words of a token; `false` when it is not made of known words.
fn split_token(token: &str, words: &mut Vec<(Word, String)>) -> bool {
    if let Some(found) = word(token) {
        words.push((found, token.to_owned()));
        return true;
    }
    if token.len() > LONGEST_TOKEN || !token.is_ascii() {
        return false;
    }
    // The first place of each part reached from the front, by words of two letters or more; one letter for the
    // side may come first or last.
    let mut from: Vec<Option<usize>> = vec![None; token.len() + 1];
    for end in 1..=token.len() {
        from[end] = (0..end).find(|&start| {
            let reached = start == 0 || from[start].is_some();
            let part = &token[start..end];
            let single = end - start == 1 && (start == 0 || end == token.len());
            reached
                && (single || end - start > 1)
                && word(part).is_some_and(|word| word != Word::Filler || !single)
        });
    }
    let mut end = token.len();
    let mut found = Vec::new();
    while let Some(start) = from[end] {
        if let Some(word) = word(&token[start..end]) {
            found.push((word, token[start..end].to_owned()));
        }
        end = start;
    }
    if end > 0 {
        return false;
    }
    words.extend(found.into_iter().rev());
    true
}

fn word(token: &str) -> Option<Word> {
    Some(match token {
        "left" | "lft" | "lf" | "lt" | "l" => Word::Side(Side::Left),
        "right" | "rgt" | "rght" | "rt" | "r" => Word::Side(Side::Right),
        "upper" | "up" | "upr" => Word::Upper,
        "lower" | "low" | "lo" | "lwr" => Word::Lower,
        "fore" => Word::Fore,
        "armature" | "skeleton" | "skel" | "rig" | "mixamorig" | "bip" | "biped" | "joint" | "jnt"
        | "bone" | "node" | "def" | "deform" | "bind" | "base" | "bend" | "center" | "centre"
        | "character" | "b" | "c" | "j" => Word::Filler,
        _ => Word::Part(part_word(token)?),
    })
}

fn part_word(token: &str) -> Option<Part> {
    Some(match token {
        "root" => Part::Root,
        "hips" | "pelvis" => Part::Hips,
        "hip" => Part::Hip,
        "spine" | "chest" | "torso" | "abdomen" | "waist" | "belly" | "stomach" | "back" | "trunk"
        | "thorax" | "ribcage" => Part::Trunk,
        "neck" => Part::Neck,
        "head" | "skull" => Part::Head,
        "clavicle" | "clav" | "collar" | "scapula" => Part::Clavicle,
        "shoulder" | "shldr" => Part::Shoulder,
        "arm" => Part::Arm,
        "bicep" | "biceps" | "humerus" => Part::UpperArm,
        "elbow" | "ulna" => Part::LowerArm,
        "wrist" | "hand" | "palm" | "fist" => Part::Hand,
        "thumb" | "index" | "middle" | "ring" | "pinky" | "little" | "finger" | "fingers" => Part::Finger,
        "leg" => Part::Leg,
        "thigh" | "femur" => Part::UpperLeg,
        "knee" | "shin" | "calf" | "tibia" => Part::LowerLeg,
        "ankle" | "foot" => Part::Foot,
        "ball" | "toe" | "toes" => Part::Toe,
        "ik" | "fk" | "pole" | "target" | "control" | "controller" | "ctrl" | "ctl" | "slot" | "socket"
        | "weapon" | "prop" | "roll" | "twist" | "helper" | "mch" | "org" | "effector" | "goal"
        | "attach" | "attachment" | "pt" | "tweak" | "corrective" | "holder" | "aim" | "mount" | "grip" => {
            Part::Control
        }
        "end" | "nub" | "tip" | "leaf" | "site" => Part::End,
        _ => return None,
    })
}
