#include "sweep/mapper.h"

#include <algorithm>
#include <exception>

namespace sweep {
namespace {

constexpr double often = 0.1;          // s: how often the scene is checked,
constexpr double settle_time = 0.3;    // how long it must stay unchanged,
constexpr double poll_seconds = 0.05;  // and how often new cells are fetched

using One = Status::One;

bool same(const One& a, const One& b) {
  if (a.method != b.method) return false;
  if (!a.result.grid.scene || !b.result.grid.scene) return a.refusal == b.refusal;
  return a.result.grid == b.result.grid;
}

/// The map of a simulation's selected run, without cells yet.
One empty_map(const sim::Simulation& simulation, const Request& request) {
  One one{.method = std::string(simulation.run().solver().method().name)};
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

bool to_do(const One& one) { return one.refusal.empty() && one.done < one.result.grid.cells(); }

}  // namespace

const Result* find_map(const Status& work, std::string_view method) {
  for (const One& one : work.maps)
    if (one.method == method && one.result.grid.scene) return &one.result;
  return nullptr;
}

std::vector<const Result*> results(const Status& work) {
  std::vector<const Result*> all;
  for (const One& one : work.maps)
    if (one.result.grid.scene) all.push_back(&one.result);
  return all;
}

void Mapper::follow(const sim::Simulation& simulation, const std::optional<Request>& request,
                    double now) {
  if (!request) return rest();
  look(simulation, *request, now);
  if (!request->go) {
    rest();
  } else {
    const bool unseen = request->live && at_ >= 0 && work_.maps[at_].result.level() == 0;
    if (due_ >= 0 && now >= due_ && !unseen) take_over();
    go_on(now);
  }
  work_.behind = due_ >= 0 && !request->live;
  count(now);
}

/// Updates what is to be computed: a request at once, a change of the scene when it has settled.
void Mapper::look(const sim::Simulation& simulation, const Request& request, double now) {
  const bool changed = request_ != request;
  if (!changed && now - looked_ < often) return;
  looked_ = now;
  request_ = request;
  std::vector<One> wanted{empty_map(simulation, request)};
  if (!changed && same(wanted.front(), wanted_.front())) return;  // so are the others
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
  due_ = std::ranges::equal(wanted_, work_.maps, same) ? -1
         : changed || request.live                     ? now
                                                       : now + settle_time;
}

void Mapper::take_over() {
  rest();
  std::vector<One> maps = wanted_;
  for (One& one : maps) {
    const auto before =
        std::ranges::find_if(work_.maps, [&](const One& other) { return same(one, other); });
    if (before != work_.maps.end())
      one = std::move(*before);
    else if (one.result.grid.scene)
      one.result.cells.resize(static_cast<size_t>(one.result.grid.cells()));
  }
  work_.maps = std::move(maps);
  ++work_.version;
  due_ = -1;
}

void Mapper::rest() {
  work_.busy = false;
  if (at_ < 0) return;
  fetch([this] { sampler_.stop(); });
  at_ = -1;
}

void Mapper::fetch(const auto& ask) {
  One& one = work_.maps[at_];
  try {
    ask();
    if (one.done == sampler_.done()) return;
    one.done = sampler_.done();
  } catch (const std::exception& error) {
    one.refusal = error.what();
  }
  ++work_.version;
}

void Mapper::go_on(double now) {
  if (at_ < 0) {
    const auto next = std::ranges::find_if(work_.maps, to_do);
    work_.busy = next != work_.maps.end();
    if (!work_.busy) return;
    try {
      sampler_.begin(next->result);
    } catch (const std::exception& error) {
      next->refusal = error.what();
      ++work_.version;
      return;
    }
    at_ = static_cast<int>(next - work_.maps.begin());
    begun_ = now;
    begun_with_ = sampler_.done();
  }
  sampler_.work();
  if (now - polled_ < poll_seconds) return;
  polled_ = now;
  fetch([this] { sampler_.poll(); });
  if (!sampler_.busy()) at_ = -1;
}

void Mapper::count(double now) {
  int done = 0, total = 0;
  for (const One& one : work_.maps) {
    if (!one.refusal.empty()) continue;
    done += one.done;
    total += one.result.grid.cells();
  }
  work_.progress = total > 0 ? static_cast<double>(done) / total : 0;
  work_.seconds_left = -1;
  constexpr double enough = 0.5;  // s
  if (at_ < 0 || now - begun_ < enough) return;
  const int fresh = sampler_.done() - begun_with_;
  if (fresh > 0) work_.seconds_left = (total - done) * (now - begun_) / fresh;
}

}  // namespace sweep
