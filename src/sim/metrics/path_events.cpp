#include "sim/metrics/path_events.h"

#include "ik/analysis/aspect.h"
#include "sim/run.h"

namespace sim {

unsigned path_events(Run& run, unsigned before) {
  using namespace path_event;
  ik::Solver& solver = run.solver();
  constexpr unsigned sides = in_front | behind;
  const int aspect = ik::aspect(solver);
  unsigned events = aspect > 0 ? in_front : aspect < 0 ? behind : before & sides;
  if ((before & sides) != 0 && (events & sides) != (before & sides)) events |= flip;
  if (run.oscillation().difference().cwiseAbs().maxCoeff() > leap_angle) events |= leap;
  if (run.report().limit_reached) events |= limit;
  const double largest = solver.svd().sigma().size() > 0 ? solver.svd().sigma()[0] : 0;
  if (solver.sigma_min() < nearly_singular * largest) events |= singular;
  return events;
}

}  // namespace sim
