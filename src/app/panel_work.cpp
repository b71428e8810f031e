#include "app/panel_work.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <memory>

#include "app/files/documents.h"
#include "base/error.h"
#include "formats/exports/choice_text.h"
#include "formats/scene/scene_file.h"
#include "remote/work.h"
#include "sweep/choose/picture.h"
#include "ui/options/options.h"

namespace app {
namespace {

constexpr double max_updates = 100;  // per frame

bool damps_by_error(const base::Settings& options) {
  return options[ui::options::solve_damping()] == 0;
}

/// Returns the scene of the selected run alone, from its start.
sim::Scene start_of(const sim::Simulation& simulation) {
  sim::Simulation start = simulation.copy_of_run(simulation.run().serial);
  start.apply(sim::Restart{});
  sim::Scene scene = start.snapshot();
  scene.notices.clear();
  return scene;
}

/// Returns how many steps are measured: as many as usual or, if targets follow a path, all of it.
int64_t steps_of(const sim::Scene& scene, const sweep::ChoiceRequest& usual) {
  double duration = 0;
  for (const sim::TargetSpec& target : scene.targets)
    for (const sim::RecordedPath& path : scene.paths)
      if (path.name == target.manual.follows) duration = std::max(duration, path.duration());
  if (duration == 0) return usual.steps;
  const auto steps = static_cast<int64_t>(std::ceil(duration / scene.dt - 1e-9));
  return std::clamp<int64_t>(steps - usual.warmup, 1, sweep::max_steps - usual.warmup);
}

}  // namespace

void Searcher::begin() {
  solving_.emplace(parts_.simulation(), damps_by_error(parts_.options()));
  due_updates_ = 0;
}

void Searcher::follow(bool wanted, double seconds) {
  if (!wanted) {
    solving_.reset();
    is_running_ = true;
  } else if (!solving_ ||
             !solving_->is_about(parts_.simulation(), damps_by_error(parts_.options()))) {
    begin();
  }
  if (solving_ && is_running_) {
    const int rate = ui::options::number(parts_.options(), ui::options::solve_speed);
    due_updates_ = std::min(due_updates_ + rate * seconds, max_updates);
    const double whole = std::floor(due_updates_);
    due_updates_ -= whole;
    solving_->advance(static_cast<int>(whole));
  }
  parts_.context.search = {.solving = solving_ ? &*solving_ : nullptr,
                           .is_running = solving_ && is_running_ && !solving_->done()};
}

void Searcher::execute(ui::Solve request) {
  if (!solving_) return;
  is_running_ = request == ui::Solve::Run || (request == ui::Solve::Anew && is_running_);
  if (request == ui::Solve::Anew) begin();
  if (request == ui::Solve::Step) solving_->advance();
}

Choosing::Choosing(const Parts& parts)
    : parts_(parts),
      chooser_(parts.platform.workers(jobs::spare_core_count()),
               remote::cells_by(parts.platform.remote_pool()),
               parts.platform.workers(jobs::spare_core_count())) {}

void Choosing::follow() {
  const sim::Scene* about = chooser_.choice().scene.get();
  if (about && about->skeleton != parts_.simulation().scene().skeleton) chooser_.forget();
  try {
    chooser_.advance();
  } catch (const std::exception& error) {
    chooser_.stop();
    parts_.ui.error(error.what());
  }
  const sweep::Choice& choice = chooser_.choice();
  parts_.context.choice = choice.scene ? &choice : nullptr;
}

/// Begins with the scene that would be saved, so that ikscope-lab can make the same choice.
void Choosing::begin() {
  auto scene = std::make_shared<const sim::Scene>(start_of(parts_.simulation()));
  text_ = formats::to_toml(*scene);
  scene_ = name_of_equal_scene(text_, parts_.context.scene,
                               [](const auto& one) { return formats::to_toml(start_of(one)); });
  const base::Settings& options = parts_.options();
  sweep::ChoiceRequest request{.solves = options[ui::options::choose_task()] != 0,
                               .keeps_limits = options.flag(ui::options::choose_limits())};
  request.steps = steps_of(*scene, request);
  chooser_.begin(sim::Simulation(std::move(scene)), std::move(request));
}

void Choosing::save_page() {
  const sweep::Choice& choice = chooser_.choice();
  if (!choice.scene) throw base::Error("There is no choice yet. Begin one first.");
  const formats::RunOptions options{.scene = scene_.empty() ? "scene.toml" : scene_};
  std::vector<std::pair<std::string, std::string>> files;
  if (scene_.empty()) files.emplace_back(options.scene, text_);
  parts_.requests.add(ui::SaveTable{
      parts_.context.session->simulation().scene().name + " Which method",
      sweep::choice_page(choice, {.command = formats::choose_command(choice.request, options),
                                  .see = formats::see_command(choice, options),
                                  .data = formats::choice_json(choice, options),
                                  .files = std::move(files)}),
      "html"});
}

}  // namespace app
