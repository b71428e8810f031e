#pragma once
#include <array>
#include <chrono>
#include <cstdint>
#include <span>
#include <string_view>

namespace ui {

/// The parts of a frame's time, and the threads' work on maps.
enum class Work { Update, Metrics, Panels, Lists, Gl, Swap, Map };
constexpr size_t work_count = 7;

struct WorkInfo {
  std::string_view title, explanation;
  bool of_frame = true;  ///< part of the frame, not of other threads
};
const WorkInfo& info(Work work);

/// How the time of the last frames was spent. The program records it, and the overlay shows it.
class Profile {
 public:
  class Measurement {
   public:
    Measurement(Profile& profile, Work work) : profile_(profile), work_(work) {}
    ~Measurement() { profile_.add(work_, seconds()); }
    Measurement(const Measurement&) = delete;
    Measurement& operator=(const Measurement&) = delete;
    double seconds() const {
      return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
    }

   private:
    Profile& profile_;
    Work work_;
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  };
  Measurement measure(Work work) { return {*this, work}; }
  void add(Work work, double seconds) { frame_[static_cast<size_t>(work)] += seconds; }

  /// Ends a frame; `now` in s of any clock, `updates` of all bodies in this frame.
  void end_frame(double now, int64_t updates);

  /// The means over about half a second, seconds per frame: to be followed and read.
  struct Span {
    double mean = 0, max = 0;
  };
  const Span& of(Work work) const { return shown_[static_cast<size_t>(work)]; }
  double frames_per_second() const { return frames_per_second_; }
  double updates_per_second() const { return updates_per_second_; }

  /// The durations of the last frames, s: a ring whose oldest entry is at `newest` + 1.
  static constexpr int frame_count = 120;
  std::span<const float> frames() const { return frames_; }
  int newest() const { return newest_; }

 private:
  std::array<double, work_count> frame_{};
  std::array<Span, work_count> gathered_{}, shown_{};
  std::array<float, frame_count> frames_{};
  int newest_ = frame_count - 1, count_ = 0;
  int64_t updates_ = 0;
  double since_ = -1, last_ = -1, frames_per_second_ = 0, updates_per_second_ = 0;
};

}  // namespace ui
