#include "ui/overlays.h"

#include "ui/options.h"

namespace ui {

const std::vector<OverlayInfo>& overlays() {
  constexpr auto accent = [](const view::Palette& p) { return p.accent; };
  constexpr auto warning = [](const view::Palette& p) { return p.warning; };
  constexpr auto alarm = [](const view::Palette& p) { return p.alarm; };
  static const std::vector<OverlayInfo> all{
      {&options::show_ellipsoids(), "unit, of a joint step of 0.15 rad", {{"by effector"}}},
      {&options::show_reach(), "unit", {{"by effector"}}},
      {&options::show_angles(), "°", {{"range, deviation", accent}, {"near a limit", alarm}}},
      {&options::show_steps(),
       "°, enlarged: 90° stands for the largest step allowed",
       {{"computed", warning}, {"after clamp and limits", accent}}},
      {&options::show_clamped_errors(), "unit", {{"by effector"}, {"cut by Dₘₐₓ", warning}}}};
  return all;
}

}  // namespace ui
