#pragma once
#include <cmath>

#include "ui/keys.h"
#include "ui/panels/frame/frame.h"
#include "ui/text_flow.h"

namespace ui {

/// Draws from top to bottom, or only measures, so that both agree.
struct Column {
  const Panel& panel;
  ImFont* font;  ///< of what is read
  ImVec2 at;
  float width;
  bool draws;
  bool answered = !draws;  ///< measured with the reply to an answer, even before there is one

  const view::Palette& p = *panel.look.palette;
  float unit = panel.em();
  ImDrawList* list = draws ? ImGui::GetWindowDrawList() : nullptr;

  void space(float ems) { at.y += std::round(ems * unit); }
  void text(ImFont* of, const glm::vec4& ink, std::string_view s, float indent = 0) {
    at.y += read(list, of, at, width, color(ink), with_keys(s), indent);
  }
};

/// The question and the task of a step, which is the current one or is only measured.
void question(Column& column, int step);
void task(Column& column, int step);

}  // namespace ui
