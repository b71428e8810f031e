// A figure and its motion, written in the dialects of several motion capture programs.
#pragma once
#include <Eigen/Geometry>
#include <cmath>
#include <memory>
#include <numbers>
#include <sstream>
#include <string>
#include <vector>

#include "formats/scene_format.h"
#include "sim/scene.h"

namespace bvh_dialects {

using Eigen::AngleAxisd, Eigen::Vector3d;
using Up = sim::Scene::Up;

struct Part {
  const char* name;
  int parent;
  Vector3d offset;
};
inline const std::vector<Part> human = {{"Hips", -1, {0, 0, 0}},
                                        {"Chest", 0, {0, 30, 0}},
                                        {"Neck", 1, {0, 25, 0}},
                                        {"Head", 2, {0, 9, 0}},
                                        {"Head end", 3, {0, 18, 0}},
                                        {"LeftArm", 1, {16, 18, 0}},
                                        {"LeftForeArm", 5, {28, 0, 0}},
                                        {"LeftHand", 6, {25, 0, 0}},
                                        {"LeftHand end", 7, {16, 0, 0}},
                                        {"RightArm", 1, {-16, 18, 0}},
                                        {"RightForeArm", 9, {-28, 0, 0}},
                                        {"RightHand", 10, {-25, 0, 0}},
                                        {"RightHand end", 11, {-16, 0, 0}},
                                        {"LeftUpLeg", 0, {9, -4, 0}},
                                        {"LeftLeg", 13, {0, -42, 0}},
                                        {"LeftFoot", 14, {0, -42, 0}},
                                        {"LeftFoot end", 15, {0, -8, 14}},
                                        {"RightUpLeg", 0, {-9, -4, 0}},
                                        {"RightLeg", 17, {0, -42, 0}},
                                        {"RightFoot", 18, {0, -42, 0}},
                                        {"RightFoot end", 19, {0, -8, 14}}};
constexpr int frames = 30;

inline bool is_end(size_t part) { return std::string(human[part].name).ends_with(" end"); }

/// Returns the hips' position. With y up the figure walks along z, crouches and waves.
inline Vector3d hips_at(int frame, double height) {
  return {20, height + std::sin(0.3 * frame), 5. * frame - 30};
}
/// Returns degrees about z, x, y, in this order.
inline Vector3d turns_at(size_t part, int frame, double height) {
  if (is_end(part)) return Vector3d::Zero();
  const auto x = static_cast<double>(part);
  const double lies = part == 0 && height < 30 ? -90 : 0;
  return {12 * std::sin(0.21 * frame + x), 15 * std::sin(0.17 * frame + 2 * x) + lies,
          9 * std::sin(0.13 * frame + 3 * x)};
}

struct Dialect {
  const char* name;
  enum class Positions { OfRoot, OfAll, OfAllWithoutOffset, OfBase } positions = Positions::OfRoot;
  int static_roots = 0;
  bool root_moves = false;  // along the ground, and the hips to and fro
  Vector3d hips_offset = Vector3d::Zero();
  bool adds = false;  // the root's positions to its OFFSET
  Up up = Up::Y;
  double height = 96;

  Vector3d upright(const Vector3d& v) const {
    return up == Up::Y ? v : Vector3d(v.x(), -v.z(), v.y());
  }

  std::string text() const {
    std::ostringstream out;
    out.precision(17);
    out << "HIERARCHY\n";
    for (int root = 0; root < static_roots; ++root)
      out << (root == 0 ? "ROOT" : "JOINT") << " Base" << root
          << "\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation "
             "Yrotation\n";
    part(out, 0);
    for (int root = 0; root < static_roots; ++root) out << "}\n";
    out << "MOTION\nFrames: " << frames << "\nFrame Time: 0.0333333\n";
    for (int frame = 0; frame < frames; ++frame) {
      const Vector3d along = positions == Positions::OfBase ? upright(hips_at(frame, height))
                             : root_moves                   ? Vector3d(20, 0, hips_at(frame, 0).z())
                                                            : Vector3d(0, 0, 0);
      for (int root = 0; root < static_roots; ++root)
        out << (root == 0 ? along : Vector3d(0, 0, 0)).transpose() << " 0 0 0 ";
      for (size_t i = 0; i < human.size(); ++i) {
        if (is_end(i)) continue;
        Vector3d p = upright(human[i].offset);
        if (i == 0)
          p = upright(hips_at(frame, height)) - along - (adds ? hips_offset : Vector3d(0, 0, 0));
        if (has_positions(i)) out << p.x() << " " << p.y() << " " << p.z() << " ";
        const Vector3d turns = turns_at(i, frame, height);
        if (up == Up::Y)
          out << turns[0] << " " << turns[1] << " " << turns[2] << " ";
        else  // the same turn: about the old z is about -y, about the old y about z
          out << -turns[0] << " " << turns[1] << " " << turns[2] << " ";
      }
      out << "\n";
    }
    return out.str();
  }

 private:
  bool has_positions(size_t i) const {
    return i == 0 ? positions != Positions::OfBase
                  : positions == Positions::OfAll || positions == Positions::OfAllWithoutOffset;
  }
  void part(std::ostream& out, size_t i) const {
    const bool root = i == 0 && static_roots == 0;
    const bool omits = positions == Positions::OfAllWithoutOffset && !is_end(i);
    const Vector3d offset = i == 0  ? hips_offset
                            : omits ? Vector3d(0, 0, 0)
                                    : upright(human[i].offset);
    out << (is_end(i) ? "End Site"
            : root    ? "ROOT "
                      : "JOINT ")
        << (is_end(i) ? "" : human[i].name) << "\n{\nOFFSET " << offset.x() << " " << offset.y()
        << " " << offset.z() << "\n";
    if (!is_end(i))
      out << "CHANNELS " << (has_positions(i) ? "6 Xposition Yposition Zposition " : "3 ")
          << (up == Up::Y ? "Zrotation Xrotation Yrotation\n" : "Yrotation Xrotation Zrotation\n");
    for (size_t child = i + 1; child < human.size(); ++child)
      if (human[child].parent == static_cast<int>(i)) part(out, child);
    out << "}\n";
  }
};

/// Returns the positions of the parts in a frame, with y up.
inline std::vector<Vector3d> part_positions(int frame, double height) {
  std::vector<Eigen::Isometry3d> at(human.size(), Eigen::Isometry3d::Identity());
  std::vector<Vector3d> positions;
  for (size_t i = 0; i < human.size(); ++i) {
    if (i > 0) at[i] = at[static_cast<size_t>(human[i].parent)];
    at[i].translate(i == 0 ? hips_at(frame, height) : human[i].offset);
    const Vector3d turns = turns_at(i, frame, height) * std::numbers::pi / 180;
    at[i].rotate(AngleAxisd(turns[0], Vector3d::UnitZ()) * AngleAxisd(turns[1], Vector3d::UnitX()) *
                 AngleAxisd(turns[2], Vector3d::UnitY()));
    positions.push_back(at[i].translation());
  }
  return positions;
}

inline std::shared_ptr<const sim::Scene> read(const std::string& text) {
  return formats::scene_format_of("f.bvh")->parse(text, "f.bvh");
}

}  // namespace bvh_dialects
