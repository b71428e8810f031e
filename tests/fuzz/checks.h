#pragma once
#include <filesystem>
#include <memory>
#include <string>

#include "fuzz/reader.h"
#include "sim/session.h"

namespace fuzz {

/// Throws Fault unless it is.
void expect(bool is_true, const std::string& what);

/// One line of visible letters, not too long.
void check_sentence(const std::string& sentence);
/// The same, and it says where: "SOURCE:LINE: ".
void check_location(const std::string& sentence, const std::string& source);

/// Every number of the body, and its writing and reading.
void check_scene(const sim::Scene& scene);
/// A few steps, by each method if the body is not too large, all finite; can_write: then the scene
/// is written and read.
void check_run(const std::shared_ptr<const sim::Scene>& scene, bool can_write = true);
void check_finite(const sim::Simulation& simulation);
/// Whether a body and its crowd are too much for what has to be done ten thousand times.
bool is_large(const sim::Simulation& simulation);

std::string contents(const std::filesystem::path& file);

/// A folder that goes with it.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::filesystem::path put(const std::string& name, const std::string& text) const;

 private:
  std::filesystem::path path_;
};

}  // namespace fuzz
