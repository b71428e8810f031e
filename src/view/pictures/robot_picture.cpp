#include "view/pictures/robot_picture.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/type_ptr.hpp>

namespace view {
namespace {

using SolidKind = sim::Solid::Kind;

/// A solid's frame in the picture: its axes, unit vectors, and its origin.
struct Transform {
  glm::vec3 x, y, z, at;
  glm::vec3 operator()(glm::vec3 p) const { return at + p.x * x + p.y * y + p.z * z; }
};

Transform transform_of(const sim::Solid& solid, const ik::Skeleton& body, const ik::Pose& pose,
                       const UpAxis& up) {
  const sim::Frame frame = sim::carried(body, pose, solid.joint, solid.frame);
  return {up.to_glm(frame.rotation.col(0)), up.to_glm(frame.rotation.col(1)),
          up.to_glm(frame.rotation.col(2)), up.to_glm(frame.position)};
}

Transform smaller(const Transform& transform, glm::vec3 middle, float size) {
  const glm::vec3 at = transform(middle);
  return {size * transform.x, size * transform.y, size * transform.z,
          at + size * (transform.at - at)};
}

glm::vec3 plain(const Eigen::Vector3d& v) { return {v.x(), v.y(), v.z()}; }

/// Returns limbs that cast the shadow of a cylinder along z.
std::vector<Limb> cylinder_hull(float radius, float half, glm::vec4 color) {
  const glm::vec3 end(0, 0, half - radius);
  if (half > radius) return {{-end, end, radius, radius, color}};
  // Flat: three bars side by side.
  std::vector<Limb> bars;
  for (const float at : {-0.55f, 0.f, 0.55f}) {
    const glm::vec3 side(at * radius, 0, 0);
    const glm::vec3 along(0, std::sqrt(1 - at * at) * radius - half, 0);
    bars.push_back({side - along, side + along, half, half, color});
  }
  return bars;
}

}  // namespace

RobotPicture::RobotPicture(const sim::Scene& scene) : skeleton_(scene.skeleton), up_(scene.up) {
  for (const sim::Solid& solid : scene.solids) {
    solids_.push_back({solid, nullptr, {}, {}});
    measure(solids_.back());
  }
  find_covered_joints();
}

std::vector<std::string> RobotPicture::files() const {
  std::vector<std::string> all;
  for (const Part& part : solids_)
    if (part.solid.kind == SolidKind::Mesh && std::ranges::find(all, part.solid.mesh) == all.end())
      all.push_back(part.solid.mesh);
  return all;
}

void RobotPicture::add(const std::string& file, std::shared_ptr<const Mesh> mesh) {
  for (Part& part : solids_)
    if (part.solid.kind == SolidKind::Mesh && part.solid.mesh == file) {
      part.mesh = mesh;
      measure(part);
    }
  find_covered_joints();
}

/// Computes the hull and the box of a solid.
void RobotPicture::measure(Part& part) const {
  const glm::vec3 size = plain(part.solid.size);
  const glm::vec4 white(1);
  part.hull.clear();
  part.box = {};
  glm::vec3 half = size;
  switch (part.solid.kind) {
    case SolidKind::Box:
      half = 0.5f * size;
      break;
    case SolidKind::Sphere:
      part.hull = {{glm::vec3(0), glm::vec3(0), size.x, size.x, white}};
      break;
    case SolidKind::Cylinder:
      half.z = 0.5f * size.z;
      part.hull = cylinder_hull(size.x, half.z, white);
      break;
    case SolidKind::Capsule: {
      const glm::vec3 end(0, 0, 0.5f * size.z);
      part.hull = {{-end, end, size.x, size.x, white}};
      half.z = end.z + size.x;
      break;
    }
    case SolidKind::Ellipsoid: {
      int axis = 0;
      for (int i = 1; i < 3; ++i)
        if (size[i] > size[axis]) axis = i;
      const float radius = 0.5f * (size.x + size.y + size.z - size[axis]);
      glm::vec3 end(0);
      end[axis] = std::max(size[axis] - radius, 0.f);
      part.hull = {{-end, end, radius, radius, white}};
      break;
    }
    case SolidKind::Mesh: {
      if (!part.mesh) return;
      part.box.add(size * part.mesh->bounds.low);
      part.box.add(size * part.mesh->bounds.high);
      const glm::vec3 factor = glm::abs(size);
      const float mean = (factor.x + factor.y + factor.z) / 3;
      for (const Limb& limb : part.mesh->hull)
        part.hull.push_back({size * limb.a, size * limb.b, mean * limb.ra, mean * limb.rb, white});
      return;
    }
  }
  part.box.add(-half);
  part.box.add(half);
}

/// Finds which joints carry a drawn solid, and how far solids reach around each joint.
void RobotPicture::find_covered_joints() {
  covered_.assign(static_cast<size_t>(skeleton_->joints()) + 1, 0);
  surface_radius_.assign(static_cast<size_t>(skeleton_->joints()), 0);
  for (const Part& part : solids_) {
    if (!part.is_drawn()) continue;
    covered_[part.solid.joint + 1] = 1;
    const sim::Frame& frame = part.solid.frame;
    for (int j = 0; j < skeleton_->joints(); ++j) {
      if (part.solid.joint != j && part.solid.joint != skeleton_->joint(j).parent) continue;
      const glm::vec3 joint =
          plain(frame.rotation.transpose() * (skeleton_->joint(j).position - frame.position));
      float& surface_radius = surface_radius_[j];
      for (const Limb& limb : part.hull) {
        const float away = distance_to_segment(joint, limb.a, limb.b),
                    radius = std::max(limb.ra, limb.rb);
        if (away < radius) surface_radius = std::max(surface_radius, away + radius);
      }
      if (part.solid.kind == SolidKind::Box &&
          glm::all(glm::lessThan(glm::abs(joint), part.box.high)))
        surface_radius = std::max(surface_radius, glm::length(part.box.high));
    }
  }
}

void RobotPicture::add_framing_points(const ik::Pose& pose, std::vector<glm::vec3>& points) const {
  constexpr size_t most_solids = 64;
  for (size_t i = 0; i < solids_.size(); i += solids_.size() / most_solids + 1) {
    const Part& part = solids_[i];
    if (!part.is_drawn()) continue;
    const Transform transform = transform_of(part.solid, *skeleton_, pose, up_);
    if (part.solid.kind == SolidKind::Sphere) {
      add_side_centers(points, transform.at, glm::vec3(part.box.high.x));
    } else {
      for (int corner = 0; corner < 8; ++corner)
        points.push_back(transform(part.box.corner(corner)));
    }
  }
}

Box RobotPicture::bounds(const ik::Pose& pose) const {
  Box all;
  for (const Part& part : solids_) {
    if (!part.is_drawn()) continue;
    const Transform transform = transform_of(part.solid, *skeleton_, pose, up_);
    if (part.solid.kind != SolidKind::Box && part.solid.kind != SolidKind::Mesh &&
        part.solid.kind != SolidKind::Cylinder) {
      for (const Limb& limb : part.hull) {
        all.add(transform(limb.a), limb.ra);
        all.add(transform(limb.b), limb.rb);
      }
    } else {
      for (int i = 0; i < 8; ++i) all.add(transform(part.box.corner(i)));
    }
  }
  return all;
}

void RobotPicture::draw(DrawList& list, const ik::Pose& pose, const SolidPaint& paint,
                        const Camera* camera) const {
  for (const Part& part : solids_) {
    if (!part.is_drawn()) continue;
    const sim::Solid& solid = part.solid;
    Transform transform = transform_of(solid, *skeleton_, pose, up_);
    if (paint.size != 1) transform = smaller(transform, part.box.center(), paint.size);
    const glm::vec3 size = plain(solid.size);
    const bool own = solid.kind == SolidKind::Mesh && !solid.color && part.mesh->colored;
    glm::vec4 color = own ? glm::vec4(1) : paint.plain;
    if (solid.color) color = glm::make_vec4(solid.color->data());
    if (paint.tint)
      color = glm::vec4(glm::mix(glm::vec3(color), glm::vec3(*paint.tint), paint.tint_fraction),
                        color.a);
    color.a *= paint.opacity;
    const auto block = [&](glm::vec3 half) {
      return Block{transform.at, half.x * transform.x, half.y * transform.y, half.z * transform.z,
                   color};
    };
    switch (solid.kind) {
      case SolidKind::Box:
        list.blocks.push_back(block(0.5f * size));
        continue;
      case SolidKind::Sphere:
        list.balls.push_back({transform.at, paint.size * size.x, color});
        continue;
      case SolidKind::Capsule: {
        const glm::vec3 end = 0.5f * size.z * transform.z;
        const float radius = paint.size * size.x;
        list.limbs.push_back({transform.at - end, transform.at + end, radius, radius, color});
        continue;
      }
      case SolidKind::Cylinder:
        list.cylinders.push_back(block({size.x, size.x, 0.5f * size.z}));
        break;
      case SolidKind::Ellipsoid:
        list.ellipsoids.push_back(block(size));
        break;
      case SolidKind::Mesh: {
        const float factor = std::max({std::abs(size.x), std::abs(size.y), std::abs(size.z)});
        const auto& levels = part.mesh->levels;
        int level = 0;
        const glm::vec3 middle = transform(part.box.center());
        const float scale = camera ? camera->pixels_per_unit(middle) * factor : 0;
        while (scale > 0 && level + 1 < static_cast<int>(levels.size()) &&
               levels[level + 1].error * scale < paint.max_error)
          ++level;
        list.meshes.push_back({part.mesh, level,
                               glm::mat4x3(size.x * transform.x, size.y * transform.y,
                                           size.z * transform.z, transform.at),
                               color, own ? 1 - (paint.tint ? paint.tint_fraction : 0) : 0.f});
        break;
      }
    }
    for (const Limb& limb : part.hull)
      list.shadow_casters.push_back({transform(limb.a), transform(limb.b), limb.ra, limb.rb,
                                     glm::vec4(glm::vec3(0), color.a)});
  }
}

}  // namespace view
