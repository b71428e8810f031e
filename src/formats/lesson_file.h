#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "lessons/lesson.h"

namespace formats {

/// Reads a lesson (docs/writing-lessons.md) and its scenes. Throws base::Error: one sentence with
/// file, line, what is wrong and what was expected. Options of the view and names of panels are
/// checked if there is a window.
std::shared_ptr<const lessons::Lesson> load_lesson(const std::filesystem::path& file,
                                                   const lessons::WindowTerms* window = nullptr);

/// Reads a lesson from text; `source` names it in errors, and relative paths start beside it.
std::shared_ptr<const lessons::Lesson> parse_lesson(std::string_view text,
                                                    const std::string& source,
                                                    const lessons::WindowTerms* window = nullptr);

}  // namespace formats
