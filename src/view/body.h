#pragma once
#include <glm/glm.hpp>
#include <vector>

#include "ik/model/pose.h"
#include "ik/model/skeleton.h"
#include "view/draw_list.h"
#include "view/palette.h"
#include "view/up_axis.h"

namespace view {

/// The colours of a body: the palette's for a single body, one colour for each of several overlaid
/// bodies. A translucent body has no stand.
struct BodyPaint {
  glm::vec4 link, joint, axis, stand;
  /// Effector i takes entry i modulo their number.
  glm::vec4 effectors[std::extent_v<decltype(Palette::series)>];
  float radius_scale = 1;       ///< by which radii are smaller
  bool bare = false;            ///< without what solids cover
  float foot = 0;               ///< height of the stand, if not that of a body without solids
  bool connects_roots = false;  ///< by bones from the world's origin, instead of stands
};
BodyPaint paint(const Palette& palette);
BodyPaint paint(glm::vec4 color);
/// Paints a body that is not solid: slimmer, without a stand, its colour mixed with the background.
BodyPaint pale_paint(const Palette& palette, glm::vec4 color, float opacity, float radius_scale);
/// Paints the pose that a shaking body had a step ago.
inline BodyPaint afterimage_paint(const Palette& palette, glm::vec4 color) {
  return pale_paint(palette, color, 0.55f, 0.85f);
}

/// The solid shape of a skeleton: tapered links, hubs where joints are, a stand under the roots,
/// but none under a body that is free in space. Limbs and hubs are found once; draw() moves them.
/// Links shorter than the body is thick, as in a rope of a thousand, are drawn several as one.
class Body {
 public:
  explicit Body(const ik::Skeleton& skeleton, UpAxis upright = UpAxis());

  enum class Detail { Links, Whole, WithAxes };
  /// `at`: from where it stands in the scene, for one of a crowd.
  void draw(DrawList& list, const ik::Pose& pose, const BodyPaint& paint, Detail detail,
            glm::vec3 at = glm::vec3(0)) const;

  /// Tells which joints (entry j + 1; 0: the world) carry a solid, and its radius about each joint.
  void cover(const std::vector<char>& covered, const std::vector<float>& surface_radius);
  /// Radius about joint j of what is drawn there.
  float surface_radius(int j) const { return surface_radius_[j]; }

  /// Everything scales with this: the radius of the thickest link, scene units.
  float thickness() const { return thickness_; }
  float target_radius() const { return 1.05f * thickness_; }
  float stand_radius() const { return 3.f * thickness_; }
  float characteristic_length() const { return characteristic_length_; }
  /// Farthest that an effector can get from its root; slides without limits aside.
  float reach() const { return reach_; }

  /// How the scene that it is of is turned to be drawn.
  const UpAxis& upright() const { return upright_; }
  /// The joints whose hubs are drawn, in order, including all that share a hub.
  const std::vector<int>& drawn() const { return drawn_; }
  /// Joints on joint j, those without a parent for -1.
  const std::vector<int>& children(int j) const { return children_[j + 1]; }

  /// The end of the pin that shows joint j's axis, also where none is drawn.
  glm::vec3 axis_end(const ik::Pose& pose, int j) const {
    return upright_.to_glm(pose.position.col(j)) +
           pin_length(j, true) * upright_.to_glm(pose.axis.col(j));
  }
  /// A unit vector at right angles to joint j's axis, towards what hangs below the joint.
  glm::vec3 across(const ik::Skeleton& skeleton, const ik::Pose& pose, int j) const;
  Box bounds(const ik::Pose& pose) const;
  glm::vec3 root(const ik::Pose& pose) const { return upright_.to_glm(pose.position.col(0)); }
  /// Height of a floor for a body that starts in this pose.
  float floor(const ik::Pose& pose) const;

 private:
  float pin_length(int j, bool bare) const;

  struct Link {
    int joint;     // the link hangs below this joint
    int child;     // and ends at this joint,
    int effector;  // or, where that is -1, at this effector
    float ra, rb;
    int last;  // joint above its end: the link is those that end at `joint`, down to this one
    bool covered = false;
  };
  struct Hub {
    int joint;  // the first of the joints that share the position
    float radius;
    bool slides;
    bool root;
    bool covered = false;
  };
  UpAxis upright_;
  float characteristic_length_, thickness_, reach_;
  std::vector<std::vector<int>> children_;  // of joint j: entry j + 1
  std::vector<int> drawn_, parent_, from_;  // from_: whose hub the link below joint j begins at
  bool stands_ = true;                      // no solid is its base
  std::vector<Link> links_;
  std::vector<Hub> hubs_;
  std::vector<char> shown_;                     // effector i: not a further goal of another one
  std::vector<float> hub_radius_, pin_length_;  // of joint j; the pin shows its axis; 0: none
  std::vector<float> surface_radius_;
};

}  // namespace view
