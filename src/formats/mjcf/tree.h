#pragma once
#include <map>
#include <set>
#include <string>
#include <vector>

#include "formats/mjcf/geoms.h"
#include "formats/robots/robot.h"

namespace formats::mjcf {

using Names = std::set<std::string, std::less<>>;

/// A point of a body.
struct Site {
  std::string name;
  int link;
  int rank;  ///< how clearly its name denotes a tool; 0: it does not
  sim::Frame frame;
};

struct Model {
  Robot robot = {};
  std::vector<Site> sites = {};
  std::set<int> mocap = {};        ///< links that MuJoCo's user moves
  std::vector<Site> chasing = {};  ///< points of links that are welded or connected to those
  /// Counts elements that matter for the kinematics and are not supported, by name.
  std::map<std::string, int> left_out = {};
  int attached = 0;  ///< models, with those that they attach
};

/// Reads a file and those that it includes and attaches, without choosing effectors. `depth` counts
/// the files that attach it, one through another.
Model read_model(const Document& document, int depth = 0);

/// Reads <equality>, for each replica, whose names end with one of these suffixes: joints that
/// follow others or are held, loops, and bodies fixed to others. Other constraints are left out.
void read_constraints(const Document& document, const Defaults& defaults, const Names& suffixes,
                      Model& model);
/// Reads the start pose: the keyframe "home", or the first that has a number for each coordinate.
void read_keyframes(const Document& document, Robot& robot);

}  // namespace formats::mjcf
