#pragma once
#include <imgui.h>

#include <string>
#include <string_view>

namespace ui {

/// Draws text for reading: paragraphs (separated by an empty line), wrapped, with line spacing. The
/// first line is indented by `indent` pixels. Returns the height in pixels; without a list it only
/// measures.
float read(ImDrawList* list, ImFont* font, ImVec2 at, float width, ImU32 ink, std::string_view text,
           float indent = 0);

/// Returns the text with a "\n" at each line break. Lines break at spaces, but not before a number,
/// between a number and its unit, within "(1, 2, 3)", or beside "=". Dear ImGui itself would break
/// 0.3 after the point. The first line is shorter by `indent`.
std::string wrapped(const ImFont* font, float size, std::string_view text, float width,
                    float indent = 0);

/// A no-break space.
inline constexpr std::string_view no_break = "\u00A0";

}  // namespace ui
