// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Joints as tools, games and makers of characters call them, each beside the role that it must be given.
//!
//! A line is a joint, one blank deeper than its parent: `name: role`, `name: -` for none, or a name alone where any
//! role will do. Right limbs are left out where they are called as the left ones are.

use crate::outline::skeleton;
use tumble_pose::{Role, RoleMap};

#[test]
fn every_convention_gives_each_joint_its_role() {
    let mut wrong = Vec::new();
    for (convention, table) in TABLES {
        let lines: Vec<&str> = table.lines().filter(|line| !line.is_empty()).collect();
        let split = |line: &&str| {
            line.split_once(" => ")
                .map_or((line.to_string(), None), |(name, role)| (name.to_owned(), Some(role.to_owned())))
        };
        let rows: Vec<(String, Option<String>)> = lines.iter().map(split).collect();
        let outline: Vec<&str> = rows.iter().map(|(name, _)| name.as_str()).collect();
        let skeleton = skeleton(&outline.join("\n"));
        let roles = RoleMap::infer(&skeleton);
        for joint in skeleton.joints() {
            let (name, Some(expected)) = &rows[skeleton.source_index(joint)] else { continue };
            let found = roles.role_of(joint).map_or_else(|| "-".to_owned(), |role: Role| role.to_string());
            if found != *expected {
                wrong.push(format!("{convention}: {} is {found}, not {expected}", name.trim()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

const TABLES: &[(&str, &str)] = &[
    (
        "Quaternius' modular characters",
        "
CharacterArmature
 Bone
  Foot.L => left foot
  Foot.R => right foot
  Body => hips
   Hips
    Abdomen => spine
     Torso => chest
      Neck => neck
       Head => head
      Shoulder.L => left shoulder
       UpperArm.L => left upper arm
        LowerArm.L => left lower arm
         Wrist.L => left hand
          Middle1.L => left finger
          Thumb1.L => left finger
          Weapon.L => control
      Shoulder.R => right shoulder
       UpperArm.R => right upper arm
        LowerArm.R => right lower arm
         Wrist.R => right hand
   UpperLeg.L => left upper leg
    LowerLeg.L => left lower leg
     LowerLeg.L_end => -
   UpperLeg.R => right upper leg
    LowerLeg.R => right lower leg
  PT.L => control
  PT.R => control
  PoleTarget.L => control",
    ),
    (
        "Quaternius' animated women and men",
        "
HumanArmature
 Bone
  Bone.001
  Hips => hips
   Spine
    Torso => chest
     Chest
     Neck
      Head => head
     Shoulder.L => left shoulder
      UpperArm.L => left upper arm
       LowerArm.L => left lower arm
        Fist.L => left hand
     Shoulder.R
      UpperArm.R
       LowerArm.R
        Fist.R => right hand
   UpperLeg.L => left upper leg
    LowerLeg.L => left lower leg
     Foot.L => left foot
      Toes.L => left toes
   UpperLeg.R
    LowerLeg.R => right lower leg
  FootIK.L => control
  KneePole.L => control
  HandIK.R => control",
    ),
    (
        "Mixamo without its prefix, as Ready Player Me exports",
        "
Armature
 Hips => hips
  Spine => spine
   Spine1 => -
    Spine2 => chest
     Neck => neck
      Head => head
       HeadTop_End => -
       LeftEye => -
     LeftShoulder => left shoulder
      LeftArm => left upper arm
       LeftForeArm => left lower arm
        LeftHand => left hand
         LeftHandThumb1 => left finger
         LeftHandPinky1 => left finger
     RightShoulder => right shoulder
      RightArm => right upper arm
       RightForeArm => right lower arm
        RightHand => right hand
  LeftUpLeg => left upper leg
   LeftLeg => left lower leg
    LeftFoot => left foot
     LeftToeBase => left toes
      LeftToe_End => -
  RightUpLeg => right upper leg
   RightLeg => right lower leg
    RightFoot => right foot",
    ),
    (
        "Mixamo, numbered",
        "
mixamorig5:Hips => hips
 mixamorig5:Spine => spine
  mixamorig5:Spine1 => chest
   mixamorig5:LeftArm => left upper arm
    mixamorig5:LeftForeArm => left lower arm
     mixamorig5:LeftHand => left hand
   mixamorig5:Neck => neck
    mixamorig5:Head => head
 mixamorig5:LeftUpLeg => left upper leg
  mixamorig5:LeftLeg => left lower leg
   mixamorig5:LeftFoot => left foot",
    ),
    (
        "Rigify's metarig",
        "
spine => hips
 pelvis.L => -
 pelvis.R => -
 thigh.L => left upper leg
  shin.L => left lower leg
   foot.L => left foot
    toe.L => left toes
    heel.02.L => -
 thigh.R => right upper leg
  shin.R => right lower leg
   foot.R => right foot
 spine.001 => spine
  spine.002 => -
   spine.003 => chest
    spine.004 => neck
     spine.005 => -
      spine.006 => head
    shoulder.L => left shoulder
     upper_arm.L => left upper arm
      forearm.L => left lower arm
       hand.L => left hand
        palm.01.L
         f_index.01.L => left finger
         f_middle.01.L => left finger
        thumb.01.L => left finger
    breast.L => -",
    ),
    (
        "Rigify's mechanisms",
        "
root
 torso
  DEF-spine => hips
   DEF-spine.001 => chest
    DEF-upper_arm.L => left upper arm
     DEF-upper_arm.L.001 => -
      DEF-forearm.L => left lower arm
       DEF-forearm.L.001 => -
        DEF-hand.L => left hand
    DEF-upper_arm.R => right upper arm
   DEF-thigh.L => left upper leg
    DEF-thigh.L.001 => -
     DEF-shin.L => left lower leg
      DEF-shin.L.001 => -
       DEF-foot.L => left foot
   DEF-thigh.R => right upper leg
 ORG-foot.L => control
 MCH-foot_ik.parent.L => control
 foot_spin_ik.L => control
 VIS_thigh_ik_pole.L => control
 upper_arm_tweak.L => control
 hand_fk.L => control",
    ),
    (
        "Unreal's fifth",
        "
root => root
 pelvis => hips
  spine_01 => spine
   spine_02 => -
    spine_03 => -
     spine_04 => -
      spine_05 => chest
       neck_01 => neck
        neck_02 => -
         head => head
       clavicle_l => left shoulder
        upperarm_l => left upper arm
         lowerarm_l => left lower arm
          hand_l => left hand
           index_metacarpal_l
            index_01_l => left finger
           thumb_01_l => left finger
           weapon_l => control
          lowerarm_twist_01_l => control
          lowerarm_correctiveRoot_l => control
         upperarm_twist_01_l => control
       clavicle_r => right shoulder
        upperarm_r => right upper arm
         lowerarm_r => right lower arm
          hand_r => right hand
  thigh_l => left upper leg
   calf_l => left lower leg
    foot_l => left foot
     ball_l => left toes
      ball_leaf_l => -
    calf_twist_01_l => control
   thigh_twist_01_l => control
  thigh_r => right upper leg
 ik_foot_root => control
  ik_foot_l => control
 interaction => -
 center_of_mass => -",
    ),
    (
        "VRM's humanoid",
        "
hips => hips
 spine => spine
  chest => -
   upperChest => chest
    neck => neck
     head => head
      leftEye => -
      jaw => -
    leftShoulder => left shoulder
     leftUpperArm => left upper arm
      leftLowerArm => left lower arm
       leftHand => left hand
        leftThumbMetacarpal => left finger
        leftIndexProximal => left finger
        leftLittleDistal => left finger
    rightShoulder => right shoulder
     rightUpperArm => right upper arm
 leftUpperLeg => left upper leg
  leftLowerLeg => left lower leg
   leftFoot => left foot
    leftToes => left toes
 rightUpperLeg => right upper leg",
    ),
    (
        "3ds Max's Biped, newer, in full",
        "
Bip001
 Bip001 Footsteps => -
 Bip001 Pelvis => hips
  Bip001 Spine => spine
   Bip001 Spine1 => -
    Bip001 Spine2 => chest
     Bip001 Neck => neck
      Bip001 Head => head
       Bip001 HeadNub => -
     Bip001 L Clavicle => left shoulder
      Bip001 L UpperArm => left upper arm
       Bip001 LUpArmTwist => control
       Bip001 L Forearm => left lower arm
        Bip001 L ForeTwist => control
        Bip001 L Hand => left hand
         Bip001 L Finger0 => left finger
          Bip001 L Finger0Nub => -
         Bip001 Prop1 => control
     Bip001 R Clavicle => right shoulder
      Bip001 R UpperArm => right upper arm
  Bip001 L Thigh => left upper leg
   Bip001 L Calf => left lower leg
    Bip001 L Foot => left foot
     Bip001 L Toe0 => left toes
   Bip001 LThighTwist => control
  Bip001 R Thigh => right upper leg
   Bip001 R Calf => right lower leg",
    ),
    (
        "Valve's Biped",
        "
ValveBiped.Bip01_Pelvis => hips
 ValveBiped.Bip01_Spine => spine
  ValveBiped.Bip01_Spine1 => -
   ValveBiped.Bip01_Spine2 => -
    ValveBiped.Bip01_Spine4 => chest
     ValveBiped.Bip01_Neck1 => neck
      ValveBiped.Bip01_Head1 => head
     ValveBiped.Bip01_L_Clavicle => left shoulder
      ValveBiped.Bip01_L_UpperArm => left upper arm
       ValveBiped.Bip01_L_Forearm => left lower arm
        ValveBiped.Bip01_L_Hand => left hand
     ValveBiped.Anim_Attachment_RH => control
 ValveBiped.Bip01_L_Thigh => left upper leg
  ValveBiped.Bip01_L_Calf => left lower leg
   ValveBiped.Bip01_L_Foot => left foot
    ValveBiped.Bip01_L_Toe0 => left toes
 ValveBiped.Bip01_R_Thigh => right upper leg",
    ),
    (
        "KayKit, with its slots",
        "
Rig_Medium
 root => root
  hips => hips
   spine => spine
    chest => chest
     head => head
     upperarm.l => left upper arm
      lowerarm.l => left lower arm
       wrist.l => left hand
        hand.l => -
         handslot.l => control
     upperarm.r => right upper arm
   upperleg.l => left upper leg
    lowerleg.l => left lower leg
     foot.l => left foot
      toes.l => left toes
   upperleg.r => right upper leg
  kneeIK.l => control
  control-heel-roll.l => control
  IK-toe.l => control",
    ),
    (
        "HumanIK",
        "
Reference
 Character1_Hips => hips
  Character1_Spine => spine
   Character1_Spine1 => chest
    Character1_Neck => neck
     Character1_Head => head
    Character1_LeftShoulder => left shoulder
     Character1_LeftArm => left upper arm
      Character1_LeftArmRoll => control
      Character1_LeftForeArm => left lower arm
       Character1_LeftHand => left hand
  Character1_LeftUpLeg => left upper leg
   Character1_LeftUpLegRoll => control
   Character1_LeftLeg => left lower leg
    Character1_LeftFoot => left foot
     Character1_LeftToeBase => left toes
  Character1_RightUpLeg => right upper leg",
    ),
    (
        "Daz's third generation",
        "
Genesis3Female
 hip => hips
  pelvis => -
   lThighBend => left upper leg
    lThighTwist => control
     lShin => left lower leg
      lFoot => left foot
       lMetatarsals
        lToe => left toes
   rThighBend => right upper leg
    rThighTwist
     rShin => right lower leg
  abdomenLower => spine
   abdomenUpper => -
    chestLower => -
     chestUpper => chest
      lCollar => left shoulder
       lShldrBend => left upper arm
        lShldrTwist => control
         lForearmBend => left lower arm
          lForearmTwist => control
           lHand => left hand
            lThumb1 => left finger
      rCollar => right shoulder
       rShldrBend => right upper arm
      neckLower => neck
       neckUpper => -
        head => head",
    ),
    (
        "3ds Max's CAT",
        "
CATRigHub001
 CATRigPelvis => hips
  CATRigLLegThigh => left upper leg
   CATRigLLegCalf => left lower leg
    CATRigLLegAnkle => left foot
  CATRigRLegThigh => right upper leg
  CATRigSpine1 => spine
   CATRigSpine2 => -
    CATRigRibcage => chest
     CATRigLArmCollarbone => left shoulder
      CATRigLArmUpperarm => left upper arm
       CATRigLArmForearm => left lower arm
        CATRigLArmPalm => left hand
     CATRigRArmCollarbone => right shoulder
     CATRigNeck => neck
      CATRigHead => head",
    ),
    (
        "Roblox",
        "
HumanoidRootPart
 LowerTorso => hips
  UpperTorso => chest
   Head => head
   LeftUpperArm => left upper arm
    LeftLowerArm => left lower arm
     LeftHand => left hand
   RightUpperArm => right upper arm
  LeftUpperLeg => left upper leg
   LeftLowerLeg => left lower leg
    LeftFoot => left foot
  RightUpperLeg => right upper leg",
    ),
    (
        "abbreviated sides",
        "
root
 pelvis => hips
  Lft_thigh => left upper leg
   Lft_knee => left lower leg
    Lft_ankle => left foot
  Rgt_thigh => right upper leg
   Rgt_knee => right lower leg
  spine1 => chest
   Lft_clav => left shoulder
    Lft_uparm => left upper arm
     Lft_loarm => left lower arm
      Lft_wrist => left hand
   Rt_clav => right shoulder
    Rt_uparm => right upper arm
   neck => neck
    head => head",
    ),
];
