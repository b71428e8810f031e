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

/// What somebody wants to see: the selected run, and the same with other methods.
struct Request {
  Axis x, y;
  int64_t steps = 600, warmup = 120;
  std::vector<std::string> others = {};  ///< names of methods
  bool go = true;                        ///< else what there is stays
  bool operator==(const Request&) const = default;
};

/// What there is of it.
struct Status {
  struct One {
    std::string method = {};
    Result result = {};        ///< without a grid if even that was refused
    int done = 0;              ///< cells
    std::string refusal = {};  ///< why it cannot be computed, a sentence
  };
  std::vector<One> maps = {};  ///< first that of the selected run, then the others as wished
  bool busy = false;           ///< some cells are being computed
  bool behind = false;         ///< the scene has changed since, or is just changing
  double progress = 0;         ///< of all cells, 0 to 1
  double seconds_left = -1;    ///< -1: not known yet
  int64_t version = 0;         ///< another one whenever the maps are others
};

/// That of a method, or null.
const Result* find_map(const Status& work, std::string_view method);
/// All that there are.
std::vector<const Result*> results(const Status& work);

/// Computes what is wished for, map after map, in the background; begins anew when
/// the scene or a fixed parameter is another, and keeps what is still true.
class Mapper {
 public:
  explicit Mapper(int threads = spare_cores()) : count_(threads) {}

  /// Once a frame; now: s. Without a wish all threads rest.
  void follow(const sim::Simulation& simulation, const std::optional<Request>& wish, double now);
  const Status& work() const { return work_; }
  double worked() const { return sampler_ ? sampler_->worked() : 0; }  ///< s, of all threads

 private:
  void look(const sim::Simulation& simulation, const Request& wish, double now);
  void take_over();
  void rest();
  template <class Ask>
  void fetch(Ask ask);
  void go_on(double now);
  void count(double now);

  int count_;
  std::unique_ptr<Sampler> sampler_;  // no threads until somebody wants a map
  std::optional<Request> wish_;
  std::vector<Status::One> wanted_;  // grids without cells
  double looked_ = 0, polled_ = 0;   // s
  double due_ = -1;                  // when what is wanted is taken over; -1: it has been
  int at_ = -1;                      // the map at work
  double begun_ = 0;                 // s, and with so many cells in that map
  int begun_with_ = 0;
  Status work_;
};

}  // namespace sweep
