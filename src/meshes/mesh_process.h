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
#include "meshes/answer.h"
#include "view/mesh.h"

namespace meshes {

/// The program ikscope-meshes, in a process of its own, which has limits of memory and time for
/// each file: a damaged one can crash Assimp, but not this program. It ends with this object.
class MeshProgram {
 public:
  MeshProgram();  ///< starts it; throws base::Error
  ~MeshProgram();
  MeshProgram(const MeshProgram&) = delete;
  MeshProgram& operator=(const MeshProgram&) = delete;

  /// Asks it to read a file; false: it has ended.
  bool ask(const std::string& file);
  int socket() const { return socket_; }  ///< from which its answers come
  int wait() { return process_->wait(); }

 private:
  int socket_ = -1;
  std::optional<jobs::Process> process_;
};

/// Programs that wait for a file to read: to start one takes longer than to read a small mesh. For
/// several threads.
class MeshPrograms {
 public:
  std::unique_ptr<MeshProgram> take();  ///< null: none waits
  void give(std::unique_ptr<MeshProgram> program);

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<MeshProgram>> programs_;
};

/// The reading of a mesh file by a program of its own meanwhile, which ends if the reading ends
/// before its time.
class MeshProcess {
 public:
  /// Begins it, by one of `programs` if one waits. Throws base::Error.
  MeshProcess(const std::filesystem::path& file, std::shared_ptr<MeshPrograms> programs);

  /// The triangles; nothing if they are not there before `patience` is over. Throws base::Error:
  /// which file, what is wrong, what was expected.
  std::optional<view::Triangles> take(std::chrono::milliseconds patience);

 private:
  using Clock = std::chrono::steady_clock;
  using Bytes = std::span<std::byte>;

  void start_program();
  void await_answer();
  bool receive(Clock::time_point until);
  void make_room();
  [[noreturn]] void fail(const std::string& why);

  std::string file_;
  Clock::time_point begin_ = Clock::now();
  std::shared_ptr<MeshPrograms> programs_;
  std::unique_ptr<MeshProgram> program_;
  bool has_read_others_ = false;  // the program
  Answer answer_;
  view::Triangles triangles_;
  std::string sentence_;
  std::vector<Bytes> awaited_;  // where the next bytes belong, the first ones last
};

}  // namespace meshes
