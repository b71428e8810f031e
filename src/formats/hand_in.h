#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "formats/session_file.h"

namespace formats {

/// How a student did the task of a step: the session up to the moment at which it was done.
struct DoneTask {
  int64_t began = 0;  ///< the tick at which the step began
  SessionFile session;
  std::vector<double> end;  ///< n, the selected run's joint coordinates at the session's end
};

/// A student's answer and task for a step of a lesson.
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
  bool is_unedited = true;  ///< whether the file is as it was written; set by load_hand_in()
};

/// Returns the text of a file that is handed in. Its first line is a hash of the rest, so that a
/// file that was edited is recognised, unless the hash was computed anew.
std::string to_toml(const HandIn& hand_in);

/// Reads such a file. Throws base::Error: one sentence with file, line, what is wrong and what was
/// expected.
HandIn load_hand_in(const std::filesystem::path& file);

}  // namespace formats
