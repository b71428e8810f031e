#include "ui/describe.h"
#include "ui/panels/panels.h"
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
     "Distances of all effectors from their targets, added up: a curve for each run.", 1,
     [](const sim::History& history) { return history.total_error(); }},
    {"Oscillation", "mrad/step²",
     "Mean over the joints of the second difference of their angles: a smooth motion keeps it low, "
     "shaking drives it up. A curve for each run.",
     1e3, [](const sim::History& history) { return history.oscillation(); }},
    {"Angle change a step", "°",
     "The largest change of a joint angle in each update: a curve for each run.", 1,
     [](const sim::History& history) { return history.max_angle(); }},
    {"Smallest singular value", "",
     "Of the Jacobian J in the pose of each run: where it dips, that run is near a singular pose.",
     1, [](const sim::History& history) { return history.sigma(history.rows() - 1); }},
};

}  // namespace

void describe_runs(const Panel& panel, Curves which, PlotData& data) {
  const Plot& plot = plots[static_cast<size_t>(which)];
  data.title = plot.title;
  data.unit = plot.unit;
  data.help = plot.help;
  data.legend = false;  // chips and table have the same colours
  const sim::Simulation& simulation = panel.simulation();
  std::vector<Series>& series = panel.state.series;
  for (const sim::Run& run : simulation.runs()) {
    if (!view::seen(simulation, run)) continue;
    const sim::History& history = panel.context.session->timeline().history(run.serial);
    series.push_back({.name = run_label(simulation, run),
                      .color = view::run_color(*panel.look.palette, run.slot),
                      .samples = samples(history, plot.channel(history)),
                      .factor = plot.factor,
                      .bold = &run == &simulation.run()});
  }
  data.series = series;
}

}  // namespace ui
