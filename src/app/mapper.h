#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "map/sampler.h"
#include "sim/simulation.h"
#include "ui/map_work.h"

namespace app {

/// Computes what the panel of maps wishes for, map after map, in the background; begins anew when
/// the scene or a fixed parameter is another, and keeps what is still true.
class Mapper {
 public:
  explicit Mapper(int threads = map::spare_cores()) : count_(threads) {}

  /// Once a frame; now: s. Without a wish all threads rest.
  void follow(const sim::Simulation& simulation, const std::optional<ui::MapWish>& wish,
              double now);
  const ui::MapWork& work() const { return work_; }

 private:
  void look(const sim::Simulation& simulation, const ui::MapWish& wish, double now);
  void take_over();
  void rest();
  template <class Ask>
  void fetch(Ask ask);
  void go_on(double now);
  void count(double now);

  int count_;
  std::unique_ptr<map::Sampler> sampler_;  // no threads until somebody wants a map
  std::optional<ui::MapWish> wish_;
  std::vector<ui::MapWork::One> wanted_;  // grids without cells
  double looked_ = 0, polled_ = 0;        // s
  double due_ = -1;                       // when what is wanted is taken over; -1: it has been
  int at_ = -1;                           // the map at work
  double begun_ = 0;                      // s, and with so many cells in that map
  int begun_with_ = 0;
  ui::MapWork work_;
};

}  // namespace app
