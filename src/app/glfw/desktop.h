#pragma once
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/platform.h"

namespace app {

/// Opens a window with an OpenGL 3.3 core context; an OpenPlatform.
std::unique_ptr<Platform> open_window(Size size, bool hidden);
/// Begins a film, as Platform::film() does.
std::unique_ptr<Film> open_film(const std::filesystem::path& file, Size pixels, int rate);

/// Prepares the process for graphics drivers; call it before a window is opened.
void prepare_desktop();

/// Reports why the program ends, in a message of the desktop if nobody can see stderr.
void report_end(const std::string& why);

/// Returns whether the desktop is set to avoid animations.
bool desktop_wants_less_motion();

/// Calls a function, which ends the program, when the open window has lost its display.
void when_display_is_lost(void (*end)());

/// Returns whether the user can start a program of that name.
bool is_installed(const std::string& program);

/// Shows a folder in the desktop's file manager; returns false if there is none.
bool show_folder(const std::filesystem::path& folder);

/// The desktop's own file dialog, through its portal (org.freedesktop.portal.FileChooser).
class Portal {
 public:
  using Answered = std::function<void(const FileAnswer&)>;

  Portal();
  ~Portal();  ///< a pending question gets no answer

  /// Returns whether there is a session bus, on which a portal could be.
  static bool may_be_there();

  /// Asks a question. It is ignored while another one is open.
  void ask(const FileQuestion& question, Answered answered);
  void poll();  ///< delivers an answer that has arrived

 private:
  struct Open;
  std::unique_ptr<Open> open_;
};

/// A tone of gliding pitch on the system's sound device.
class Speaker {
 public:
  ~Speaker();

  /// Plays a tone until the next call; the first call opens the device. Returns false without one.
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
