#pragma once
#include <atomic>
#include <cstdint>
#include <optional>

#include "ui/plots/plot_math.h"

namespace app {

/// A tone of gliding pitch on the system's sound device.
class Speaker {
 public:
  Speaker() = default;
  ~Speaker();
  Speaker(const Speaker&) = delete;
  Speaker& operator=(const Speaker&) = delete;

  /// Plays a tone until the next call. The first call opens the device. Returns false if there is
  /// none.
  bool play(const ui::Tone& tone);

 private:
  bool open();
  void fill(float* samples, int count);  // runs on a thread of SDL

  std::optional<uint32_t> device_;  // 0: there is none
  int rate_ = 48000;                // Hz
  std::atomic<double> pitch_ = 110, loudness_ = 0;
  double phase_ = 0, heard_pitch_ = 110, heard_loudness_ = 0;  // used by that thread
};

}  // namespace app
