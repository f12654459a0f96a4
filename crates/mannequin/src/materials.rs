// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

use tumble_pose::{AlphaMode, Material};

/// What the figure is made of, by its place among the model's materials.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stuff {
    Shell,
    Joints,
    Accent,
    Visor,
}

impl Stuff {
    pub(crate) const ALL: [Self; 4] = [Self::Shell, Self::Joints, Self::Accent, Self::Visor];

    pub(crate) fn material(self) -> Material {
        match self {
            Self::Shell => material("shell", [0.53, 0.48, 0.41], 0.0, 0.45),
            Self::Joints => material("joints", [0.035, 0.04, 0.05], 0.0, 0.8),
            Self::Accent => material("accent", [0.72, 0.16, 0.03], 0.0, 0.5),
            Self::Visor => material("visor", [0.008, 0.01, 0.014], 0.0, 0.12),
        }
    }
}

/// An opaque material of one linear colour.
pub(crate) fn material(name: &str, [red, green, blue]: [f32; 3], metallic: f32, roughness: f32) -> Material {
    Material {
        name: name.to_owned(),
        base_color: [red, green, blue, 1.0],
        base_color_image: None,
        metallic,
        roughness,
        alpha: AlphaMode::Opaque,
        double_sided: false,
    }
}
