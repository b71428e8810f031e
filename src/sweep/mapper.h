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
  std::vector<std::string> others = {};  ///< names of methods
  bool go = true;                        ///< false: paused, keeps what was computed
  /// Each change of the scene restarts it at once, but for a coarse map that is not complete.
  bool live = false;
  bool operator==(const Request&) const = default;
};

struct Status {
  struct One {
    std::string method = {};
    Result result = {};        ///< without a grid if even that was refused
    int done = 0;              ///< cells
    std::string refusal = {};  ///< why it cannot be computed, a sentence
  };
  std::vector<One> maps = {};  ///< first that of the selected run, then the others as requested
  bool busy = false;           ///< some cells are being computed
  bool behind = false;         ///< outdated: the scene has changed or is changing, and not live
  double progress = 0;         ///< of all cells, 0 to 1
  double seconds_left = -1;    ///< -1: not known yet
  int64_t version = 0;         ///< changes whenever the maps do
};

/// Returns the map of a method, or null.
const Result* find_map(const Status& work, std::string_view method);
std::vector<const Result*> results(const Status& work);

/// Computes the requested maps, one after the other, in the background; restarts when the scene or
/// a fixed parameter changes, and keeps what is still valid.
class Mapper {
 public:
  explicit Mapper(std::unique_ptr<jobs::Workers> workers = jobs::threads(),
                  CellsOf cells_of = computed_here)
      : sampler_(std::move(workers), std::move(cells_of)) {}

  /// Call once per frame; now: s. Without a request the workers are idle.
  void follow(const sim::Simulation& simulation, const std::optional<Request>& request, double now);
  const Status& work() const { return work_; }
  double worked() const { return sampler_.worked(); }  ///< s, of all threads

 private:
  void look(const sim::Simulation& simulation, const Request& request, double now);
  void take_over();
  void rest();
  void fetch(const auto& ask);
  void go_on(double now);
  void count(double now);

  Sampler sampler_;
  std::optional<Request> request_;
  std::vector<Status::One> wanted_;  // grids without cells
  double looked_ = 0, polled_ = 0;   // s
  double due_ = -1;                  // when what is wanted is taken over; -1: it has been
  int at_ = -1;                      // the current map
  double begun_ = 0;                 // s, and with so many cells in that map
  int begun_with_ = 0;
  Status work_;
};

}  // namespace sweep
