#pragma once
#include <coroutine>
#include <utility>

namespace jobs {

/// The end of a slice, see Slices.
struct Pause;

/// Long work in slices: a coroutine that returns Slices and pauses often with
///   co_await jobs::pause;
/// or, while it depends on the progress of other work, with
///   co_await jobs::wait;
/// It does nothing until advance() is called, and can be dropped at any pause. The caller decides
/// where it runs: in a thread, or between two frames. Its parameters are copied, but the objects
/// that they refer to must live as long.
class Slices {
 public:
  struct promise_type {
    Slices get_return_object() {
      return Slices(std::coroutine_handle<promise_type>::from_promise(*this));
    }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { throw; }  // returns to the caller of advance()
    bool waits = false;
  };

  Slices(Slices&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Slices& operator=(Slices&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Slices() {
    if (handle_) handle_.destroy();
  }

  /// Does the next slice, and throws what it throws. Returns false once all is done.
  bool advance() {
    if (!handle_.done()) handle_.resume();
    return !handle_.done();
  }
  /// Returns whether the last slice only checked whether it can continue.
  bool waits() const { return handle_.promise().waits; }
  /// Passes this work's pause on to the work that contains it:
  ///   while (part.advance()) co_await part.paused();
  Pause paused() const;

 private:
  explicit Slices(std::coroutine_handle<promise_type> handle) : handle_(handle) {}
  std::coroutine_handle<promise_type> handle_;
};

struct Pause {
  bool waits = false;
  bool await_ready() const noexcept { return false; }
  void await_suspend(std::coroutine_handle<Slices::promise_type> handle) const noexcept {
    handle.promise().waits = waits;
  }
  void await_resume() const noexcept {}
};

inline constexpr Pause pause{}, wait{.waits = true};

inline Pause Slices::paused() const { return {waits()}; }

}  // namespace jobs
