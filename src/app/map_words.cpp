#include "app/map_words.h"

#include "base/error.h"
#include "formats/suggest.h"
#include "sweep/axis.h"
#include "ui/options/options.h"

namespace app {
namespace options = ui::options;

void add_map_axes(formats::Moment& moment, const Parts& parts) {
  const auto& request = parts.ui.map_request();
  if (!request) return;
  const auto text = [&](const sweep::Axis& axis) {
    const sim::Simulation& simulation = parts.simulation();
    const auto known = sweep::axis_parameters(simulation);
    const auto parameter = std::ranges::find(known, axis.key, &base::Parameter::key);
    if (parameter == known.end()) return std::string();  // the method has changed since
    return axis == sweep::with_count(sweep::default_axis(**parameter), axis.count)
               ? axis.key
               : sweep::to_text(axis, simulation);
  };
  moment.map_axes = {text(request->x), text(request->y)};
}

void show_map_axes(const formats::Moment& moment, const Parts& parts,
                   std::vector<std::string>& warnings) {
  if (moment.map_axes == decltype(moment.map_axes)()) return;
  ui::MapChoice choice = parts.ui.map_choice();
  const bool searches = ui::map_view(parts.options()).metric->of_solving;
  for (size_t i = 0; i < moment.map_axes.size(); ++i) {
    const std::string& text = moment.map_axes[i];
    if (text.empty()) continue;
    try {
      formats::check_axis(text, parts.simulation());
    } catch (const base::Error& error) {
      formats::add_warning(warnings, base::format("map_{}: {}", i == 0 ? 'x' : 'y', error.what()));
      continue;
    }
    const std::string key = text.substr(0, text.find('='));
    choice.axes.erase(key);
    if (text.size() > key.size()) choice.axes[key] = text;
    (searches ? choice.solve_keys : choice.keys)[i] = key;
  }
  parts.preferences().map = choice;
  parts.ui.choose_map(std::move(choice));
}

std::string map_words(const Parts& parts) {
  formats::Moment moment;
  add_map_axes(moment, parts);
  if (moment.map_axes[0].empty()) return {};
  const base::Parameter& color = options::map_color();
  moment.view.push_back({std::string(color.key), parts.options().text(color.key)});
  return formats::to_link(moment).substr(1);
}

void show_map_words(std::string_view words, const Parts& parts) {
  if (words.empty()) return;
  const formats::Moment moment = formats::parse_link(words, options::table());
  std::vector<std::string> warnings = moment.warnings;
  for (const formats::KeyValue& one : moment.view)
    if (one.key == options::map_color().key) parts.options().set_text(one.key, one.value);
  show_map_axes(moment, parts, warnings);
  parts.keeper.leave_options_out();
  for (std::string& warning : warnings) {
    formats::replace_all(warning, "In the link, ", "In the file, ");
    parts.ui.error(warning + ".");
  }
}

}  // namespace app
