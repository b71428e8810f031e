// Draws the choice of the clamps that runs are compared with, in the head of their tables.

#include "ui/panels/below/clamps.h"

#include <cmath>

#include "base/text.h"
#include "ik/methods/parts/common.h"
#include "ui/kit/format.h"

namespace ui {
namespace {

std::string with_value(const base::Settings& settings, std::string_view key) {
  const base::Parameter& clamp = *settings.find(key);
  return subscript(clamp.symbol) + " " +
         (clamp.unit == "°" ? value_text : number_text)(clamp, settings.get(key));
}

void choices(const Panel& panel) {
  const sim::Simulation& simulation = panel.simulation();
  const base::Settings &world = simulation.world(),
                       from_scene = sim::scene_world(simulation.scene());
  static constexpr std::string_view names[] = {"Each with its own clamps", "Same clamps"};
  const bool same = world.flag(sim::world::same_clamps());
  const int chosen =
      choose(panel.look, "comparison", names, same, ImGui::GetContentRegionAvail().x);
  if (chosen >= 0)
    panel.context.request(
        sim::SetParameter{std::string(sim::world::same_clamps().key), double(chosen)});
  for (const base::Parameter* clamp :
       {&sim::world::same_dmax(), &sim::world::same_max_angle_deg(), &sim::world::same_max_slide()})
    if (clamp != &sim::world::same_max_slide() || simulation.skeleton().has_slides())
      panel.parameter(*world.find(clamp->key), from_scene.get(clamp->key));
  note(panel.look,
       same ? "All runs use these. Each keeps its own clamps for later."
            : "Each method has the clamps of its paper, unless the scene or you changed them.");
}

}  // namespace

std::string clamps_of(const sim::Run& run, bool bare) {
  using namespace ik::common;
  const base::Settings& settings = run.settings();
  const auto clamp = [&](const base::Parameter& one) {
    const std::string whole = with_value(settings, one.key);
    return bare ? whole.substr(whole.find(' ') + 1) : whole;
  };
  std::string text;
  if (const base::Parameter* mode = settings.find(dmax_mode().key)) {
    const std::string_view chosen = mode->choices[static_cast<size_t>(settings[*mode])];
    text = clamp(dmax());
    const size_t number = bare ? 0 : text.find(' ') + 1;
    if (chosen == "off") text.replace(number, text.npos, "off");
    if (chosen == "adaptive" && !bare) text.insert(number - 1, ",ᵢ");
  }
  if (!settings.has(max_angle_deg().key)) return text;
  return text + (text.empty() ? "" : ", ") + clamp(max_angle_deg());
}

std::string comparison_text(const sim::Simulation& simulation) {
  const base::Settings& world = simulation.world();
  if (!simulation.shared_clamps()) return "Each with its own clamps";
  std::string text =
      base::format("Same clamps: {}, {}", with_value(world, sim::world::same_dmax().key),
                   with_value(world, sim::world::same_max_angle_deg().key));
  if (simulation.skeleton().has_slides())
    text += ", " + with_value(world, sim::world::same_max_slide().key);
  return text;
}

void choose_clamps(const Panel& panel, float room) {
  const Look& look = panel.look;
  const float unit = panel.em();
  const IdScope scope("clamps");
  const std::string all = comparison_text(panel.simulation());
  const bool same = panel.simulation().shared_clamps().has_value();
  const auto fits = [&](const std::string& one) { return chip_width(look, one) <= room; };
  std::string label = all;
  if (same && !fits(label)) label = "Same" + all.substr(all.find(':'));
  if (!fits(label)) label = same ? "Same clamps" : "Own clamps";
  if (chip(look, label, false)) open_popup("comparison");
  if (label != all) tooltip(look, all);
  // The popup opens on the side of the head with more space, and the table stays visible.
  const ImVec2 top = ImGui::GetItemRectMin(), foot = ImGui::GetItemRectMax();
  const bool above = top.y > 0.5f * ImGui::GetIO().DisplaySize.y;
  ImGui::SetNextWindowPos({top.x, above ? top.y - 0.3f * unit : foot.y + 0.3f * unit},
                          ImGuiCond_Always, {0, above ? 1.f : 0.f});
  ImGui::SetNextWindowSize({std::round(24 * unit), 0});
  const StyleVar padding(ImGuiStyleVar_WindowPadding, {0.8f * unit, 0.6f * unit});
  if (ImGui::BeginPopup("comparison")) {
    choices(panel);
    ImGui::EndPopup();
  }
}

}  // namespace ui
