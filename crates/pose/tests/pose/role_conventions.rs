// SPDX-FileCopyrightText: the Tumble contributors
// SPDX-License-Identifier: MIT OR Apache-2.0

//! Skeletons as the well-known tools name them, written from their public conventions, and the roles that are read
//! from them.

use crate::outline::{report, skeleton};
use tumble_pose::{Evidence, JointIndex, Role, RoleMap, Side};

macro_rules! conventions {
    ($($test:ident: $outline:expr;)*) => {$(
        #[test]
        fn $test() {
            let skeleton = skeleton($outline);
            insta::assert_snapshot!(report(&skeleton, &RoleMap::infer(&skeleton)));
        }
    )*};
}

conventions! {
    kaykit: KAYKIT;
    mixamo: MIXAMO;
    rigify: RIGIFY;
    unreal: UNREAL;
    biped: BIPED;
    vroid: VROID;
    makehuman: MAKEHUMAN;
    cmu: CMU;
}

const KAYKIT: &str = "
Rig
 root
  hips
   spine
    chest
     upperarm.l
      lowerarm.l
       wrist.l
        hand.l
         handslot.l
     upperarm.r
      lowerarm.r
       wrist.r
        hand.r
         handslot.r
     head
   upperleg.l
    lowerleg.l
     foot.l
      toes.l
   upperleg.r
    lowerleg.r
     foot.r
      toes.r
  kneeIK.l
  control-toe-roll.l
   control-heel-roll.l
    control-foot-roll.l
     heelIK.l
     IK-foot.l
    IK-toe.l
  elbowIK.r
  handIK.r";

const MIXAMO: &str = "
mixamorig:Hips
 mixamorig:Spine
  mixamorig:Spine1
   mixamorig:Spine2
    mixamorig:Neck
     mixamorig:Head
      mixamorig:HeadTop_End
    mixamorig:LeftShoulder
     mixamorig:LeftArm
      mixamorig:LeftForeArm
       mixamorig:LeftHand
        mixamorig:LeftHandThumb1
         mixamorig:LeftHandThumb2
        mixamorig:LeftHandIndex1
    mixamorig:RightShoulder
     mixamorig:RightArm
      mixamorig:RightForeArm
       mixamorig:RightHand
 mixamorig:LeftUpLeg
  mixamorig:LeftLeg
   mixamorig:LeftFoot
    mixamorig:LeftToeBase
     mixamorig:LeftToe_End
 mixamorig:RightUpLeg
  mixamorig:RightLeg
   mixamorig:RightFoot
    mixamorig:RightToeBase";

const RIGIFY: &str = "
root
 DEF-spine
  DEF-pelvis.L
  DEF-pelvis.R
  DEF-thigh.L
   DEF-thigh.L.001
    DEF-shin.L
     DEF-shin.L.001
      DEF-foot.L
       DEF-toe.L
  DEF-thigh.R
   DEF-thigh.R.001
    DEF-shin.R
     DEF-shin.R.001
      DEF-foot.R
       DEF-toe.R
  DEF-spine.001
   DEF-spine.002
    DEF-spine.003
     DEF-shoulder.L
      DEF-upper_arm.L
       DEF-upper_arm.L.001
        DEF-forearm.L
         DEF-forearm.L.001
          DEF-hand.L
           DEF-palm.01.L
            DEF-f_index.01.L
           DEF-thumb.01.L
     DEF-shoulder.R
      DEF-upper_arm.R
       DEF-forearm.R
        DEF-hand.R
     DEF-breast.L
     DEF-spine.004
      DEF-spine.005
       DEF-spine.006
 MCH-thigh_ik_target.L
 foot_ik.L";

const UNREAL: &str = "
root
 pelvis
  spine_01
   spine_02
    spine_03
     clavicle_l
      upperarm_l
       lowerarm_l
        hand_l
         index_01_l
        lowerarm_twist_01_l
       upperarm_twist_01_l
     clavicle_r
      upperarm_r
       lowerarm_r
        hand_r
     neck_01
      head
  thigh_l
   calf_l
    calf_twist_01_l
    foot_l
     ball_l
   thigh_twist_01_l
  thigh_r
   calf_r
    foot_r
     ball_r
 ik_foot_root
  ik_foot_l
 ik_hand_root
  ik_hand_gun";

