#pragma once
#include <imgui.h>

#include <string>
#include <string_view>

namespace ui {

/// Text for reading: paragraphs (separated by an empty line), wrapped, with line spacing. The first
/// line begins `indent` pixels further in. Returns the height in pixels; without a list it only
/// measures.
float read(ImDrawList* list, ImFont* font, ImVec2 at, float width, ImU32 ink, std::string_view text,
           float indent = 0);

/// The text with a "\n" wherever a line of this width ends: at a blank, but not behind a number,
/// which its unit follows, before one, within "(1, 2, 3)", nor beside "=". Dear ImGui itself would
/// break 0.3 behind the point.
std::string wrapped(const ImFont* font, float size, std::string_view text, float width);

/// A blank at which no line ends.
inline constexpr std::string_view no_break = "\u00A0";

}  // namespace ui
