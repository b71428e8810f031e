#pragma once
#include <filesystem>
#include <string>

#include "lab/output_file.h"
#include "sim/simulation.h"

namespace lab {

/// A CSV with a row a step: step (from 0), T, then the joint coordinates theta0... (rad, scene
/// units) or the errors total, error0... (scene units). All digits, so that it reads back exactly.
class TraceFile {
 public:
  enum class Kind { Thetas, Errors };
  TraceFile(const std::filesystem::path& path, Kind kind, const ik::Skeleton& skeleton);

  void add(const sim::Simulation& simulation);  ///< after each step
  void commit() { file_.commit(); }

 private:
  void number(double value);

  Kind kind_;
  OutputFile file_;
  std::string row_;
};

}  // namespace lab
