#pragma once
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "jobs/process.h"
#include "meshes/mesh_file.h"
#include "view/mesh.h"

namespace meshes {

/// The program ikscope-meshes in its own process, with limits of memory and time for each file: a
/// damaged file can crash Assimp, but not this program. It ends with this object.
class MeshProgram {
 public:
  MeshProgram();  ///< starts it; throws base::Error
  ~MeshProgram();
  MeshProgram(const MeshProgram&) = delete;
  MeshProgram& operator=(const MeshProgram&) = delete;

  /// Requests a file; returns false if the program has ended.
  bool ask(const std::string& file);
  /// Waits at most `patience` for bytes of an answer. Returns how many came, or nothing if the
  /// program has ended.
  std::optional<size_t> receive(std::span<std::byte> to, std::chrono::milliseconds patience);
  /// Lets it end; returns whether a file had taken more processor time than is allowed.
  bool end();

 private:
  int requests_ = -1, answers_ = -1;  // a socket on POSIX systems, pipes on Windows
  std::optional<jobs::Process> process_;
};

/// Programs that wait for a file, since starting one takes long. Several threads can use it.
class MeshPrograms {
 public:
  std::unique_ptr<MeshProgram> take();  ///< null if none is waiting
  void give(std::unique_ptr<MeshProgram> program);

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<MeshProgram>> programs_;
};

/// Reads a mesh file in another program, which is stopped if this object is destroyed early.
class MeshProcess {
 public:
  /// Starts reading, with one of `programs` if one is waiting. Throws base::Error.
  MeshProcess(const std::filesystem::path& file, std::shared_ptr<MeshPrograms> programs);

  /// Returns the triangles, or nothing if they are not available within `patience`. Throws
  /// base::Error: which file, what is wrong, what was expected.
  std::optional<view::Triangles> take(std::chrono::milliseconds patience);

 private:
  using Clock = std::chrono::steady_clock;
  using Bytes = std::span<std::byte>;

  void start_program();
  void await_answer();
  bool receive(Clock::time_point until);
  void size_buffers();
  [[noreturn]] void fail(const std::string& why);

  std::string file_;
  Clock::time_point begin_ = Clock::now();
  std::shared_ptr<MeshPrograms> programs_;
  std::unique_ptr<MeshProgram> program_;
  bool is_reused_ = false;  // whether the program has read other files before
  Answer answer_;
  view::Triangles triangles_;
  std::string sentence_;
  std::vector<Bytes> awaited_;  // destinations of the next bytes, the first one last
};

}  // namespace meshes
