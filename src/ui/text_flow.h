#pragma once
#include <imgui.h>

#include <string_view>

namespace ui {

/// Text for reading: paragraphs (separated by an empty line), wrapped, with line spacing. The first
/// line begins `indent` pixels further in. Returns the height in pixels; without a list it only
/// measures.
float read(ImDrawList* list, ImFont* font, ImVec2 at, float width, ImU32 ink, std::string_view text,
           float indent = 0);

}  // namespace ui
