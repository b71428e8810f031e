#include "app/glfw/desktop.h"

#include <SDL.h>

#include <cmath>
#include <numbers>

namespace app {

Speaker::~Speaker() {
  if (!device_) return;
  if (*device_ != 0) SDL_CloseAudioDevice(*device_);
  SDL_QuitSubSystem(SDL_INIT_AUDIO);
}

bool Speaker::play(const ui::Tone& tone) {
  pitch_ = tone.pitch;
  loudness_ = tone.loudness;
  return device_ ? *device_ != 0 : open();
}

bool Speaker::open() {
  device_ = 0;
  SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");  // the program handles Ctrl+C
  SDL_LogSetOutputFunction([](void*, int, SDL_LogPriority, const char*) {}, nullptr);
  if (SDL_InitSubSystem(SDL_INIT_AUDIO) != 0) return false;
  SDL_AudioSpec wanted = {};
  wanted.freq = rate_;
  wanted.format = AUDIO_F32SYS;
  wanted.channels = 1;
  wanted.samples = 1024;
  wanted.userdata = this;
  wanted.callback = [](void* self, Uint8* bytes, int size) {
    static_cast<Speaker*>(self)->fill(reinterpret_cast<float*>(bytes),
                                      size / static_cast<int>(sizeof(float)));
  };
  device_ = SDL_OpenAudioDevice(nullptr, 0, &wanted, nullptr, 0);
  if (*device_ != 0) SDL_PauseAudioDevice(*device_, 0);
  return *device_ != 0;
}

void Speaker::fill(float* samples, int count) {
  constexpr double turn = 2 * std::numbers::pi, loudest = 0.2, glide = 0.03;  // s
  const double pitch = pitch_, loudness = loudness_;
  const double step = 1 - std::exp(-1 / (glide * rate_));
  for (int i = 0; i < count; ++i) {
    heard_pitch_ += step * (pitch - heard_pitch_);
    heard_loudness_ += step * (loudness - heard_loudness_);
    phase_ = std::remainder(phase_ + turn * heard_pitch_ / rate_, turn);
    const double wave = std::sin(phase_) + 0.3 * std::sin(2 * phase_) + 0.15 * std::sin(3 * phase_);
    samples[i] = static_cast<float>(loudest * heard_loudness_ * wave);
  }
}

}  // namespace app
