#include "monkey/run.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <exception>
#include <fstream>
#include <new>
#include <sstream>

#include "app/app.h"
#include "app/glfw/desktop.h"
#include "base/error.h"
#include "fuzz/checks.h"
#include "fuzz/watchdog.h"
#include "monkey/chooser.h"
#include "monkey/input.h"
#include "monkey/user_files.h"

// An abort says where it was called; leaks of graphics drivers are not ours to mend.
extern "C" const char* __asan_default_options() { return "handle_abort=1:detect_leaks=0"; }

namespace monkey {
namespace fs = std::filesystem;
namespace {

/// The machine's time; std::chrono's is the simulated one.
double now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// What both processes see.
struct Shared {
  std::atomic<int> frame{-1};
  std::atomic<uint64_t> digest{0xcbf29ce484222325};
};

/// FNV-1a of the bodies' coordinates.
uint64_t digest_of(const sim::Simulation& simulation, uint64_t hash) {
  for (const sim::Run& one : simulation.runs())
    for (const double angle : one.solver().pose().theta) {
      uint64_t bits = 0;
      std::memcpy(&bits, &angle, sizeof bits);
      hash = (hash ^ bits) * 0x100000001b3;
    }
  return hash;
}

class Watched {
 public:
  Watched(const Plan& plan, const fs::path& folder, Shared& shared)
      : plan_(plan), shared_(shared), log_(folder / "events"), chooser_(plan.seed) {
    user_files::make(folder / "home", plan.seed);
    log_ << "seed " << plan.seed << "\n";
  }

  int run() {
    input::on_title = [](const std::string& title) { fuzz::check_sentence(title); };
    app::Options options = random_start(plan_.seed);
    std::unique_ptr<app::App> app;
    try {
      options.frames = 0;
      app = std::make_unique<app::App>(options, app::open_window);
    } catch (const base::Error& error) {
      fuzz::check_sentence(error.what());
      app::Options plain;
      plain.size = options.size;
      app = std::make_unique<app::App>(plain, app::open_window);
    }
    app_ = app.get();
    input::on_frame = [this] { next_frame(); };
    try {
      return app->run();
    } catch (const Enough&) {
      return 0;
    }
  }

 private:
  struct Enough {};

  void next_frame() {
    const int frame = shared_.frame + 1;
    check();
    if (frame >= plan_.frames) throw Enough();
    shared_.frame = frame;
    if (plan_.replay) {
      for (; next_ < plan_.events.size() && plan_.events[next_].frame <= frame; ++next_)
        perform(plan_.events[next_]);
    } else {
      for (const Event& event : chooser_.next(frame)) perform(event);
    }
  }

  void check() {
    fuzz::check_finite(app_->session().simulation());
    if (const ui::Toasts& toasts = app_->ui().state().toasts; !toasts.empty())
      fuzz::check_sentence(toasts.newest());
    shared_.digest = digest_of(app_->session().simulation(), shared_.digest);
  }

  void perform(const Event& event) {
    log_ << event.line() << "\n" << std::flush;
    event.perform();
  }

  const Plan& plan_;
  Shared& shared_;
  std::ofstream log_;
  Chooser chooser_;
  app::App* app_ = nullptr;
  size_t next_ = 0;
};

[[noreturn]] void run_here(const Plan& plan, const fs::path& folder, Shared& shared) {
  const int said = open((folder / "said").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  dup2(said, STDERR_FILENO);
  dup2(said, STDOUT_FILENO);
  int code = 1;
  try {
    code = Watched(plan, folder, shared).run();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "fault: %s\n", error.what());
  }
  std::fflush(nullptr);
  _exit(code);
}

/// The line that tells best what went wrong, and where in the program.
std::string told(const fs::path& said) {
  static const std::string ours = fs::path(IKSCOPE_SOURCE_DIR) / "src/";
  std::istringstream in(fuzz::contents(said));
  std::string what, last;
  for (std::string line; std::getline(in, line); last = line) {
    for (const char* sign :
         {"fault:", "runtime error:", "ERROR: Add", "Assertion", "OpenGL reported"})
      if (what.empty() && line.find(sign) != std::string::npos) what = line;
    if (const size_t at = line.find(ours); !what.empty() && at != std::string::npos)
      return what + " at " + line.substr(at + ours.size());
  }
  return what.empty() ? last : what;
}

}  // namespace

Outcome run(const Plan& plan, const fs::path& folder) {
  fs::remove_all(folder);
  fs::create_directories(folder);
  void* const memory =
      mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  Shared& shared = *new (memory) Shared();
  const pid_t worker = fork();
  if (worker == 0) run_here(plan, folder, shared);

  Outcome outcome;
  fuzz::Watchdog time_budget(worker);
  int status = 0;
  while (waitpid(worker, &status, WNOHANG) != worker) {
    if (!time_budget.wait(shared.frame)) continue;
    outcome.fault = "a frame takes more than 20 s";
    kill(worker, SIGABRT);  // says where it is
    sleep(5);
    kill(worker, SIGKILL);
  }
  if (status != 0) {
    if (!outcome.fault.empty()) outcome.fault += ": ";
    outcome.fault += told(folder / "said");
    if (outcome.fault.empty()) outcome.fault = "it ends with status " + std::to_string(status);
  }
  outcome.frame = shared.frame;
  outcome.digest = shared.digest;
  munmap(memory, sizeof(Shared));
  return outcome;
}

Plan load(const fs::path& events) {
  std::ifstream in(events);
  std::string word;
  Plan plan;
  plan.replay = true;
  if (!(in >> word >> plan.seed) || word != "seed")
    throw std::runtime_error(events.string() + " does not begin with a seed");
  std::string line;
  for (std::getline(in, line); std::getline(in, line);) plan.events.push_back(Event::parse(line));
  constexpr int afterwards = 60;
  plan.frames = (plan.events.empty() ? 0 : plan.events.back().frame) + afterwards;
  return plan;
}

void save(const Plan& plan, const fs::path& events) {
  std::ofstream out(events);
  out << "seed " << plan.seed << "\n";
  for (const Event& event : plan.events) out << event.line() << "\n";
}

Plan shortened(const Plan& plan, const Outcome& fault, const fs::path& folder, double seconds) {
  const double end = now() + seconds;
  // with the place in the program, or without addresses
  const auto kind = [](const std::string& text) {
    const size_t at = text.rfind(" at ");
    return at == std::string::npos ? text.substr(0, text.find(" (")) : text.substr(at);
  };
  Plan shortest = plan;
  for (size_t length = plan.events.size() / 2; length > 0 && now() < end; length /= 2)
    for (size_t at = 0; at < shortest.events.size() && now() < end;) {
      Plan shorter = shortest;
      const auto from = shorter.events.begin() + static_cast<std::ptrdiff_t>(at);
      const size_t left = shorter.events.size() - at;
      shorter.events.erase(from, from + static_cast<std::ptrdiff_t>(std::min(length, left)));
      if (kind(run(shorter, folder).fault) == kind(fault.fault))
        shortest = shorter;
      else
        at += length;
    }
  return shortest;
}

}  // namespace monkey
