#pragma once
#include "lessons/lesson.h"

namespace lab {

/// Returns the names of the window's parts and options from assets/window.toml, so that lessons are
/// checked here as the window checks them. A test compares the file with the window's own tables.
const lessons::WindowTerms& window_terms();

}  // namespace lab
