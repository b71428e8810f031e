#pragma once
#include <memory>
#include <string>

#include "lessons/lesson.h"

namespace lab {

/// Returns a lesson as a page of HTML for print: its texts, pictures of its scenes, its questions
/// and tasks with room to write; or with the answers and what they lead to.
std::string sheet(const std::shared_ptr<const lessons::Lesson>& lesson, bool answers);

}  // namespace lab
