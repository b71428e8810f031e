#include <windows.h>

#include <algorithm>
#include <bitset>
#include <thread>

#include "jobs/workers.h"

namespace jobs {

void lower_priority() { SetThreadPriority(GetCurrentThread(), THREAD_PRIORITY_LOWEST); }

int all_cores() {
  DWORD_PTR allowed = 0, present = 0;  // of up to 64 cores
  if (GetProcessAffinityMask(GetCurrentProcess(), &allowed, &present) && allowed != 0)
    return static_cast<int>(std::bitset<64>(allowed).count());
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

}  // namespace jobs
