#include "app/builder.h"

#include <utility>

#include "base/error.h"

namespace app {
namespace {

/// Copies method and settings, but keeps what belongs to one body: held joints and the order of
/// effectors.
void take_run(const sim::RunSpec& from, const sim::RunSpec& of_body, sim::RunSpec& to) {
  to = {.method = from.method, .settings = from.settings};
  to.order = of_body.order;
  to.held = of_body.held;
}

}  // namespace

void Builder::begin(const sim::Simulation& shown) {
  mode_ = Mode::Edits;
  if (drafts_ && shown.scene_ptr() == made_) return take_settings(shown);
  if (shown.skeleton().joints() > most_joints) return drafts_.reset();
  sim::Scene scene = shown.snapshot();
  scene.time = 0;
  scene.rest.clear();
  scene.theta.clear();
  for (sim::RunSpec& run : scene.others) {
    run.rest.clear();
    run.theta.clear();
  }
  settings_ = scene;
  drafts_.emplace(Draft{std::move(scene), {}});
  saved_ = drafts_->revision();
}

void Builder::begin(Draft draft) {
  mode_ = Mode::Edits;
  settings_.settings.clear();
  settings_.others.clear();
  settings_.obstacles.clear();
  drafts_.emplace(std::move(draft));
  saved_ = drafts_->revision();
}

void Builder::take_settings(const sim::Simulation& shown) {
  sim::Scene now = shown.snapshot();
  static_cast<sim::RunSpec&>(settings_) = now;
  settings_.others = std::move(now.others);
  settings_.obstacles = std::move(now.obstacles);
}

std::shared_ptr<const sim::Scene> Builder::scene() {
  sim::Scene scene = draft().scene;
  const sim::RunSpec own = scene;
  take_run(settings_, own, scene);
  scene.others.clear();
  for (const sim::RunSpec& run : settings_.others) {
    sim::RunSpec& other = scene.others.emplace_back();
    take_run(run, own, other);
    other.order.clear();
  }
  scene.obstacles = settings_.obstacles;
  return std::make_shared<const sim::Scene>(std::move(scene));
}

/// Returns a simulation of the draft. Settings that no longer suit the body are dropped, such as a
/// λ for a body ten times as large.
sim::Simulation Builder::simulation() {
  made_ = scene();
  std::optional<sim::Simulation> made;
  try {
    made.emplace(made_);
  } catch (const base::Error&) {
    settings_.settings.clear();
    settings_.others.clear();
    made_ = scene();
    made.emplace(made_);
  }
  if (mode_ == Mode::Edits) {
    const std::vector<double> zero(static_cast<size_t>(made_->skeleton->joints()));
    made->apply(sim::SetPose{zero});
  }
  return std::move(*made);
}

}  // namespace app