const BIPED: &str = "
Bip01
 Bip01 Pelvis
  Bip01 Spine
   Bip01 L Thigh
    Bip01 L Calf
     Bip01 L Foot
      Bip01 L Toe0
       Bip01 L Toe0Nub
   Bip01 R Thigh
    Bip01 R Calf
     Bip01 R Foot
   Bip01 Spine1
    Bip01 Neck
     Bip01 L Clavicle
      Bip01 L UpperArm
       Bip01 L Forearm
        Bip01 L Hand
         Bip01 L Finger0
     Bip01 R Clavicle
      Bip01 R UpperArm
       Bip01 R Forearm
        Bip01 R Hand
     Bip01 Head
      Bip01 Ponytail1";

const VROID: &str = "
Root
 J_Bip_C_Hips
  J_Bip_C_Spine
   J_Bip_C_Chest
    J_Bip_C_UpperChest
     J_Bip_C_Neck
      J_Bip_C_Head
       J_Adj_L_FaceEye
       J_Sec_Hair1_01
     J_Bip_L_Shoulder
      J_Bip_L_UpperArm
       J_Bip_L_LowerArm
        J_Bip_L_Hand
         J_Bip_L_Little1
     J_Bip_R_Shoulder
      J_Bip_R_UpperArm
       J_Bip_R_LowerArm
        J_Bip_R_Hand
     J_Sec_L_Bust1
  J_Bip_L_UpperLeg
   J_Bip_L_LowerLeg
    J_Bip_L_Foot
     J_Bip_L_ToeBase
  J_Bip_R_UpperLeg
   J_Bip_R_LowerLeg
    J_Bip_R_Foot
     J_Bip_R_ToeBase";

const MAKEHUMAN: &str = "
root
 pelvis.L
  upperleg01.L
   upperleg02.L
    lowerleg01.L
     lowerleg02.L
      foot.L
       toe1-1.L
 pelvis.R
  upperleg01.R
   upperleg02.R
    lowerleg01.R
     lowerleg02.R
      foot.R
 spine05
  spine04
   spine03
    spine02
     spine01
      clavicle.L
       shoulder01.L
        upperarm01.L
         upperarm02.L
          lowerarm01.L
           lowerarm02.L
            wrist.L
             finger1-1.L
             metacarpal1.L
      clavicle.R
       shoulder01.R
        upperarm01.R
         lowerarm01.R
          wrist.R
      neck01
       neck02
        neck03
         head
          jaw";

const CMU: &str = "
Hips
 LHipJoint
  LeftHip
   LeftKnee
    LeftAnkle
     LeftToe
 RHipJoint
  RightHip
   RightKnee
    RightAnkle
     RightToe
 lowerback
  Chest
   Chest2
    lowerneck
     Neck
      Head
    LeftCollar
     LeftShoulder
      LeftElbow
       LeftWrist
        lhand
         LFingers
        LThumb
    RightCollar
     RightShoulder
      RightElbow
       RightWrist
        rhand
         RFingers
        RThumb";

#[test]
fn a_side_is_read_in_every_usual_spelling() {
    for name in [
        "thigh.L",
        "thigh_L",
        "thigh-l",
        "thighLeft",
        "left_thigh",
        "l_thigh",
        "L_thigh",
        "LThigh",
        "lthigh",
        "leftthigh",
        "LEFT_THIGH",
        "Left Thigh",
        "Armature|thigh.L",
        "b_LeftThigh_015",
        "thigh.L.001",
        "rig:def_thigh_l",
        "upperleg.l",
        "upper_leg.l",
        "LeftUpLeg",
        "leg_upper_L",
    ] {
        let skeleton = skeleton(&format!("hips\n {name}"));
        let roles = RoleMap::infer(&skeleton);
        assert_eq!(roles.get(Role::UpperLeg(Side::Left)), Some(JointIndex(1)), "{name}");
    }
}

