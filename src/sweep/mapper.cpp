#include "sweep/mapper.h"

#include <algorithm>
#include <exception>

namespace sweep {
namespace {

constexpr double check_seconds = 0.1;   // how often the scene is checked
constexpr double settle_seconds = 0.3;  // how long it must stay unchanged
constexpr double poll_seconds = 0.05;   // how often new cells are fetched

using MapStatus = Status::MapStatus;

bool same_definition(const MapStatus& a, const MapStatus& b) {
  if (a.method != b.method) return false;
  if (!a.result.grid.scene || !b.result.grid.scene) return a.refusal == b.refusal;
  return a.result.grid == b.result.grid;
}

/// The map of a simulation's selected run, without cells yet.
MapStatus empty_map(const sim::Simulation& simulation, const Request& request) {
  MapStatus one{.method = std::string(simulation.run().solver().method().name)};
  try {
    one.result.grid = grid_of(simulation, request.x, request.y);
    one.result.grid.steps = request.steps;
    one.result.grid.warmup = request.warmup;
    one.result.grid.solves = request.solves;
  } catch (const std::exception& error) {
    one.result = {};
    one.refusal = error.what();
  }
  return one;
}

bool is_unfinished(const MapStatus& one) {
  return one.refusal.empty() && one.done < one.result.grid.cells();
}

}  // namespace

const Result* find_map(const Status& work, std::string_view method) {
  for (const MapStatus& one : work.maps)
    if (one.method == method && one.result.grid.scene) return &one.result;
  return nullptr;
}

std::vector<const Result*> results(const Status& work) {
  std::vector<const Result*> all;
  for (const MapStatus& one : work.maps)
    if (one.result.grid.scene) all.push_back(&one.result);
  return all;
}

void Mapper::follow(const sim::Simulation& simulation, const std::optional<Request>& request,
                    double now) {
  if (!request) return pause();
  update_wanted(simulation, *request, now);
  if (!request->go) {
    pause();
  } else {
    const bool has_nothing_to_show =
        request->live && current_ >= 0 && work_.maps[current_].result.level() == 0;
    if (apply_at_ >= 0 && now >= apply_at_ && !has_nothing_to_show) apply_wanted();
    compute(now);
  }
  work_.is_outdated = apply_at_ >= 0 && !request->live;
  update_progress(now);
}

/// Updates wanted_ and when to apply it: a new request at once, a change of the scene when it has
/// settled.
void Mapper::update_wanted(const sim::Simulation& simulation, const Request& request, double now) {
  const bool changed = request_ != request;
  if (!changed && now - checked_at_ < check_seconds) return;
  checked_at_ = now;
  request_ = request;
  std::vector<MapStatus> wanted{empty_map(simulation, request)};
  if (!changed && same_definition(wanted.front(), wanted_.front())) return;  // so are the others
  std::optional<sim::Simulation> other;
  for (const std::string& method : request.others) {
    try {
      if (!other) other = simulation;
      other->run().choose(method);
      wanted.push_back(empty_map(*other, request));
    } catch (const std::exception& error) {
      wanted.push_back({.method = method, .refusal = error.what()});
    }
  }
  wanted_ = std::move(wanted);
  apply_at_ = std::ranges::equal(wanted_, work_.maps, same_definition) ? -1
              : changed || request.live                                ? now
                                                                       : now + settle_seconds;
}

void Mapper::apply_wanted() {
  pause();
  std::vector<MapStatus> maps = wanted_;
  for (MapStatus& one : maps) {
    const auto before = std::ranges::find_if(
        work_.maps, [&](const MapStatus& other) { return same_definition(one, other); });
    if (before != work_.maps.end())
      one = std::move(*before);
    else if (one.result.grid.scene)
      one.result.cells.resize(static_cast<size_t>(one.result.grid.cells()));
  }
  work_.maps = std::move(maps);
  ++work_.version;
  apply_at_ = -1;
}

void Mapper::pause() {
  work_.is_busy = false;
  if (current_ < 0) return;
  fetch([this] { sampler_.stop(); });
  current_ = -1;
}

void Mapper::fetch(const auto& call) {
  MapStatus& one = work_.maps[current_];
  try {
    call();
    if (one.done == sampler_.done()) return;
    one.done = sampler_.done();
  } catch (const std::exception& error) {
    one.refusal = error.what();
  }
  ++work_.version;
}

void Mapper::compute(double now) {
  if (current_ < 0) {
    const auto next = std::ranges::find_if(work_.maps, is_unfinished);
    work_.is_busy = next != work_.maps.end();
    if (!work_.is_busy) return;
    try {
      sampler_.begin(next->result);
    } catch (const std::exception& error) {
      next->refusal = error.what();
      ++work_.version;
      return;
    }
    current_ = static_cast<int>(next - work_.maps.begin());
    begun_at_ = now;
    begun_with_count_ = sampler_.done();
  }
  sampler_.work();
  if (now - polled_at_ < poll_seconds) return;
  polled_at_ = now;
  fetch([this] { sampler_.poll(); });
  if (!sampler_.is_busy()) current_ = -1;
}

void Mapper::update_progress(double now) {
  int done = 0, total = 0;
  for (const MapStatus& one : work_.maps) {
    if (!one.refusal.empty()) continue;
    done += one.done;
    total += one.result.grid.cells();
  }
  work_.progress = total > 0 ? static_cast<double>(done) / total : 0;
  work_.seconds_left = -1;
  constexpr double enough = 0.5;  // s
  if (current_ < 0 || now - begun_at_ < enough) return;
  const int fresh = sampler_.done() - begun_with_count_;
  if (fresh > 0) work_.seconds_left = (total - done) * (now - begun_at_) / fresh;
}

}  // namespace sweep
