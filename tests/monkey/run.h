#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "monkey/event.h"

namespace monkey {

/// What is to be done to the window.
struct Plan {
  uint64_t seed = 1;  ///< of the start and the user's files; and of what is done, unless
  int frames = 1000;
  bool replay = false;  ///< these events are what is done
  std::vector<Event> events = {};
};

struct Outcome {
  int frame = 0;           ///< the last
  uint64_t digest = 0;     ///< of all that the bodies did: equal for equal runs
  std::string fault = {};  ///< empty: none
};

/// Runs the window in a process of its own, in this folder, which is made anew: "events" is all
/// that was done, as load() reads it, "said" what the program printed. Fails if the program ends or
/// hangs (20 s for a frame), if a number is not finite, if OpenGL complains, if what the window
/// says has control characters in it.
Outcome run(const Plan& plan, const std::filesystem::path& folder);

Plan load(const std::filesystem::path& events);
/// With fewer events, the same fault; tries for so many seconds.
Plan shortened(const Plan& plan, const Outcome& fault, const std::filesystem::path& folder,
               double seconds);
void save(const Plan& plan, const std::filesystem::path& events);

}  // namespace monkey
