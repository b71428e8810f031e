#pragma once
#include <string>

#include "formats/session_file.h"

namespace formats {

/// Returns what a command did in a few words, "λ 0.3" or "target of left to [1, 2, 0]"; empty if
/// there are none. `effect`: what Simulation::apply() returned.
std::string words_of(const sim::Command& command, const sim::Effect& effect,
                     const ik::Skeleton& body);

/// Returns the text of a lesson to be edited, made from what was done in a session: a step for the
/// start, then one for each change, with a task whose conditions hold after the change and did not
/// before, and whose solution is the change. Changes less than two seconds apart belong together.
/// `scene`: the name or file of the session's scene, as the lesson names it.
std::string lesson_draft(const SessionFile& session, const std::string& title,
                         const std::string& scene);

}  // namespace formats
