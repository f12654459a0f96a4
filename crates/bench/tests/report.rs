// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! The report holds what it says, however little was measured.

#![expect(clippy::expect_used, clippy::panic, reason = "tests: an error fails them")]

use serde_json::Value;
use std::collections::BTreeSet;
use tumble_bench::{ACL, BenchError, ClipFigures, Effort, Report, corpus};

/// What scripts read: these names stay.
const KEYS: [&str; 12] = [
    "fyrox_over_tumble_forward",
    "fyrox_over_tumble_random",
    "live_over_baked",
    "recipe_over_baked",
    "crowd_1000_over_fyrox",
    "sample_ns_per_joint_forward",
    "sample_ns_per_joint_random",
    "death_ns_per_joint",
    "crowd_1000_ms",
    "record_overhead_percent",
    "build_mb_per_s",
    "load_mb_per_s",
];

/// And these came later.
const MORE_KEYS: [&str; 4] =
    ["plain_over_dispatched", "sample_ns_per_joint_cold", "record_us_per_frame", "clips"];

/// Every number in it, with where it is.
fn numbers(at: &str, value: &Value, found: &mut Vec<(String, f64)>) {
    match value {
        Value::Number(number) => found.push((at.to_owned(), number.as_f64().expect("a 64-bit number"))),
        Value::Array(items) => items.iter().for_each(|item| numbers(at, item, found)),
        Value::Object(members) => {
            members.iter().for_each(|(key, value)| numbers(&format!("{at}.{key}"), value, found));
        }
        // What is not finite would be null.
        Value::Null => panic!("{at} is no number"),
        Value::Bool(_) | Value::String(_) => {}
    }
}

#[test]
fn a_quick_report_has_all_keys_and_numbers_above_zero_and_tells_people_the_same() -> Result<(), BenchError> {
    let report = Report::measure(Effort::QUICK, None)?;
    let json = serde_json::to_value(&report).expect("plain numbers");
    let keys: BTreeSet<&str> = json.as_object().expect("an object").keys().map(String::as_str).collect();
    assert_eq!(keys, KEYS.into_iter().chain(MORE_KEYS).collect());
    let mut found = Vec::new();
    numbers("", &json, &mut found);
    assert_eq!(found.len(), KEYS.len() + MORE_KEYS.len() - 1, "no corpus, no clips");
    for (at, number) in found {
        assert!(number.is_finite() && number > 0.0, "{at} is {number}");
    }
    let table = report.to_string();
    assert_eq!(table.lines().count(), KEYS.len() + MORE_KEYS.len() - 1, "{table}");
    Ok(())
}

#[test]
fn a_clip_of_the_corpus_is_measured_beside_what_acl_made_of_it() -> Result<(), BenchError> {
    let Some(folder) = corpus::folder()? else {
        println!("skipped: there is no corpus");
        return Ok(());
    };
    let acl = ACL.iter().find(|acl| acl.clip == "robot_dance").expect("one of the ten");
    let (skeleton, raw) = corpus::read_clip(&folder, acl.clip)?;
    let figures = ClipFigures::measure(&skeleton, &raw, acl, Effort::QUICK)?;
    assert_eq!((figures.joints, figures.samples), (44, 201));
    assert!(figures.max_error_m <= 1e-4, "{figures:?}");
    assert!((figures.memory_over_acl * acl.bytes - figures.memory_bytes as f64).abs() < 0.5);
    let mut found = Vec::new();
    numbers("", &serde_json::to_value(&figures).expect("plain numbers"), &mut found);
    assert!(found.len() >= 16 && found.iter().all(|(_, number)| *number > 0.0), "{found:?}");
    Ok(())
}
