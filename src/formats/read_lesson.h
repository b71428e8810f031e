#pragma once
#include <string>
#include <utility>
#include <vector>

#include "formats/toml/reader.h"
#include "lessons/lesson.h"

namespace formats {

/// The keys of all methods' parameters and of the world's.
std::vector<std::string> known_parameters();

/// "error left < 0.05", "method = sdls", "runs >= 2": the conditions of a task. Effectors are those
/// of the body.
std::vector<lessons::Condition> read_conditions(const Reader& task, const ik::Skeleton& body);
/// One such condition, or what one is about alone ("error left"), of the list `key`.
lessons::Condition read_condition(const Reader& table, const char* key, const std::string& text,
                                  const ik::Skeleton& body);
lessons::Condition read_subject(const Reader& table, const char* key, const std::string& text,
                                const ik::Skeleton& body);

/// "panel why", "effector left", "target left", "joint elbow": what look_at names.
/// Panels are checked if there is a window.
std::vector<lessons::Spot> read_spots(const Reader& step, const ik::Skeleton& body,
                                      const lessons::WindowTerms* window);

/// A table [view]: keys and texts of options of the view, checked if there is a window; none if it
/// is missing. `what` has it.
std::vector<std::pair<std::string, std::string>> read_view(const Reader& reader,
                                                           const std::string& source,
                                                           const std::string& what,
                                                           const lessons::WindowTerms* window);

}  // namespace formats
