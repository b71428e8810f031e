#pragma once
#include <atomic>
#include <cstdint>
#include <optional>

#include "ui/plots/tone.h"

namespace app {

/// A tone that glides, on the device that the system plays sound by.
class Speaker {
 public:
  Speaker() = default;
  ~Speaker();
  Speaker(const Speaker&) = delete;
  Speaker& operator=(const Speaker&) = delete;

  /// Until the next one. The first opens the device; false: there is none.
  bool play(const ui::Tone& tone);

 private:
  bool open();
  void fill(float* samples, int count);  // by a thread of SDL's

  std::optional<uint32_t> device_;  // 0: there is none
  int rate_ = 48000;                // Hz
  std::atomic<double> pitch_ = 110, loudness_ = 0;
  double phase_ = 0, heard_pitch_ = 110, heard_loudness_ = 0;  // that thread's
};

}  // namespace app
