#pragma once
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "jobs/process.h"
#include "meshes/answer.h"
#include "view/mesh.h"

namespace meshes {

/// Reads a mesh file in a process of its own, which has limits of memory and time: a damaged file
/// can crash Assimp, but not this program. The process ends with this object.
class MeshProcess {
 public:
  /// Starts it. Throws base::Error.
  explicit MeshProcess(const std::filesystem::path& file);
  ~MeshProcess();
  MeshProcess(const MeshProcess&) = delete;
  MeshProcess& operator=(const MeshProcess&) = delete;

  /// The triangles; nothing if they are not there before `patience` is over. Throws base::Error:
  /// which file, what is wrong, what was expected.
  std::optional<view::Triangles> take(std::chrono::milliseconds patience);

 private:
  using Clock = std::chrono::steady_clock;
  using Bytes = std::span<std::byte>;

  bool receive(Clock::time_point until);
  void make_room();
  [[noreturn]] void fail(const std::string& why);

  std::string file_;
  Clock::time_point begin_ = Clock::now();
  int pipe_ = -1;
  std::optional<jobs::Process> process_;
  Answer answer_;
  view::Triangles triangles_;
  std::string sentence_;
  std::vector<Bytes> awaited_;  // where the next bytes belong, the first ones last
};

}  // namespace meshes
