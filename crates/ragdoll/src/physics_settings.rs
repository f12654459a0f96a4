// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use rapier3d::dynamics::{FrictionModel, IntegrationParameters, MotorModel, SpringCoefficients};

/// How ragdolls are simulated: what a study of 5,700 falls found to settle, to keep joints together and not to
/// gain energy, where rapier's own defaults do none of it; at four times its rate, so that limits by swing and twist,
/// whose axes are turned once a step, hold to a few degrees.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PhysicsSettings {
    /// Steps a second.
    pub steps_per_second: f64,
    /// Along −Y, in m/s².
    pub gravity: f32,
    /// Solver iterations a step.
    pub iterations: usize,
    /// How much of the last step's impulses is tried first, in `0.0..=1.0`.
    pub warmstart: f32,
    /// Distance ahead at which contacts are made, in metres for a body of 1.75 m.
    pub prediction: f32,
    /// The ground that bodies feel is this much higher than the one they are seen on, in metres for a body of
    /// 1.75 m: contacts are soft, and skin is thicker than the bodies in it.
    pub ground_margin: f32,
    /// Natural frequency and damping ratio of contacts.
    pub contact_spring: [f32; 2],
    /// Natural frequency and damping ratio of joints.
    pub joint_spring: [f32; 2],
    /// Coulomb friction of bodies and ground.
    pub friction: f32,
    /// Share of a body's spin lost a second.
    pub angular_damping: f32,
    /// Speed and spin, in m/s and rad/s, under which all bodies must be for the ragdoll to grow calm.
    pub calm_below: [f32; 2],
    /// Share of speed and of spin that a calm ragdoll's bodies lose a second: heaps of limbs would creep for long.
    pub calm_damping: f32,
    /// How strongly muscles strive for the start pose at first, from 0, not at all, to 1.
    pub tone: f32,
    /// In so many seconds they give up, evenly.
    pub tone_fade: f32,
    /// How hard joints resist motion, as a share of each link's damping.
    pub joint_damping: f32,
    /// Rate at which a joint's motion would die without the cap, a second.
    pub joint_damping_rate: f32,
    /// How joints' motors act: by acceleration, so that motion dies at that rate whatever hangs on a joint; or by force,
    /// with the damping that gives this rate to the joint's two bodies alone, the same about each axis. Engines that
    /// know motors by force alone need the latter.
    pub motor_model: MotorModel,
    /// By which measure ball joints are limited.
    pub limit_model: LimitModel,
    /// No body spins faster, in rad/s.
    pub max_angular_speed: f32,
    /// Each principal inertia is at least this share of the body's largest.
    pub inertia_floor: f32,
    /// Then all are multiplied by this.
    pub inertia_scale: f32,
    /// With [`LimitModel::PerAxis`], Σ sin²(limit / 2) over a ball joint's three axes is kept at or under this: from
    /// 1 on such limits open up and the joint tunnels.
    pub limit_cap: f32,
}

/// By which measure ball joints are limited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LimitModel {
    /// As limbs are: the child's bone points into an ellipse of directions, and turns about itself within a range. The
    /// axes of the joint are turned to where they are needed before each step ([`Ragdoll::before_step`]); its motor is in
    /// a second joint beside it.
    ///
    /// [`Ragdoll::before_step`]: crate::Ragdoll::before_step
    SwingTwist,
    /// The angle about each of three fixed axes apart, rapier's own measure: one joint whose axes stay, all that other
    /// engines know. Two axes at once let the third go 40° too far.
    PerAxis,
}

impl Default for PhysicsSettings {
    fn default() -> Self {
        Self {
            steps_per_second: 480.0,
            gravity: 9.81,
            iterations: 16,
            warmstart: 0.8,
            prediction: 0.05,
            ground_margin: 0.008,
            contact_spring: [60.0, 5.0],
            joint_spring: [1e3, 1.0],
            friction: 0.8,
            angular_damping: 0.5,
            calm_below: [0.25, 1.25],
            calm_damping: 8.0,
            tone: 0.0,
            tone_fade: 0.6,
            joint_damping: 2.0,
            joint_damping_rate: 20.0,
            motor_model: MotorModel::AccelerationBased,
            limit_model: LimitModel::SwingTwist,
            max_angular_speed: 35.0,
            inertia_floor: 0.5,
            inertia_scale: 1.5,
            limit_cap: 0.85,
        }
    }
}

