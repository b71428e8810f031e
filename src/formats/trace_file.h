#pragma once
#include <filesystem>
#include <string>

#include "files/output_file.h"
#include "sim/simulation.h"

namespace formats {

/// Writes a CSV file with a row per step: step (from 0), T, then the joint coordinates theta0...
/// (rad, scene units), or the errors total, error0... (scene units), the mean angle to a recorded
/// motion, and the method's readings, in a column "name [unit]" for each of MethodInfo::readings.
/// The columns are those of the first step's method; in steps of another method they are empty. All
/// digits are written, so that the file reads back exactly.
class TraceFile {
 public:
  enum class Kind { Thetas, Errors };
  TraceFile(const std::filesystem::path& path, Kind kind, const sim::Simulation& simulation);

  void add(const sim::Simulation& simulation);  ///< after each step
  void commit();

 private:
  void set_titles(const sim::Simulation& simulation);

  Kind kind_;
  files::OutputFile file_;
  const ik::MethodInfo* method_ = nullptr;  ///< of the readings; null before the first row
  std::string row_;
};

}  // namespace formats
