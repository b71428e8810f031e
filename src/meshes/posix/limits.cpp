#include <sys/prctl.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdio>

#include "meshes/mesh_file.h"

#ifdef IKSCOPE_SANITIZED  // it reserves terabytes, so RLIMIT_AS cannot be used
extern "C" const char* __asan_default_options() { return "hard_rss_limit_mb=2048:detect_leaks=0"; }
#endif

namespace meshes {

#ifdef IKSCOPE_SANITIZED  // it retains freed memory
constexpr int max_megabytes = 1024;
#else
constexpr int max_megabytes = max_kept_megabytes;
#endif

void set_limits() {
#ifndef IKSCOPE_SANITIZED
  const rlimit memory{rlim_t{max_gigabytes} << 30, rlim_t{max_gigabytes} << 30};
  setrlimit(RLIMIT_AS, &memory);
#endif
  if (std::FILE* first = std::fopen("/proc/self/oom_score_adj", "w")) {
    std::fputs("1000", first);  // if memory runs out, the system kills this process, not ikscope
    std::fclose(first);
  }
  prctl(PR_SET_DUMPABLE, 0);  // a crash is expected, and leaves no core file
}

void restart_time_limit() {
  rusage used{};
  rlimit time{};
  getrusage(RUSAGE_SELF, &used);
  getrlimit(RLIMIT_CPU, &time);
  const auto seconds = used.ru_utime.tv_sec + used.ru_stime.tv_sec + 1 + max_seconds;
  time.rlim_cur = std::min(static_cast<rlim_t>(seconds), time.rlim_max);
  setrlimit(RLIMIT_CPU, &time);  // SIGXCPU follows
}

bool holds_too_much() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return used.ru_maxrss > 1024L * max_megabytes;  // kB
}

}  // namespace meshes
