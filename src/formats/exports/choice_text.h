#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "formats/scene/run_options.h"
#include "sweep/choose/candidate.h"

namespace formats {

/// Returns the options of ikscope-lab choose, or the whole command line, that make the same choice.
/// options: scene, joints and track.
std::vector<std::string> choose_words(const sweep::ChoiceRequest& request,
                                      const RunOptions& options);
std::string choose_command(const sweep::ChoiceRequest& request, const RunOptions& options);
/// Returns the command line that shows the first method; empty if none meets the demands.
std::string see_command(const sweep::Choice& choice, const RunOptions& options);
/// Returns the choice as JSON, with the command that makes it.
std::string choice_json(const sweep::Choice& choice, const RunOptions& options);
/// Adds rates, updates and times of solves; null where none was solved.
void add_summary(nlohmann::ordered_json& json, const sweep::SolveSummary& sum);

}  // namespace formats
