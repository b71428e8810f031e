#include <fcntl.h>
#include <io.h>
#include <windows.h>
// windows.h must come first.
#include <psapi.h>

#include "meshes/mesh_file.h"

namespace meshes {
namespace {

HANDLE job = nullptr;
JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};

void set(DWORD kind) {
  limits.BasicLimitInformation.LimitFlags |= kind;
  SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits);
}

}  // namespace

void set_limits() {
  _setmode(0, _O_BINARY);
  _setmode(1, _O_BINARY);
  SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX);
  job = CreateJobObjectA(nullptr, nullptr);
  limits.ProcessMemoryLimit = size_t{max_gigabytes} << 30;
  set(JOB_OBJECT_LIMIT_PROCESS_MEMORY | JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION);
  AssignProcessToJobObject(job, GetCurrentProcess());
}

void restart_time_limit() {
  constexpr ULONGLONG second = 10'000'000;  // in units of 100 ns
  FILETIME began, ended, in_system, used;
  GetProcessTimes(GetCurrentProcess(), &began, &ended, &in_system, &used);
  const ULARGE_INTEGER before{{used.dwLowDateTime, used.dwHighDateTime}};
  limits.BasicLimitInformation.PerProcessUserTimeLimit.QuadPart =
      static_cast<LONGLONG>(before.QuadPart + max_seconds * second);
  set(JOB_OBJECT_LIMIT_PROCESS_TIME);
}

bool holds_too_much() {
  PROCESS_MEMORY_COUNTERS memory{};
  GetProcessMemoryInfo(GetCurrentProcess(), &memory, sizeof memory);
  return memory.PeakWorkingSetSize > size_t{max_kept_megabytes} << 20;
}

}  // namespace meshes
