#pragma once
#include <filesystem>
#include <string>

#include "files/output_file.h"
#include "sim/simulation.h"

namespace formats {

/// A CSV with a row per step: step (from 0), T, then the joint coordinates theta0... (rad, scene
/// units), or the errors total, error0... (scene units), of a recorded motion the mean angle to it,
/// and the readings of the method, a column titled "name [unit]" for each of MethodInfo::readings.
/// These are the readings of the first step's method; in steps of another method they are empty.
/// Written with all digits, so that it reads back exactly.
class TraceFile {
 public:
  enum class Kind { Thetas, Errors };
  TraceFile(const std::filesystem::path& path, Kind kind, const sim::Simulation& simulation);

  void add(const sim::Simulation& simulation);  ///< after each step
  void commit();

 private:
  void set_titles(const sim::Simulation& simulation);
  void number(double value);

  Kind kind_;
  files::OutputFile file_;
  const ik::MethodInfo* method_ = nullptr;  ///< whose readings there are; null before the first row
  std::string row_;
};

}  // namespace formats
