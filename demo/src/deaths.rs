// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use glam::{Quat, Vec3};
use tumble_fyrox::clip::Clip;
use tumble_fyrox::deaths::{Choice, Death, DeathEntry, DeathLibrary};
use tumble_fyrox::pose::{LocalPose, Model, Role, Side};
use tumble_fyrox::ragdoll::{
    BakeError, BakeJob, BakeSettings, BakedFall, Blow, FallStart, PhysicsSettings, RagdollPlan, Rig,
};

/// How fast a blow makes the body that it hits, in metres a second.
pub(crate) const BLOW_SPEED: f32 = 6.0;

/// How much of it the bodies beside that one get.
pub(crate) const BLOW_SPREAD: f32 = 0.35;

/// The parts that are struck besides the chest, where a character has them.
const LIMBS: [Role; 3] = [Role::Head, Role::UpperLeg(Side::Left), Role::UpperLeg(Side::Right)];

/// How many blows the chest gets, evenly from all sides.
const TO_CHEST: usize = 8;

/// How many each of the others gets.
const TO_LIMB: usize = 4;

/// Recorded deaths of a character: for each of a few parts of its body a library of blows from all sides.
#[derive(Debug)]
pub(crate) struct Deaths {
    /// In the order of `struck`.
    parts: Vec<Part>,
    /// The bodies that were struck.
    struck: Vec<usize>,
    /// For each body of the rig which of `parts` stands for it.
    part_of: Vec<usize>,
}

#[derive(Debug)]
struct Part {
    library: DeathLibrary,
    clips: Vec<Clip>,
}

impl Deaths {
    /// Lets the character fall, on all cores.
    pub(crate) fn bake(
        model: &Model,
        rig: &Rig,
        start: &LocalPose,
        physics: &PhysicsSettings,
    ) -> Result<Self, BakeError> {
        let plan = RagdollPlan::new(&model.skeleton, rig, start, physics)?;
        let struck = struck_bodies(rig);
        let counts = || std::iter::once(TO_CHEST).chain(std::iter::repeat(TO_LIMB));
        let blows = struck.iter().zip(counts()).flat_map(|(&body, count)| {
            let planned = &plan.bodies()[body];
            let point = Some(planned.start * planned.shape.center());
            let blows = Blow::around(&rig.bodies[body].joint, count, BLOW_SPEED).into_iter();
            blows.map(move |blow| Blow { point, spread: BLOW_SPREAD, ..blow })
        });
        let blows: Vec<Blow> = blows.collect();
        let settings = BakeSettings { physics: *physics, ..BakeSettings::default() };
        let start = &FallStart::at_rest(start.clone());
        let job = BakeJob { model, rig, start, blows: &blows, settings: &settings };
        let mut falls = job.run(&|| ())?.into_iter();
        let parts =
            struck.iter().zip(counts()).map(|(_, count)| Part::new(model, rig, falls.by_ref().take(count)));
        let parts = parts.collect();
        let parents: Vec<Option<usize>> = plan.bodies().iter().map(|body| body.parent).collect();
        Ok(Self { parts, part_of: part_of_each(&struck, &parents), struck })
    }

    /// The death that fits a blow to a body best. `blow` is a change of velocity in the world.
    pub(crate) fn select(&self, body: usize, blow: Vec3, facing: Quat) -> Option<(DeathId, Death<'_>)> {
        let part = *self.part_of.get(body)?;
        let death = self.parts[part].library.select(blow, facing, Choice::Nearest)?;
        Some((DeathId { part, death: death.index }, death))
    }

    /// The body that deaths are baked for first: the chest, or what comes nearest.
    pub(crate) fn chest(&self) -> usize {
        self.struck[0]
    }

    pub(crate) fn clip(&self, id: DeathId) -> &Clip {
        &self.parts[id.part].clips[id.death]
    }

    pub(crate) fn clips(&self) -> impl Iterator<Item = &Clip> {
        self.parts.iter().flat_map(|part| &part.clips)
    }

    pub(crate) fn entry(&self, id: DeathId) -> &DeathEntry {
        &self.parts[id.part].library.deaths[id.death]
    }
}

/// Which of the deaths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct DeathId {
    part: usize,
    death: usize,
}

impl Part {
    fn new(model: &Model, rig: &Rig, falls: impl Iterator<Item = BakedFall>) -> Self {
        let entry = |fall: &BakedFall| {
            let file = format!("{}.tumble", fall.clip.meta().name);
            DeathEntry::of_clip(file, &fall.clip, fall.figures.settled, &fall.final_root)
        };
        let (deaths, clips) = falls.filter_map(|fall| Some((entry(&fall)?, fall.clip))).unzip();
        let library =
            DeathLibrary { character: model.name.clone(), metres_per_unit: rig.metres_per_unit, deaths };
        Self { library, clips }
    }
}

/// The numbers of the bodies that blows are baked for: never none, and the chest or what comes nearest first.
fn struck_bodies(rig: &Rig) -> Vec<usize> {
    let of_role = |role| rig.bodies.iter().position(|body| body.role == Some(role));
    let chest = [Role::Chest, Role::Spine, Role::Hips].into_iter().find_map(of_role);
    std::iter::once(chest.unwrap_or(0)).chain(LIMBS.into_iter().filter_map(of_role)).collect()
}

/// For each body the place in `struck` of itself or of the nearest body above it, the first where there is none.
fn part_of_each(struck: &[usize], parents: &[Option<usize>]) -> Vec<usize> {
    let above = |body| std::iter::successors(Some(body), |&body| parents[body]);
    let part = |body| above(body).find_map(|body| struck.iter().position(|&struck| struck == body));
    (0..parents.len()).map(|body| part(body).unwrap_or(0)).collect()
}
