#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "formats/session_file.h"

namespace formats {

/// Tells how a student did the task of a step: the session up to the moment at which it was done.
struct DoneTask {
  int64_t began = 0;  ///< the tick at which the step began
  SessionFile session;
  std::vector<double> end;  ///< n, the selected run's joint coordinates at the session's end
};

/// Holds the answer and the task of a step.
struct HandedStep {
  int answer = -1;  ///< index of the answer; -1: none
  std::optional<DoneTask> task = {};
};

/// A student hands this in after a lesson: the answers, and the sessions in which the tasks were
/// done, which ikscope-lab grade plays again.
struct HandIn {
  std::string lesson = {};   ///< its title
  std::string version = {};  ///< of the program
  std::vector<HandedStep> steps = {};
  bool sealed = true;  ///< whether the text is as it was written (a check of reading alone)
};

/// Returns the text of a file that is handed in. Its first line is a hash of the rest, so that a
/// file that was edited is known. (Who computes it anew is not found by it.)
std::string to_toml(const HandIn& hand_in);

/// Reads such a file. Throws base::Error: one sentence with file, line, what is wrong and what was
/// expected.
HandIn load_hand_in(const std::filesystem::path& file);

}  // namespace formats