#[test]
fn names_that_only_look_like_parts_have_no_role() {
    for name in [
        "armor.L",
        "handle_l",
        "footstep.R",
        "legend",
        "r",
        "L",
        "",
        "Backpack",
        "earring.L",
        "é.L",
        "\u{0130}",
    ] {
        let skeleton = skeleton(&format!("hips\n {name}"));
        let roles = RoleMap::infer(&skeleton);
        let role = roles.role_of(JointIndex(1));
        assert_eq!(role, None, "{name:?}");
    }
}

#[test]
fn of_two_that_would_do_the_plainer_name_is_meant() {
    let hands = skeleton("upper_arm.L\n lower_arm.L\n  hand_strap.L\n  hand.L");
    assert_eq!(RoleMap::infer(&hands).get(Role::Hand(Side::Left)), hands.find("hand.L"));
    let heads = skeleton("hips\n head_camera\n neck\n  head");
    assert_eq!(RoleMap::infer(&heads).get(Role::Head), heads.find("neck/head"));
}

#[test]
fn a_finger_has_a_side() {
    let middle = skeleton("hips\n SpineMiddle\n  Bone\n   left_collar\n    hand_middle.L");
    let roles = RoleMap::infer(&middle);
    assert_eq!(roles.get(Role::Chest), middle.find("SpineMiddle"));
    assert_eq!(roles.get(Role::Finger(Side::Left)), middle.find("hand_middle.L"));
}

#[test]
fn a_shoulder_is_what_its_neighbours_leave_over() {
    let upper = |outline: &str| {
        let skeleton = skeleton(outline);
        let roles = RoleMap::infer(&skeleton);
        let name = |role| roles.get(role).map(|joint| skeleton.name(joint).to_owned());
        (name(Role::Shoulder(Side::Right)), name(Role::UpperArm(Side::Right)))
    };
    let some = |name: &str| Some(name.to_owned());
    assert_eq!(
        upper("chest\n right_shoulder\n  right_elbow\n   right_wrist"),
        (None, some("right_shoulder"))
    );
    assert_eq!(
        upper("chest\n right_shoulder\n  right_arm\n   right_forearm\n    right_hand"),
        (some("right_shoulder"), some("right_arm"))
    );
    assert_eq!(
        upper("chest\n right_collar\n  right_shoulder\n   right_elbow\n    right_hand"),
        (some("right_collar"), some("right_shoulder"))
    );
}

#[test]
fn a_joint_without_a_name_is_of_the_trunk_only_between_hips_and_arms() {
    let beside = skeleton("\nscene\n hips\n Bone.001\n  left_shoulder");
    let roles = RoleMap::infer(&beside);
    assert_eq!((roles.get(Role::Spine), roles.get(Role::Chest)), (None, None));
    let between = skeleton("\nscene\n hips\n  Bone.001\n   left_shoulder");
    let roles = RoleMap::infer(&between);
    assert_eq!((roles.get(Role::Spine), roles.get(Role::Chest)), (None, between.find("Bone.001")));
}

#[test]
fn a_role_given_by_hand_takes_the_place_of_the_inferred_one() {
    let skeleton = skeleton(KAYKIT);
    let mut roles = RoleMap::infer(&skeleton);
    let wrist = skeleton.find("wrist.l").expect("of the outline");
    let hand = skeleton.find("hand.l").expect("of the outline");
    assert_eq!(roles.get(Role::Hand(Side::Left)), Some(wrist), "the hand begins at the wrist");
    let before = roles.len();
    roles.set(Role::Hand(Side::Left), hand);
    assert_eq!((roles.role_of(wrist), roles.role_of(hand)), (None, Some(Role::Hand(Side::Left))));
    assert_eq!(roles.evidence(hand), Some(&Evidence::Given));
    assert_eq!(roles.len(), before, "one lost its role, one has a new one");
    roles.set(Role::Control, wrist);
    assert!(roles.joints(Role::Control).count() > 2, "a shared role is not taken from others");
    assert_eq!(roles.remove(wrist), Some(Role::Control));
    assert!(roles.iter().is_sorted(), "in order");
}
