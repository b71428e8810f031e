#pragma once
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/platform.h"
#include "jobs/workers.h"
#include "view/mesh.h"

namespace app {

/// Reads the meshes of a scene in the background. Keeps those of the last scene.
class MeshLoader {
 public:
  using Loaded = std::pair<std::string, std::shared_ptr<const view::Mesh>>;  ///< file, mesh

  explicit MeshLoader(Platform& platform) : platform_(platform), workers_(platform.workers(2)) {}

  /// Drops unfinished reading and starts anew. `at_once`: waits for threads to read the meshes.
  void start(std::vector<std::string> files, bool at_once);
  /// Returns the meshes read since the last call; called once a frame.
  std::vector<Loaded> take();
  bool busy() const { return done_count_ < files_.size(); }
  /// A message for the user: that loading takes long, its result, or an error.
  struct LoadMessage {
    std::string text;
    bool is_error = false;
  };
  std::vector<LoadMessage> take_messages() { return std::exchange(messages_, {}); }

 private:
  struct Known {
    std::shared_ptr<const view::Mesh> mesh;  // null: not read yet, or it cannot be
    int64_t changed = 0;                     // time of the file's last change
    std::string wrong = {};                  // why it cannot
  };
  std::optional<jobs::Slices> next();
  jobs::Slices work(std::string file, Known known);
  void conclude();

  Platform& platform_;
  MeshReader read_;  // set while something is to be read
  std::vector<std::string> files_;
  size_t done_count_ = 0;  // meshes already taken
  bool is_announced_ = false;
  std::chrono::steady_clock::time_point start_time_;
  std::vector<LoadMessage> messages_;
  std::mutex mutex_;  // guards the members below
  size_t begun_count_ = 0;
  std::map<std::string, Known> known_;
  std::vector<std::pair<std::string, Known>> results_;
  std::unique_ptr<jobs::Workers> workers_;  // last, so that it ends before the data it uses
};

}  // namespace app
