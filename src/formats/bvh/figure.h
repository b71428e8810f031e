#pragma once
#include <vector>

#include "formats/bvh/file.h"
#include "sim/scene.h"

namespace formats {

/// A motion capture file after the decisions that the format leaves to its readers: docs/bodies.md.
struct BvhFigure {
  /// The file with positions that are added to OFFSET, whichever form it had. If the file has bones
  /// only in the positions, OFFSET is that of the first frame.
  BvhFile file;
  std::vector<std::vector<size_t>> children;  ///< the children of each joint
  std::vector<int> row;                       ///< the first channel of each joint in values
  /// Tells for each joint whether it moves the whole figure, as the root and the hips below a
  /// static root do.
  std::vector<bool> carries_figure;
  sim::Scene::Up up = sim::Scene::Up::Y;
};
BvhFigure figure_of(BvhFile file);

/// Counts the limbs that end at each joint or below it.
std::vector<int> count_ends(const std::vector<BvhFile::Joint>& joints);

/// Returns the greatest extent of the figure with every joint at zero.
double height_of(const std::vector<BvhFile::Joint>& joints);

/// Returns whether a name contains one of these words, ignoring case.
bool name_has(const std::string& name, std::initializer_list<std::string_view> words);

}  // namespace formats
