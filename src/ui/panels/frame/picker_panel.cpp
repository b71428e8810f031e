#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "ui/fuzzy.h"
#include "ui/panels/frame/frame.h"

namespace ui {
namespace {

struct Found {
  const SceneEntry* scene;
  FuzzyMatch match;
  bool by_name;  ///< else the description matched
};

std::vector<Found> find(const Context& context, std::string_view typed) {
  std::vector<Found> all;
  for (const SceneEntry& scene : context.scenes) {
    if (auto match = fuzzy_match(typed, scene.name)) {
      match->score += 20;  // a name says more than a description
      all.push_back({&scene, *match, true});
    } else if (auto other = fuzzy_match(typed, scene.description)) {
      all.push_back({&scene, *other, false});
    }
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Found& a, const Found& b) { return a.match.score > b.match.score; });
  return all;
}

/// A place rather than letters of a name.
bool is_file(std::string_view typed) { return typed.find_first_of("/.") != typed.npos; }

/// Text whose matched characters stand out.
void highlighted(const Look& look, ImFont* font, ImVec2 at, const std::string& s,
                 const std::vector<int>& matched, const glm::vec4& ink) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  size_t next = 0;
  for (size_t i = 0; i < s.size();) {
    size_t length = 1;
    while (i + length < s.size() && (s[i + length] & 0xC0) == 0x80) ++length;  // UTF-8
    bool hit = false;
    while (next < matched.size() && matched[next] < static_cast<int>(i + length)) {
      hit = true;
      ++next;
    }
    const std::string_view piece(s.data() + i, length);
    list.AddText(font, font->FontSize, at, color(hit ? look.palette->accent : ink), piece.data(),
                 piece.data() + piece.size());
    at.x += font->CalcTextSizeA(font->FontSize, FLT_MAX, 0, piece.data(), piece.data() + length).x;
    i += length;
  }
}

bool entry(const Panel& panel, const Found& found, bool chosen, bool open_now) {
  const Look& look = panel.look;
  const view::Palette& p = *look.palette;
  const float unit = panel.em(), pad = std::round(0.5f * unit);
  const float width = ImGui::GetContentRegionAvail().x;
  ImFont* small = look.fonts.small;
  const std::string& description = found.scene->description;
  const ImVec2 wrapped =
      small->CalcTextSizeA(small->FontSize, FLT_MAX, width - 2 * pad, description.c_str());
  const bool one_line = wrapped.y < 1.5f * small->FontSize;
  const float height = std::round(2 * pad + 1.15f * unit + (description.empty() ? 0 : wrapped.y));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool clicked =
      ImGui::InvisibleButton(found.scene->name.c_str(), {std::max(width, 1.f), height});
  const bool hovered = ImGui::IsItemHovered();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (chosen || hovered)
    list.AddRectFilled(at, {at.x + width, at.y + height}, color(chosen ? p.hovered : p.raised),
                       ImGui::GetStyle().FrameRounding);
  static const std::vector<int> none;
  highlighted(look, look.fonts.strong, {at.x + pad, at.y + pad}, found.scene->name,
              found.by_name ? found.match.positions : none, p.text);
  if (open_now) {
    const float right = text_size(small, "open").x;
    list.AddText(small, small->FontSize, {at.x + width - pad - right, at.y + pad},
                 color(p.text_dim), "open");
  }
  const ImVec2 below{at.x + pad, at.y + pad + 1.15f * unit};
  if (one_line) {
    highlighted(look, small, below, description, found.by_name ? none : found.match.positions,
                p.text_dim);
  } else {
    list.AddText(small, small->FontSize, below, color(p.text_dim), description.c_str(), nullptr,
                 width - 2 * pad);
  }
  return clicked;
}

int move(int chosen, int count) {
  const auto pressed = [](ImGuiKey key) { return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key)); };
  if (pressed(ImGuiKey_DownArrow)) ++chosen;
  if (pressed(ImGuiKey_UpArrow)) --chosen;
  return count == 0 ? 0 : (chosen + count) % count;
}

}  // namespace

void picker_panel(const Panel& panel) {
  Picker& picker = panel.state.picker;
  if (!picker.open) return;
  const float unit = panel.em();
  if (begin_overlay(panel, "Open scene", &picker.open, {34 * unit, 30 * unit})) {
    if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(-1);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(0.7f * unit, 0.5f * unit));
    const bool entered =
        ImGui::InputTextWithHint("##typed", "Part of a scene's name, or a file path", picker.typed,
                                 sizeof picker.typed, ImGuiInputTextFlags_EnterReturnsTrue);
    ImGui::PopStyleVar();
    if (ImGui::IsItemEdited()) picker.chosen = 0;
    const SceneEntry file{picker.typed, "Opens this file."};
    const std::vector<Found> found = is_file(picker.typed) ? std::vector<Found>{{&file, {}, true}}
                                                           : find(panel.context, picker.typed);
    const int before = picker.chosen;
    picker.chosen = move(std::min(picker.chosen, std::max(0, static_cast<int>(found.size()) - 1)),
                         static_cast<int>(found.size()));
    const float foot = std::round(1.6f * unit);
    const SceneEntry* open = nullptr;
    ImGui::BeginChild("list", {0, -foot});
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, std::round(0.1f * unit)));
    for (size_t i = 0; i < found.size(); ++i) {
      const bool chosen = static_cast<int>(i) == picker.chosen;
      if (entry(panel, found[i], chosen, found[i].scene->name == panel.context.scene))
        open = found[i].scene;
      if (chosen && picker.chosen != before) ImGui::SetScrollHereY();
    }
    ImGui::PopStyleVar();
    if (found.empty())
      note(panel.look, panel.context.scenes.empty() ? "No scenes were found."
                                                    : "No scene matches what you typed.");
    ImGui::EndChild();
    note(panel.look,
         "Arrow keys and Enter, or click. Esc closes. You can also drop a scene file on the "
         "window.");
    if (entered && !found.empty()) open = found[static_cast<size_t>(picker.chosen)].scene;
    if (open) {
      picker.open = false;
      panel.context.request(Open{open->name});
    }
  }
  end_overlay();
}

}  // namespace ui
