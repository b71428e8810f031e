#include "fuzz/worker.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <fstream>
#include <new>

#include "fuzz/watchdog.h"

namespace fuzz {
namespace {

constexpr size_t most_text = 1 << 20, most_fault = 4000;
constexpr int64_t most_memory = int64_t{4} << 30;  // bytes

double now() {
  using namespace std::chrono;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}

/// What both processes see.
struct Shared {
  std::atomic<int64_t> accepted{0}, refused{0}, round{0};
  std::atomic<size_t> length{0};
  char text[most_text];
  char fault[most_fault];  // ends with 0
};

class SharedMemory {
 public:
  SharedMemory()
      : at_(mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
                 0)) {
    if (at_ == MAP_FAILED) throw std::bad_alloc();
    shared_ = new (at_) Shared();
  }
  ~SharedMemory() { munmap(at_, sizeof(Shared)); }
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;
  Shared* operator->() { return shared_; }

 private:
  void* at_;
  Shared* shared_;
};

int64_t resident(pid_t process) {
  std::ifstream in("/proc/" + std::to_string(process) + "/statm");
  int64_t all = 0, pages = 0;
  in >> all >> pages;
  return pages * sysconf(_SC_PAGESIZE);
}

void read_all(const Reader& reader, SharedMemory& shared,
              const std::function<bool(std::string&, bool)>& next) {
  std::string text;
  bool accepted = false;
  while (next(text, accepted)) {
    shared->length = std::min(text.size(), most_text);
    std::memcpy(shared->text, text.data(), shared->length);
    ++shared->round;
    try {
      accepted = accepts(reader, text);
    } catch (const std::exception& error) {
      std::strncpy(shared->fault, error.what(), most_fault - 1);
      _exit(1);
    }
    ++(accepted ? shared->accepted : shared->refused);
  }
}

/// Until it ends, or takes too long or too much.
std::string wait_for(pid_t worker, SharedMemory& shared) {
  Watchdog time_budget(worker);
  int status = 0;
  while (waitpid(worker, &status, WNOHANG) != worker) {
    const bool slow = time_budget.wait(shared->round), large = resident(worker) > most_memory;
    if (!slow && !large) continue;
    kill(worker, SIGKILL);
    waitpid(worker, &status, 0);
    return slow ? "it takes more than 20 s" : "it takes more than 4 GB";
  }
  if (WIFSIGNALED(status)) return std::string("it ends by ") + strsignal(WTERMSIG(status));
  if (WEXITSTATUS(status) == 0) return {};
  return *shared->fault ? shared->fault
                        : "it ends with exit code " + std::to_string(WEXITSTATUS(status));
}

}  // namespace

std::string kind_of(const std::string& fault) {
  return fault.substr(0, std::min(fault.find(':'), fault.find('\n')));
}

Outcome watch(const Reader& reader, const std::function<bool(std::string&, bool)>& next) {
  SharedMemory shared;
  const pid_t worker = fork();
  if (worker == 0) {
    read_all(reader, shared, next);
    _exit(0);
  }
  Outcome outcome;
  outcome.fault = wait_for(worker, shared);
  outcome.accepted = shared->accepted;
  outcome.refused = shared->refused;
  if (!outcome.fault.empty()) outcome.text.assign(shared->text, shared->length);
  return outcome;
}

std::string shortened(const Reader& reader, const Outcome& fault, double seconds) {
  const double end = now() + seconds;
  const auto same = [&](const std::string& text) {
    int reads = 0;
    const Outcome one = watch(reader, [&](std::string& next, bool) {
      next = text;
      return reads++ == 0;
    });
    return kind_of(one.fault) == kind_of(fault.fault);
  };
  std::string text = fault.text;
  for (size_t length = text.size() / 2; length > 0 && now() < end; length /= 2)
    for (size_t at = 0; at < text.size() && now() < end;) {
      std::string shorter = text;
      shorter.erase(at, length);
      if (same(shorter))
        text = shorter;
      else
        at += length;
    }
  return text;
}

}  // namespace fuzz
