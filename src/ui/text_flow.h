#pragma once
#include <imgui.h>

#include <string_view>

namespace ui {

/// Text to be read rather than glanced at: paragraphs (an empty line between two), wrapped, with
/// room between the lines. The first line begins `indent` pixels further in. Returns the height in
/// pixels; without a list it only measures.
float read(ImDrawList* list, ImFont* font, ImVec2 at, float width, ImU32 ink, std::string_view text,
           float indent = 0);

}  // namespace ui
