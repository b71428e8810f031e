#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/simulation.h"
#include "sweep/sampler.h"

namespace sweep {

/// A request for maps: the selected run, and the same scene with other methods.
struct Request {
  Axis x, y;
  int64_t steps = 600, warmup = 120;
  bool solves = false;                   ///< see Grid
  std::vector<std::string> others = {};  ///< names of the other methods
  bool go = true;                        ///< false: pauses and keeps what was computed
  /// Whether a change of the scene restarts the map without waiting until the scene has settled;
  /// the coarsest level is completed first.
  bool live = false;
  bool operator==(const Request&) const = default;
};

struct Status {
  struct MapStatus {
    std::string method = {};
    Result result = {};        ///< without a grid if even that was refused
    int done = 0;              ///< computed cells
    std::string refusal = {};  ///< why it cannot be computed, a sentence
  };
  std::vector<MapStatus> maps = {};  ///< the selected run's, then the others in the request's order
  bool is_busy = false;              ///< cells are being computed
  bool is_outdated = false;          ///< the scene has changed since, and the request is not live
  double progress = 0;               ///< the computed fraction of all cells
  double seconds_left = -1;          ///< -1: not known yet
  int64_t version = 0;               ///< changes whenever the maps do
};

/// Returns the map of a method, or null.
const Result* find_map(const Status& work, std::string_view method);
std::vector<const Result*> results(const Status& work);

/// Computes the requested maps, one after the other, in the background; restarts when the scene or
/// a fixed parameter changes, and keeps what is still valid.
class Mapper {
 public:
  explicit Mapper(std::unique_ptr<jobs::Workers> workers = jobs::threads(),
                  CellComputerFactory make_computer = make_cell_runner)
      : sampler_(std::move(workers), std::move(make_computer)) {}

  /// Restarts or continues the maps; call it once per frame, without a request to pause. now: s.
  void follow(const sim::Simulation& simulation, const std::optional<Request>& request, double now);
  const Status& work() const { return work_; }
  double worker_seconds() const { return sampler_.worker_seconds(); }  ///< summed over threads

 private:
  void update_wanted(const sim::Simulation& simulation, const Request& request, double now);
  void apply_wanted();
  void pause();
  void fetch(const auto& call);
  void compute(double now);
  void update_progress(double now);

  Sampler sampler_;
  std::optional<Request> request_;
  std::vector<Status::MapStatus> wanted_;  // grids without cells
  double checked_at_ = 0, polled_at_ = 0;  // s
  double apply_at_ = -1;                   // s: when to apply wanted_; -1: it is applied
  int current_ = -1;                       // index of the current map; -1: none
  double begun_at_ = 0;                    // s: when the current map was begun
  int begun_with_count_ = 0;               // cells that it had then
  Status work_;
};

}  // namespace sweep
