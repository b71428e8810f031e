#include "ui/panels/column/run_curves.h"
#include "ui/describe.h"
#include "view/scene_picture.h"

namespace ui {
namespace {

struct Plot {
  const char *title, *unit, *help;
  double factor;
  int (*channel)(const sim::History&);
};

const Plot plots[] = {
    {"Tracking error, total", "",
     "Sum of all effectors' distances from their targets, one curve per run. A band lies "
     "below it while the run shakes.",
     1, [](const sim::History& history) { return history.total_error(); }},
    {"Oscillation", "mrad/step²",
     "Second difference of the joint angles, averaged over the joints: low for smooth motion, high "
     "when the joints shake. One curve per run, with a band below it then.",
     1e3, [](const sim::History& history) { return history.oscillation(); }},
    {"Largest joint step", "°",
     "Largest change of a joint angle in each update, one curve per run.", 1,
     [](const sim::History& history) { return history.max_angle(); }},
    {"Smallest singular value", "",
     "Of each run's Jacobian J: when it dips, that run is near a singular pose.", 1,
     [](const sim::History& history) { return history.sigma_min(); }},
    {"Depth of contact", "", "How deep each run's links are inside an obstacle.", 1,
     [](const sim::History& history) { return history.depth(); }},
    {"Angle to the recording", "°",
     "Mean angle between each run's joints and those of the recorded motion.", 1,
     [](const sim::History& history) { return history.pose_error(); }},
};

}  // namespace

Samples samples(const sim::History& history, int channel) {
  return {[&history, channel](int64_t step) { return history.values_from(channel, step); },
          history.first(), history.end()};
}

std::optional<Samples> shaking(const sim::History& history, Curves which) {
  if (which != Curves::Error && which != Curves::Oscillation) return {};
  return samples(history, history.oscillation());
}

double least_error(const ik::Skeleton& body, double factor) {
  constexpr double rounding = 1e-9;
  return rounding * body.characteristic_length() * factor;
}

void describe_runs(const Panel& panel, Curves which, PlotData& data) {
  const Plot& plot = plots[static_cast<size_t>(which)];
  data.title = plot.title;
  data.unit = plot.unit;
  data.help = plot.help;
  const ik::Skeleton& body = panel.simulation().skeleton();
  double factor = plot.factor;
  if (which == Curves::Error || which == Curves::Depth) {
    const base::ShownUnit shown =
        which == Curves::Error ? sim::error_unit(body, sim::all_effectors) : sim::length_unit(body);
    if (!shown.name.empty()) data.unit = shown.name.data();
    factor = shown.factor;
    if (which == Curves::Error) data.least = least_error(body, factor);
  } else if (which == Curves::Sigma && body.unit()) {
    data.unit = base::with_name("unit/rad", body.unit()).data();
  }
  data.legend = false;  // chips and table have the same colours
  const sim::Simulation& simulation = panel.simulation();
  std::vector<Series>& series = panel.state.series;
  for (const sim::Run& run : simulation.runs()) {
    if (!view::seen(simulation, run)) continue;
    const sim::History& history = panel.context.session->timeline().history(run.serial);
    series.push_back({.name = run_label(simulation, run),
                      .color = view::run_color(*panel.look.palette, run.slot),
                      .samples = samples(history, plot.channel(history)),
                      .factor = factor,
                      .bold = &run == &simulation.run(),
                      .oscillation = shaking(history, which),
                      .mark = run.slot});
  }
  data.series = series;
}

}  // namespace ui
