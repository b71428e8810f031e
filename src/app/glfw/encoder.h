#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "jobs/process.h"

namespace app {

/// Returns whether the user can start a program of that name.
bool is_installed(const std::string& program);

/// Starts a program that may outlive this one.
void start_apart(const std::vector<std::string>& words);

/// Another program that reads what is written to it. The destructor waits for it.
class Encoder {
 public:
  /// Throws std::system_error.
  explicit Encoder(const std::vector<std::string>& words);
  ~Encoder() { end(); }
  Encoder(const Encoder&) = delete;
  Encoder& operator=(const Encoder&) = delete;

  /// Writes bytes. Returns false if the program accepts no more.
  bool write(std::span<const uint8_t> bytes);
  /// Waits until the program has ended. Returns false if it failed.
  bool end();

 private:
  std::optional<jobs::Process> process_;
  int pipe_ = -1;
  bool well_ = true;
};

}  // namespace app
