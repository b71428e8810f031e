#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "jobs/workers.h"
#include "render/picture.h"
#include "ui/kit/scale.h"
#include "ui/plots/tone.h"
#include "view/guide.h"
#include "view/mesh.h"

namespace remote {
class Pool;
}

namespace app {

struct Size {
  int width = 0, height = 0;
  bool operator==(const Size&) const = default;
};

/// A film: frames of one size, however long each took.
class Film {
 public:
  virtual ~Film() = default;
  /// The next frame, and the same once more... Throws base::Error: another size, a full disk.
  virtual void add(const render::Picture& picture, int times = 1) = 0;
  /// Throws base::Error if what was written is not whole.
  virtual void finish() = 0;

  const std::filesystem::path& place() const { return place_; }
  const std::string& remark() const { return remark_; }  ///< what is other than was asked for
  int frames() const { return frames_; }
  bool lost() const { return lost_; }  ///< after an error: nothing of it is left

 protected:
  explicit Film(std::filesystem::path place) : place_(std::move(place)) {}

  std::filesystem::path place_;
  std::string remark_;
  int frames_ = 0;
  bool lost_ = false;
};

/// An interface of Dear ImGui beside that of the window, without mouse and keys: what it draws goes
/// into the framebuffer that is bound.
class OffscreenUi {
 public:
  virtual ~OffscreenUi() = default;
  /// `prepare` says whether it has changed the fonts; `content` is between NewFrame and Render.
  virtual void draw(Size pixels, double seconds, const std::function<bool()>& prepare,
                    const std::function<void()>& content) = 0;
};

/// The size that a frame of the interface is laid out for, if not the window's.
struct FrameLayout {
  std::optional<Size> size = {};  ///< as if the window were that large, in screen coordinates
  int bottom_margin = 0;          ///< so much more below it, in which nothing is drawn
  bool mouse = true;              ///< where it is in the window's picture of that; else nowhere
  double seconds = 0;             ///< since the frame before; 0: as the clock says
};

/// The triangles of a mesh, each time it is asked nothing as long as they are not there. It may
/// wait for them for some hundredths of a second. Throws base::Error if the mesh cannot be read.
/// The reading ends with the last copy of this.
using MeshReading = std::function<std::optional<view::Triangles>()>;
/// Begins to read a mesh, where damaged files do no harm. Called by several threads at once. Throws
/// base::Error.
using MeshReader = std::function<MeshReading(const std::filesystem::path&)>;

/// Describes a dialog of the desktop.
struct FileQuestion {
  std::string title;
  std::filesystem::path file;  ///< proposed, to be saved as; empty: one to open
};
struct FileAnswer {
  bool asked = false;               ///< false: the desktop has no dialog
  std::filesystem::path file = {};  ///< empty: cancelled
};

/// The services that the window program needs: a window with an OpenGL context, Dear ImGui's
/// input, a clock, threads if there are any, the user's files. The clipboard is Dear ImGui's, set
/// by new_frame()'s side. Two bodies: app/glfw, for desktops, and app/web, for a page of a browser.
class Platform {
 public:
  virtual ~Platform() = default;

  // The clock
  virtual double now() const = 0;            ///< s, from any moment on, never back
  virtual void rest_until(double time) = 0;  ///< where the loop is the program's own
  /// Returns workers for long jobs beside the frames, at low priority.
  virtual std::unique_ptr<jobs::Workers> workers(int most) = 0;
  /// Other instances of the program, where there are no threads; null: there are none.
  virtual remote::Pool* remote_pool() { return nullptr; }

  /// Returns a reader of meshes; what it keeps between two meshes, such as a process, ends with its
  /// last copy.
  virtual MeshReader mesh_reader() = 0;

