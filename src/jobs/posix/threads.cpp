#include <sched.h>
#include <sys/resource.h>

#include <algorithm>
#include <thread>

#include "jobs/workers.h"

namespace jobs {

void lower_priority() {
  constexpr int niceness = 10;
  if (getpriority(PRIO_PROCESS, 0) < niceness)
    setpriority(PRIO_PROCESS, 0, niceness);  // on Linux it affects this thread alone
}

int all_cores() {
  cpu_set_t allowed;  // may be fewer than exist, in a batch system or under taskset
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) return CPU_COUNT(&allowed);
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

}  // namespace jobs
