#pragma once
#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/imgui_backend.h"
#include "base/text.h"
#include "jobs/workers.h"
#include "render/picture.h"
#include "ui/input/gamepad.h"
#include "ui/kit/scale.h"
#include "ui/plots/plot_math.h"
#include "view/mesh.h"

namespace remote {
class Pool;
}

namespace app {

/// Writes a message as a line on stderr. (Streams would make what a page loads larger.)
inline void report(const std::string& message) {
  std::fprintf(stderr, "ikscope: %s\n", base::printable(message).c_str());
}

/// A film: frames of one size, however long each took.
struct Film {
  explicit Film(std::filesystem::path file) : path(std::move(file)) {}
  virtual ~Film() = default;
  /// Adds a frame `times` times. Throws base::Error for another size or a full disk.
  virtual void add(const render::Picture& picture, int times = 1) = 0;
  /// Ends the film. Throws base::Error if it is incomplete.
  virtual void finish() = 0;

  std::filesystem::path path;
  std::string remark;  ///< how the film differs from the request
  int frames = 0;
  bool lost = false;  ///< after an error, nothing of it is left
};

/// A mesh being read. A call returns its triangles, or nothing as long as they are not ready; it
/// may wait some hundredths of a second for them. Throws base::Error if the mesh cannot be read.
/// Reading ends when the last copy is destroyed.
using MeshReading = std::function<std::optional<view::Triangles>()>;
/// Begins to read a mesh, in any thread; damaged files do no harm. Throws base::Error.
using MeshReader = std::function<MeshReading(const std::filesystem::path&)>;

/// A question for a dialog of the desktop.
struct FileQuestion {
  std::string title;
  std::filesystem::path file;  ///< the proposed file to save; empty: asks for one to open
};
struct FileAnswer {
  bool asked = false;               ///< false: the desktop has no dialog
  std::filesystem::path file = {};  ///< empty: cancelled
};

/// The program needs a window with OpenGL, a clock, threads if there are any, and the user's files:
/// app/glfw has them for desktops, app/web for a page of a browser.
class Platform {
 public:
  virtual ~Platform() = default;

  // The clock
  virtual double now() const = 0;     ///< s from an arbitrary start, monotonic
  virtual void wait_until(double) {}  ///< if the program runs its own loop
  /// Returns workers for long jobs beside the frames, at low priority.
  virtual std::unique_ptr<jobs::Workers> workers(int most) = 0;
  /// Returns other instances of the program, used if there are no threads, or null.
  virtual remote::Pool* remote_pool() { return nullptr; }

  /// What a reader keeps between two meshes, such as a process, ends with its last copy.
  virtual MeshReader mesh_reader() = 0;

  // The window
  virtual bool should_close() const { return false; }
  virtual bool can_close() const { return true; }  ///< whether close() has an effect
  virtual void close() {}
  virtual void vsync(bool) {}
  virtual void title(const std::string& text) = 0;
  /// Processes events; when minimised, waits briefly to avoid busy looping.
  virtual void poll() = 0;
  virtual void swap() {}
  virtual Size size() const = 0;         ///< screen coordinates
  virtual Size framebuffer() const = 0;  ///< pixels; nothing when minimised
  virtual bool minimised() const = 0;
  virtual double refresh_rate() const = 0;     ///< the fastest monitor's, in frames per second
  virtual ui::Monitor monitor() const = 0;     ///< the monitor that shows most of the window
  virtual bool wants_less_motion() const = 0;  ///< the desktop's setting, at the start
  /// Returns whether the desktop is set to a light look: the theme where the user has chosen none.
  virtual bool looks_light() const { return false; }
  virtual bool is_software_rendered() const = 0;  ///< on the processor, as by Mesa's llvmpipe
  virtual void toggle_full_screen() = 0;
  virtual bool full_screen() const = 0;

  std::optional<ImGuiBackend> imgui;  ///< from the opening of the window to its end
  virtual void new_frame(const FrameLayout& layout = {}) = 0;

  /// Returns the page's address without its hash, or an empty text if this is not a page.
  virtual std::string address() const { return {}; }

  // Input that Dear ImGui lacks
  virtual bool touched() const { return false; }      ///< whether the current input is by touch
  virtual bool for_fingers() const { return false; }  ///< whether most input is by touch
  virtual ui::Gamepad gamepad() const = 0;            ///< the first one; at rest if there is none
  std::function<void(const std::filesystem::path&)> on_drop;
  std::function<void()> on_lost;  ///< called when the display is lost; afterwards the program ends

  /// Plays a tone until the next call. Returns false if there is no sound.
  virtual bool play(const ui::Tone& tone) = 0;

  // Files of the user
  /// Begins a film. `file` ends in .mp4 or another ending that the encoder knows. Without an
  /// encoder or an ending, the film is a folder of PNG files. Throws base::Error.
  virtual std::unique_ptr<Film> film(const std::filesystem::path& file, Size pixels, int rate) = 0;
  virtual bool can_encode() const = 0;  ///< whether films are encoded
  /// Returns the only format of films, such as "webm", or an empty text if the user chooses.
  virtual std::string film_ending() const { return {}; }
  /// Returns whether the desktop may have a dialog for files.
  virtual bool may_have_dialog() const = 0;
  /// Opens the desktop's dialog. The answer comes at once or in a later poll().
  virtual void ask(const FileQuestion& question,
                   std::function<void(const FileAnswer&)> answered) = 0;
  /// Shows the folder of a file in the desktop's file manager. Returns false if it cannot.
  virtual bool open_folder(const std::filesystem::path&) { return false; }
  /// Downloads a saved file from a page. Returns false on desktops, where the user has it already.
  virtual bool download(const std::filesystem::path&) { return false; }
  /// Returns a message with files named as the user knows them.
  virtual std::string reworded(std::string message) const { return message; }
  /// These are called before and after settings are saved: fetch what other windows with a file of
  /// their own have saved, and pass the settings on to them.
  virtual void take_settings() {}
  virtual void give_settings() {}
};

/// Opens the window. Throws base::Error if there is no display or no OpenGL.
using OpenPlatform = std::function<std::unique_ptr<Platform>(Size, bool hidden)>;

}  // namespace app
