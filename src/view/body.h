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
  float radius_scale = 1;       ///< factor on all radii
  bool hides_covered = false;   ///< whether links and hubs that solids cover are left out
  float stand_height = 0;       ///< scene units; 0: that of a body without solids
  bool connects_roots = false;  ///< whether limbs from the world's origin replace the stand
};
BodyPaint paint(const Palette& palette);
BodyPaint paint(glm::vec4 color);
/// Paints a ghost: slimmer, without a stand, its colour mixed with the background.
BodyPaint pale_paint(const Palette& palette, glm::vec4 color, float opacity, float radius_scale);
/// Paints the pose that a shaking body had a step ago.
inline BodyPaint afterimage_paint(const Palette& palette, glm::vec4 color) {
  return pale_paint(palette, color, 0.55f, 0.85f);
}

/// The shape of a skeleton: tapered links, hubs at the joints, and a stand under the roots unless
/// the body floats freely. The constructor finds links and hubs; draw() places them for a pose.
/// Several links that are shorter than the body is thick, as in a rope, are drawn as one.
class Body {
 public:
  explicit Body(const ik::Skeleton& skeleton, UpAxis up_axis = UpAxis());

  enum class Detail { Links, Whole, WithAxes };
  /// Draws the body in a pose, displaced by `at` (scene units) as one of a crowd.
  void draw(DrawList& list, const ik::Pose& pose, const BodyPaint& paint, Detail detail,
            glm::vec3 at = glm::vec3(0)) const;

  /// Tells which joints (entry j + 1; 0: the world) carry a solid, and its radius about each joint.
  void set_covered(const std::vector<char>& covered, const std::vector<float>& surface_radius);
  /// Returns the radius about joint j, scene units, within which a hub or a solid is drawn.
  float surface_radius(int j) const { return surface_radius_[j]; }

  /// Returns the radius of the thickest link, scene units; other drawn sizes scale with it.
  float link_radius() const { return link_radius_; }
  float target_radius() const { return 1.05f * link_radius_; }
  float stand_radius() const { return 3.f * link_radius_; }
  float characteristic_length() const { return characteristic_length_; }
  /// Returns a bound for the distance of effectors from their root, with slides without limits at
  /// zero; at least the characteristic length.
  float reach() const { return reach_; }

  /// Returns the conversion from the scene's frame to that of drawings.
  const UpAxis& up_axis() const { return up_axis_; }
  /// Returns the joints at drawn hubs in ascending order, including all that share a hub.
  const std::vector<int>& drawn_joints() const { return drawn_; }
  /// Returns the child joints of joint j, or the roots for -1.
  const std::vector<int>& children(int j) const { return children_[j + 1]; }

  /// Returns the end of the pin that shows joint j's axis, even if no pin is drawn.
  glm::vec3 axis_end(const ik::Pose& pose, int j) const {
    return up_axis_.to_glm(pose.position.col(j)) +
           pin_length(j, true) * up_axis_.to_glm(pose.axis.col(j));
  }
  /// Returns a unit vector perpendicular to joint j's axis, towards what the joint carries.
  glm::vec3 direction_across(const ik::Skeleton& skeleton, const ik::Pose& pose, int j) const;
  Box bounds(const ik::Pose& pose) const;
  glm::vec3 root_position(const ik::Pose& pose) const {
    return up_axis_.to_glm(pose.position.col(0));
  }
  /// Returns the height of a floor for a body that starts in this pose, scene units.
  float floor_height(const ik::Pose& pose) const;

 private:
  float pin_length(int j, bool bare) const;

  struct Link {
    int joint;     // the link begins at this joint,
    int child;     // ends at this joint,
    int effector;  // or, where that is -1, at this effector
    float ra, rb;
    int last;  // last joint of the chain from `joint` on that this link stands for
    bool covered = false;
  };
  struct Hub {
    int joint;  // the first of the joints that share the position
    float radius;
    bool slides;
    bool root;
    bool covered = false;
  };
  UpAxis up_axis_;
  float characteristic_length_, link_radius_, reach_;
  std::vector<std::vector<int>> children_;  // of joint j: entry j + 1
  // from_: the joint at whose hub the link of joint j begins.
  std::vector<int> drawn_, parent_, from_;
  bool stands_ = true;  // whether no solid is fixed to the world
  std::vector<Link> links_;
  std::vector<Hub> hubs_;
  std::vector<char> is_shown_;  // whether effector i is no further goal of another one
  std::vector<float> hub_radius_, pin_length_;  // of joint j; a pin of length 0 is not drawn
  std::vector<float> surface_radius_;
};

}  // namespace view