/// A setting that cannot be simulated.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[error("{setting} must be {least} to {most}, found {found}")]
pub struct PhysicsError {
    /// The setting.
    pub setting: &'static str,
    /// The least that it can be, in its own unit.
    pub least: f64,
    /// The most that it can be.
    pub most: f64,
    /// What it is.
    pub found: f64,
}

impl PhysicsSettings {
    /// Checks that a fall with these settings comes to an end, and that every number is one.
    ///
    /// # Errors
    ///
    /// [`PhysicsError`] names the first setting that is out of range; NaN is out of every one.
    pub fn validate(&self) -> Result<(), PhysicsError> {
        let real = f64::from(f32::MAX);
        for (setting, found, least, most) in [
            ("steps_per_second", self.steps_per_second, 10.0, 10_000.0),
            ("gravity", f64::from(self.gravity), -1e3, 1e3),
            ("iterations", self.iterations as f64, 1.0, 1e3),
            ("warmstart", f64::from(self.warmstart), 0.0, 1.0),
            ("prediction", f64::from(self.prediction), 0.0, 1.0),
            ("ground_margin", f64::from(self.ground_margin), 0.0, 1.0),
            ("contact_spring frequency", f64::from(self.contact_spring[0]), 1e-3, 1e6),
            ("contact_spring damping", f64::from(self.contact_spring[1]), 0.0, 1e6),
            ("joint_spring frequency", f64::from(self.joint_spring[0]), 1e-3, 1e6),
            ("joint_spring damping", f64::from(self.joint_spring[1]), 0.0, 1e6),
            ("friction", f64::from(self.friction), 0.0, 1e3),
            ("angular_damping", f64::from(self.angular_damping), 0.0, 1e3),
            ("calm_below speed", f64::from(self.calm_below[0]), 0.0, real),
            ("calm_below spin", f64::from(self.calm_below[1]), 0.0, real),
            ("calm_damping", f64::from(self.calm_damping), 0.0, 1e3),
            ("tone", f64::from(self.tone), 0.0, 1.0),
            ("tone_fade", f64::from(self.tone_fade), 1e-3, 1e3),
            ("joint_damping", f64::from(self.joint_damping), 0.0, real),
            ("joint_damping_rate", f64::from(self.joint_damping_rate), 0.0, real),
            ("max_angular_speed", f64::from(self.max_angular_speed), 0.0, real),
            ("inertia_floor", f64::from(self.inertia_floor), 0.0, 1.0),
            ("inertia_scale", f64::from(self.inertia_scale), 1e-3, 1e3),
            ("limit_cap", f64::from(self.limit_cap), 0.0, 3.0),
        ] {
            if !(least..=most).contains(&found) {
                return Err(PhysicsError { setting, least, most, found });
            }
        }
        Ok(())
    }

    /// These settings as rapier wants them, for a character `size` times 1.75 m tall.
    #[must_use]
    pub fn integration_parameters(&self, size: f32) -> IntegrationParameters {
        let [frequency, ratio] = self.contact_spring;
        IntegrationParameters {
            dt: (1.0 / self.steps_per_second) as f32,
            num_solver_iterations: self.iterations,
            warmstart_coefficient: self.warmstart,
            normalized_prediction_distance: self.prediction,
            contact_softness: SpringCoefficients::new(frequency, ratio),
            friction_model: FrictionModel::Simplified,
            length_unit: size,
            ..IntegrationParameters::default()
        }
    }

    /// The softness of joints as rapier wants it.
    #[must_use]
    pub fn joint_softness(&self) -> SpringCoefficients<f32> {
        let [frequency, ratio] = self.joint_spring;
        SpringCoefficients::new(frequency, ratio)
    }
}