  // The window
  virtual bool should_close() const = 0;
  virtual bool closes() const { return true; }  ///< close() does
  virtual void close() = 0;
  virtual void vsync(bool on) = 0;
  virtual void title(const std::string& text) = 0;
  /// Processes events; when minimised, waits briefly to avoid busy looping.
  virtual void poll() = 0;
  virtual void swap() = 0;
  virtual Size size() const = 0;         ///< screen coordinates
  virtual Size framebuffer() const = 0;  ///< pixels; nothing when minimised
  virtual bool minimised() const = 0;
  virtual double refresh_rate() const = 0;     ///< of the fastest monitor, in frames per second
  virtual ui::Monitor monitor() const = 0;     ///< that most of the window is on
  virtual bool wants_less_motion() const = 0;  ///< the desktop's setting, at the start
  /// Returns whether the desktop is set to a light look: the theme where the user has chosen none.
  virtual bool looks_light() const { return false; }
  virtual std::string renderer() const = 0;  ///< the driver's own name
  virtual bool software() const = 0;         ///< drawn by the processor (Mesa's llvmpipe, ...)
  virtual void toggle_full_screen() = 0;
  virtual bool full_screen() const = 0;

  // Dear ImGui
  virtual void new_frame(const FrameLayout& layout = {}) = 0;
  virtual void fonts_changed() = 0;            ///< between frames
  enum class Part { Interface, Remarks };      ///< see ui::Layers
  virtual void draw_interface(Part part) = 0;  ///< what ImGui::Render() left
  virtual std::unique_ptr<OffscreenUi> offscreen_ui() = 0;

  /// The page's address without its hash; empty: this is no page.
  virtual std::string address() const { return {}; }

  // Input beside Dear ImGui's
  virtual bool touched() const { return false; }      ///< what is done now, is by fingers
  virtual bool for_fingers() const { return false; }  ///< and most of what is done
  virtual view::Gamepad gamepad() const = 0;          ///< the first one; at rest if there is none
  /// key, as in ui::key; printable keys by what the user's layout writes.
  std::function<void(int key, bool ctrl, bool shift, bool alt, bool repeat)> on_key;
  std::function<void(const std::filesystem::path&)> on_drop;
  std::function<void()> on_lost;  ///< the display is gone; when it returns, the program ends

  /// A tone until the next call; false: there is no sound here.
  virtual bool play(const ui::Tone& tone) = 0;

  // Files of the user
  /// `file` ends in .mp4 or another ending that the encoder knows; without an encoder, or where
  /// there is no ending, it is a folder of PNG files. Throws base::Error.
  virtual std::unique_ptr<Film> film(const std::filesystem::path& file, Size pixels, int rate) = 0;
  virtual bool encodes() const = 0;  ///< films are more than folders
  /// The format of every film here, "webm"; empty: the user chooses.
  virtual std::string film_ending() const { return {}; }
  /// Returns whether the desktop may have a dialog for files.
  virtual bool may_ask() const = 0;
  /// Asks by the desktop's dialog, one question at a time; answers at once or in a later poll().
  virtual void ask(const FileQuestion& question,
                   std::function<void(const FileAnswer&)> answered) = 0;
  /// Shows the folder of this file, or this folder, by the desktop's program. False if it cannot.
  virtual bool open_folder(const std::filesystem::path& file) = 0;
  /// A file that was saved goes to where the user finds it. False: it is there already.
  virtual bool download(const std::filesystem::path&) { return false; }
  /// A message as the user knows its files.
  virtual std::string reworded(std::string message) const { return message; }
  /// Before and after settings are saved: other windows may have a file of their own, and this
  /// brings what they have saved, or gives it to them.
  virtual void take_settings(const std::filesystem::path&) {}
  virtual void give_settings(const std::filesystem::path&) {}
};

/// Opens the window, or one that is never shown. Throws base::Error: one sentence, if there is no
/// display or no OpenGL.
using OpenPlatform = std::function<std::unique_ptr<Platform>(Size, bool hidden)>;

}  // namespace app
