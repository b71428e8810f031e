#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/registry.h"
#include "ui/input/keys.h"
#include "ui/kit/widgets.h"
#include "ui/plots/figure.h"
#include "ui/state.h"

namespace ui {

/// Returns what sets these parameters, and those that they need to have an effect.
sim::SetSeveral with_needs(const sim::Simulation& simulation,
                           const std::vector<std::pair<std::string_view, double>>& values);
/// Returns the parameter whose choice "off" disables this one, such as D_max's mode, or null.
const base::Parameter* switch_of(const base::Settings& settings, const base::Parameter& parameter);

/// The things that a panel needs to draw.
struct Panel {
  const Context& context;
  State& state;
  const Look& look = state.look;
  const view::Palette& palette = *look.palette;
  const Fonts& fonts = look.fonts;

  const sim::Simulation& simulation() const { return context.session->simulation(); }
  const sim::Run& run() const { return simulation().run(); }
  const ik::Solver& solver() const { return run().solver(); }
  const ik::MethodInfo& method() const { return solver().method(); }
  const ik::Skeleton& skeleton() const { return simulation().skeleton(); }
  const sim::Timeline& timeline() const { return context.session->timeline(); }
  const sim::History& history() const { return context.session->history(); }
  const sim::Clock& clock() const { return context.session->clock(); }
  const base::Settings& options() const { return *context.options; }
  float em() const { return ui::em(look); }
  void perform(Action action, int argument = 0) const {
    ui::perform(action, argument, context, state);
  }
  /// Returns an action's key as it is shown: none for touch, in a page none that the browser uses.
  std::string key(Action action, int argument = 0) const {
    return context.touch ? "" : shown_key(action, argument, !context.can_close);
  }
  /// Ends a sentence with a key, "; Space resumes"; empty where there are no keys.
  std::string aside(std::string_view before, Action action, std::string_view after,
                    int argument = 0) const {
    const std::string pressed = key(action, argument);
    return pressed.empty() ? "" : base::format("{}{}{}", before, pressed, after);
  }
  /// Returns a tooltip with the key, "Remove  (Delete)".
  std::string with_key(std::string_view what, Action action, int argument = 0) const {
    return std::string(what) + aside("  (", action, ")", argument);
  }
  /// Draws a row. Returns the value that the user has set, or reset it to. A refusal is reported.
  std::optional<double> row(const base::Parameter& parameter, double value, double default_value,
                            const RowText& text = {}) const;
  /// Draws a row whose edits are commands: a parameter of the current method or of the world.
  void parameter(const base::Parameter& parameter, double default_value,
                 std::string_view formula = {}) const;
  /// Returns the scene's name.
  const std::string& scene_name() const {
    return context.saved_name.empty() ? simulation().scene().name : context.saved_name;
  }
  /// Draws a row whose edits are options.
  void option(const base::Parameter& option) const;
  /// Draws the choices of an option, or these words for them, over the rest of the line.
  void choices(const base::Parameter& option, std::span<const std::string_view> words = {}) const;
};

/// A part of the window, declared in its own file in ui/panels/controls, below or column. Its
/// position, menu entry, key, option and name in lessons follow from this.
struct PanelInfo {
  static constexpr std::string_view kind = "panel";

  std::string_view name;          ///< in lessons ("panel obstacles") and settings
  std::string_view part_of = {};  ///< the panel that it belongs to in lessons
  std::string_view title;         ///< in menus: "Obstacles"
  int rank = 0;                   ///< 100...: controls from above, 200...: below, 300...: column
  void (*draw)(const Panel& panel) = nullptr;
  std::vector<std::string_view> spots = {};  ///< parts that a lesson can point at

  std::vector<Figure> figures = {};  ///< figures that can be saved

  // These are for a panel below the body or in the right column:
  /// Below the body: "Shows the timeline below the view, to go back in time." In the right column:
  /// "a large table of the runs", for the list of what the column shows.
  std::string_view explanation = {};
  Chord key = {};                  ///< the key that shows or hides it; {}: none
  std::string_view key_help = {};  ///< in the list of keys: "timeline"

  // These are for a panel below the body: its height; or, if the layout reserves an area for it,
  // that area and the flag that requests it.
  float height = 0;                              ///< em
  float (*lines)(const Panel& panel) = nullptr;  ///< em: replaces `height` if the height varies
  Rect Layout::*area = nullptr;
  bool LayoutRequest::*wanted = nullptr;
  bool (*available)(const Context&) = nullptr;  ///< null: always
  bool padded = true;                           ///< with space around its content
  bool presented = false;                       ///< in presentation mode, too, also in lessons

  // These are for a panel in the right column:
  Rect Layout::*instead_of = nullptr;  ///< the panel below that shows the same
  bool wide = false;                   ///< takes the fraction options::map_share() of the width

  enum class Region { Controls, Below, Column };
  Region region() const { return static_cast<Region>(rank / 100 - 1); }
};
/// Calls declare_FILE() of every file of ui/panels/controls, below and column; generated.
void declare_all(base::Registry<PanelInfo>& panels);

const std::vector<const PanelInfo*>& panels();  ///< in the order of their ranks
std::span<const PanelInfo* const> panels(PanelInfo::Region region);
/// Returns the panel of that name, or with that spot; null: none.
const PanelInfo* panel_with(std::string_view spot);
/// Returns what shows a panel, or a part of one; the first shows or hides it.
std::vector<SetOption> options_showing(std::string_view spot);
bool is_shown(const base::Settings& options, const PanelInfo& panel);
/// Returns the names of panels and spots that lessons can point at.
std::vector<std::string_view> spots();

}  // namespace ui
