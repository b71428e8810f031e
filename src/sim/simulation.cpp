#include "sim/simulation.h"

#include <algorithm>

#include "base/error.h"
#include "base/text.h"

namespace sim {
namespace {

/// Timelines keep some ten copies.
constexpr size_t most_bytes = 256ull << 20;

size_t checked(int index, size_t count, const char* kind) {
  if (index < 0 || static_cast<size_t>(index) >= count)
    throw base::Error("there is no {} {} in this scene", kind, index);
  return static_cast<size_t>(index);
}

size_t body_bytes(const ik::Skeleton& body) {
  const auto m = static_cast<size_t>(body.rows()), n = static_cast<size_t>(body.joints());
  constexpr size_t poses = 40, jacobians = 8;  // vectors of n, and matrices m x n, that a run holds
  return sizeof(double) * (jacobians * m * (m + n) + poses * n);
}

/// Returns the settings that tell a run from others of its method.
std::string different_settings(const Simulation& simulation, const Run& run) {
  std::vector<const Run*> rivals;  // with the same settings so far
  std::vector<std::string> different;
  for (const Run& other : simulation.runs())
    if (&other != &run && &other.solver().method() == &run.solver().method())
      rivals.push_back(&other);
  for (const base::Parameter& parameter : run.settings().table()) {
    const double value = run.settings()[parameter];
    const auto differs = [&](const Run* other) { return other->settings()[parameter] != value; };
    if (std::erase_if(rivals, differs) == 0) continue;
    const bool degrees = parameter.unit == "°";  // other units are long
    different.push_back(base::setting_text(
        parameter, (degrees ? base::value_text : base::number_text)(parameter, value)));
  }
  return base::joined(different);
}

}  // namespace

void check_memory(const ik::Skeleton& body, size_t bodies) {
  constexpr size_t mega = 1 << 20;
  const size_t each = body_bytes(body), most = std::max<size_t>(1, most_bytes / each);
  if (bodies > most)
    throw base::Error(
        "{} bodies of {} joints would take {} MB of memory; expected at most {}, which take {} MB",
        bodies, body.joints(), bodies * each / mega, most, most * each / mega);
}

Simulation::Simulation(std::shared_ptr<const Scene> scene)
    : scene_(std::move(scene)),
      world_(scene_world(*scene_)),
      paths_(scene_->paths),
      state_(scene_->skeleton->effectors()) {
  for (const TargetSpec& spec : scene_->targets) targets_.emplace_back(spec, *scene_);
  if (scene_->recording) {
    state_.recorded_joints = scene_->recording->given;
    state_.recorded.resize(scene_->skeleton->joints());
  }
  runs_.reserve(max_runs);
  runs_.emplace_back(scene_, *scene_);
  for (const RunSpec& spec : scene_->others) runs_.emplace_back(scene_, spec);
  number_runs();
  for (Run& run : runs_) run.slot = run.serial;
  check_memory(runs_.size(), world_[world::bodies()]);
  share_clamps();
  follow_with_crowd();
  execute(run(), Restart{});
}

Simulation::Simulation(const Simulation& other, const Run& run)
    : scene_(other.scene_),
      world_(other.world_),
      paths_(other.paths_),
      targets_(other.targets_),
      state_(other.state_),
      runs_{run},
      next_serial_(other.next_serial_),
      steps_(other.steps_),
      time_base_(other.time_base_),
      step_base_(other.step_base_) {
  world_.set(world::bodies().key, 1);
  if (!other.shared_clamps()) return;
  runs_.front().keep_shared_clamps();
  world_.set(world::same_clamps().key, 0);
}

Simulation Simulation::copy_of_run(int serial) const { return {*this, runs_[index_of(serial)]}; }

double Simulation::time() const {
  return time_base_ +
         static_cast<double>(steps_ - step_base_) * scene_->dt * world_[world::target_speed()];
}

void Simulation::step() {
  const double last = time();
  move_targets();
  for (Run& run : runs_) run.step(state_);
  if (crowd_.size() == 0) return;
  crowd_.step(targets_,
              {.last = last,
               .now = time(),
               .phase = world_[world::phase()],
               .amplitude = world_[world::target_amplitude()],
               .speed = world_[world::target_speed()],
               .recording = scene_->recording.get()},
              scene_->dt);
}

void Simulation::move_targets() {
  ++steps_;
  const double t = time(), amplitude = world_[world::target_amplitude()];
  const double speed = world_[world::target_speed()];
  for (size_t i = 0; i < targets_.size(); ++i) {
    targets_[i].advance(t, amplitude);
    state_.position.col(i) = targets_[i].position();
    state_.velocity.col(i) = speed * targets_[i].velocity();
    state_.jumped[i] = targets_[i].jumped();
  }
  if (scene_->recording) scene_->recording->pose(t, state_.recorded);
}

/// Takes over the positions that targets were given since the last step.
void Simulation::follow_targets() {
  for (size_t i = 0; i < targets_.size(); ++i) state_.position.col(i) = targets_[i].position();
  if (scene_->recording) scene_->recording->pose(time(), state_.recorded);
}

void Simulation::follow_with_crowd() {
  crowd_.follow(runs_.front(), static_cast<int>(world_[world::bodies()]) - 1,
                scene_->recording.get());
}

const base::Parameter& Simulation::parameter(std::string_view key) const {
  return (world_.has(key) ? world_ : run().settings()).declaration(key);
}

double Simulation::value(std::string_view key) const {
  return (world_.has(key) ? world_ : run().settings()).get(key);
}

const Run* Simulation::find_run(int serial) const {
  const auto found = std::ranges::find(runs_, serial, &Run::serial);
  return found == runs_.end() ? nullptr : &*found;
}

void Simulation::number_runs() {
  next_serial_ = 0;
  for (Run& run : runs_) run.serial = next_serial_++;
}

size_t Simulation::index_of(int serial) const {
  if (serial < 0) return selected_;
  const Run* run = find_run(serial);
  if (!run)
    throw base::Error("there is no run {} (0: the first); it was removed or never added", serial);
  return static_cast<size_t>(run - runs_.data());
}

Target& Simulation::target(int index) {
  return targets_[checked(index, targets_.size(), "target")];
}

std::vector<RecordedPath>::iterator Simulation::find_path(std::string_view name) {
  const auto found = std::ranges::find(paths_, name, &RecordedPath::name);
  if (found == paths_.end())
    throw base::Error("there is no saved path {} in this scene", base::in_quotes(name));
  return found;
}

void Simulation::follow(int index, const RecordedPath& path) { target(index).follow(path); }

size_t Simulation::obstacle(int index) const {
  return checked(index, obstacles().size(), "obstacle");
}

const ik::Joint& Simulation::joint(int index) const {
  return skeleton().all_joints()[checked(index, skeleton().all_joints().size(), "joint")];
}

void Simulation::set_obstacles(const std::vector<ik::Obstacle>& obstacles) {
  for (Run& run : runs_) run.solver().set_obstacles(obstacles);
}

/// The first run's body is one of the crowd.
void Simulation::check_memory(size_t runs, double bodies) const {
  sim::check_memory(skeleton(), runs - 1 + static_cast<size_t>(bodies));
}

void Simulation::set_world(std::string_view key, double value) {
  const double now = time();
  world_.set(key, value);
  time_base_ = now;
  step_base_ = steps_;
  for (Run& run : runs_) run.set_tolerances(tolerances(world_, skeleton()));
}

Scene Simulation::snapshot() const {
  Scene scene = *scene_;
  static_cast<RunSpec&>(scene) = runs_[0].spec();
  scene.others.clear();
  for (size_t i = 1; i < runs_.size(); ++i) scene.others.push_back(runs_[i].spec());
  for (const base::Parameter& parameter : world_.table())
    if (world_[parameter] != parameter.default_value)
      scene.settings.emplace_back(parameter.key, base::to_text(parameter, world_[parameter]));
  for (size_t i = 0; i < targets_.size(); ++i) scene.targets[i].manual = targets_[i].manual();
  scene.obstacles = obstacles();
  scene.paths = paths_;
  scene.time = time();
  return scene;
}

size_t Simulation::bytes() const {
  const size_t bodies = runs_.size() + static_cast<size_t>(crowd_.size());
  return bodies * body_bytes(skeleton()) + sizeof(*this);
}

size_t Simulation::change_bytes() const {
  size_t sum = 0;
  for (const auto* changes : {&undo_, &redo_})
    for (const Change& change : *changes) sum += change.saved->bytes();
  return sum;
}

std::string run_difference(const Simulation& simulation, const Run& run) {
  const std::string settings = different_settings(simulation, run);
  int before = 0;
  for (const Run& other : simulation.runs()) {
    if (&other == &run) break;
    before += &other.solver().method() == &run.solver().method() &&
              different_settings(simulation, other) == settings;
  }
  if (before == 0) return settings;
  return base::format("{}{}({})", settings, settings.empty() ? "" : " ", before + 1);
}

std::string run_label(const Simulation& simulation, const Run& run) {
  const std::string_view method = run.solver().method().label();
  const std::string difference = run_difference(simulation, run);
  return base::format("{}{}{}", method, difference.empty() ? "" : " ", difference);
}

}  // namespace sim
