#include "ui/overlays.h"

#include "ui/options/options.h"

namespace ui {

const std::vector<OverlayInfo>& overlays() {
  constexpr auto accent = [](const view::Palette& p) { return p.accent; };
  constexpr auto cut = [](const view::Palette& p) { return view::cut_color(p); };
  constexpr auto alarm = [](const view::Palette& p) { return p.alarm; };
  static const std::vector<OverlayInfo> all{
      {&options::show_ellipsoids(), "scene units, of a joint step of 0.15 rad", {{"by effector"}}},
      {&options::show_reach(), "scene units", {{"by effector"}}},
      {&options::show_angles(), "°", {{"range, deviation", accent}, {"near a limit", alarm}}},
      {&options::show_steps(),
       "°, enlarged: 90° stands for the largest step allowed",
       {{"computed", cut}, {"after clamp and limits", accent}}},
      {&options::show_clamped_errors(), "scene units", {{"by effector"}, {"cut by Dₘₐₓ", cut}}}};
  return all;
}

}  // namespace ui
