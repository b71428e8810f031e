#pragma once
#include <Eigen/Core>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sim/scene.h"

namespace formats {

/// Targets from a CSV file: a row of titles, then a row for each moment with the values of joints,
/// whose pose meets the targets, or the three numbers of every goal.
struct TargetRows {
  std::vector<Eigen::Matrix3Xd> targets = {};  ///< 3 x k each
  std::vector<double> times = {};              ///< of a column "time"; empty: there is none
  std::vector<int64_t> lines = {};             ///< of the file
  std::string notice = {};  ///< of the first pose beyond a joint's limits; empty: there is none
};

/// Reads them. home: the values of joints without a column. Throws base::Error with file and line.
TargetRows read_target_rows(std::string_view text, const std::filesystem::path& file,
                            const sim::Scene& scene, const Eigen::VectorXd& home);

/// A scene whose targets wait for `track_wait` steps at the first row, then follow the rows once.
struct Track {
  std::shared_ptr<const sim::Scene> scene;
  int64_t steps = 0;  ///< from the first row to the last
};
constexpr int64_t track_wait = 120;
/// Returns whether the first row of a file names only joints or goals of the scene's body.
bool is_track(const std::filesystem::path& file, const sim::Scene& scene);
/// Replaces the paths of an earlier track. Throws base::Error.
Track with_track(const sim::Scene& scene, const std::filesystem::path& file);

}  // namespace formats
