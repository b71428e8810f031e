#include "app/web/page.h"

#include <emscripten.h>
#include <emscripten/html5.h>
#include <glad/gl.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <functional>
#include <glm/gtc/type_ptr.hpp>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "app/files/documents.h"
#include "app/web/messages.h"
#include "base/error.h"
#include "remote/pool.h"
#include "render/error.h"
#include "ui/input/keys.h"
#include "ui/kit/format.h"

// Functions of the object Module.page in web/browser.js. Texts are UTF-8; those returned have to be
// freed. Functions of films return an error or an empty text.
// clang-format off
EM_JS(void, browser_title, (const char* text), { Module.page.title(UTF8ToString(text)); });
EM_JS(void, browser_cursor, (const char* css), { Module.page.cursor(UTF8ToString(css)); });
EM_JS(void, browser_copy, (const char* text), { Module.page.copy(UTF8ToString(text)); });
EM_JS(void, browser_full_screen, (bool on), { Module.page.setFullScreen(!!on); });
EM_JS(bool, browser_is_full_screen, (), { return Module.page.isFullScreen(); });
EM_JS(bool, browser_wants_less_motion, (), { return Module.page.wantsLessMotion(); });
EM_JS(bool, browser_looks_light, (), { return Module.page.looksLight(); });
EM_JS(bool, browser_software, (const char* renderer), { return Module.page.isSoftware(UTF8ToString(renderer)); });
EM_JS(void, browser_tone, (double frequency, double loudness), { Module.page.tone(frequency, loudness); });
EM_JS(char*, browser_address, (), { return allocateUTF8(Module.page.address()); });
EM_JS(void, browser_read_mesh, (const char* file), { Module.page.readMesh(UTF8ToString(file)); });
EM_JS(char*, browser_film_begin, (const char* name, int width, int height, int rate), {
  return allocateUTF8(Module.page.film.begin(UTF8ToString(name), width, height, rate));
});
EM_JS(char*, browser_film_frame, (const unsigned char* samples, int channels, int times), {
  return allocateUTF8(Module.page.film.frame(samples, channels, times));
});
EM_JS(char*, browser_film_end, (bool keep), { return allocateUTF8(Module.page.film.end(!!keep)); });
EM_JS(void, browser_download, (const char* file), { Module.page.download(UTF8ToString(file)); });
EM_JS(void, browser_take_settings, (), { Module.page.takeSettings(); });
EM_JS(void, browser_give_settings, (), { Module.page.giveSettings(); });
EM_JS(void, browser_choose_file, (const char* title), { Module.page.chooseFile(UTF8ToString(title)); });
EM_JS(int, workers_possible, (), { return Module.page.workers.possible(); });
EM_JS(void, workers_start, (int worker), { Module.page.workers.start(worker); });
EM_JS(void, workers_end, (int worker), { Module.page.workers.end(worker); });
// clang-format on

namespace app {
namespace {

constexpr const char* canvas = "#ikscope-canvas";

/// The names of cursors in CSS, in the order of ImGuiMouseCursor_.
constexpr std::array cursors = {"default",     "text",        "move",    "ns-resize",  "ew-resize",
                                "nesw-resize", "nwse-resize", "pointer", "not-allowed"};

/// Maps Dear ImGui's keys, in the order of ImGuiKey_, to the numbers of ui::key.
void map_keys(ImGuiIO& io) {
  namespace key = ui::key;
  constexpr int codes[] = {key::tab,  key::left,    key::right,     key::up,
                           key::down, key::page_up, key::page_down, key::home,
                           key::end,  key::insert,  key::del,       key::backspace,
                           ' ',       key::enter,   key::escape,    key::keypad_enter};
  std::ranges::copy(codes, io.KeyMap);
  std::ranges::copy(std::string_view("ACVXYZ"), io.KeyMap + ImGuiKey_A);
}

/// A film that the browser encodes (web/film.js) and offers as a download when it is complete.
class PageFilm : public Film {
 public:
  /// Throws base::Error if the browser cannot.
  PageFilm(const std::filesystem::path& file, Size pixels, int rate)
      : Film(file.filename()), pixels_(pixels) {
    check(browser_film_begin(path.c_str(), pixels.width, pixels.height, rate));
  }
  ~PageFilm() override {  // without finish() nothing is kept
    if (!finished_) taken(browser_film_end(false));
  }
  PageFilm(const PageFilm&) = delete;
  PageFilm& operator=(const PageFilm&) = delete;

  void add(const render::Picture& picture, int times) override {
    if (Size{picture.width, picture.height} != pixels_)
      throw base::Error("recording stopped: the window was resized");
    check(browser_film_frame(picture.samples.data(), static_cast<int>(picture.channels), times));
    frames += times;
  }
  void finish() override {
    check(browser_film_end(true));
    finished_ = true;
  }

 private:
  void check(char* result) {
    const std::string wrong = taken(result);
    if (wrong.empty()) return;
    lost = true;
    throw base::Error(wrong);
  }

  Size pixels_;
  bool finished_ = false;
};

/// Web Workers, each running the program without a window, so that nothing more has to be loaded.
struct WebWorkers : remote::Connection {
  void start(int worker) override { workers_start(worker); }
  void end(int worker) override { workers_end(worker); }
  void send(int worker, const remote::Message& message) override { app::send(worker, message); }
};

/// The canvas and the screen, as the script measures them.
struct Display {
  Size canvas{1280, 800};
  Size screen{1280, 800};
  float pixel_ratio = 1;
  bool hidden = false;
  bool fingers = false;  ///< the main pointer is a finger
};
Display display;

class Page;
Page* the_page = nullptr;

/// A page of a browser: one canvas with WebGL 2, Web Workers instead of threads, files in the
/// page's memory. It calls the browser through web/browser.js; web/*.js call the functions below
/// and those of page_interface.cpp. Coordinates are pixels of the canvas.
class Page : public Platform {
 public:
  Page() : remote_(workers_possible(), std::make_unique<WebWorkers>()) {
    EmscriptenWebGLContextAttributes attributes;
    emscripten_webgl_init_context_attributes(&attributes);
    attributes.majorVersion = 2;
    attributes.alpha = attributes.antialias = false;
    attributes.depth = attributes.stencil = true;  // used without multisampling
    attributes.powerPreference = EM_WEBGL_POWER_PREFERENCE_HIGH_PERFORMANCE;
    context_ = emscripten_webgl_create_context(canvas, &attributes);
    if (context_ <= 0 ||
        emscripten_webgl_make_context_current(context_) != EMSCRIPTEN_RESULT_SUCCESS)
      throw base::Error(
          "this browser does not provide WebGL 2; use a newer one, or enable graphics acceleration "
          "in its settings");
    emscripten_webgl_enable_extension(context_, "EXT_color_buffer_float");
    imgui.emplace();
    ImGuiIO& io = ImGui::GetIO();
    io.BackendFlags |= ImGuiBackendFlags_HasMouseCursors;
    io.ConfigMacOSXBehaviors = false;
    io.ClipboardUserData = &clipboard;
    io.SetClipboardTextFn = [](void* own, const char* text) {
      *static_cast<std::string*>(own) = text;
      browser_copy(text);
    };
    io.GetClipboardTextFn = [](void* own) { return static_cast<const std::string*>(own)->c_str(); };
    map_keys(io);
    last_ = now();
    the_page = this;
  }
  ~Page() override {
    imgui.reset();
    emscripten_webgl_destroy_context(context_);
  }

  std::string clipboard;    ///< the browser's, taken before the key that pastes
  bool by_fingers = false;  ///< the current input

  /// Delivers the answer to ask(): a file in the page's memory, or none.
  void answer(const std::filesystem::path& file) {
    if (answered_) std::exchange(answered_, nullptr)({.asked = true, .file = file});
  }

  double now() const override { return 1e-3 * emscripten_get_now(); }
  std::unique_ptr<jobs::Workers> workers(int) override {
    return jobs::between_frames(remote_.count());
  }
  remote::Pool* remote_pool() override { return &remote_; }
  /// Returns a reader that runs another program (meshes/main.cpp), loaded with the first mesh.
  MeshReader mesh_reader() override {
    return [this](const std::filesystem::path& file) {
      return [this, name = file.string()]() -> std::optional<view::Triangles> {
        const auto [found, asked] = meshes_.try_emplace(name);
        if (asked) browser_read_mesh(name.c_str());
        if (!found->second.there) return {};
        const Mesh mesh = std::move(meshes_.extract(found).mapped());
        if (!mesh.wrong.empty()) throw base::Error(mesh.wrong);
        return mesh.triangles;
      };
    };
  }
  /// Takes the mesh that it has read, or a sentence, `wrong`.
  void take_mesh(const std::string& file, view::Triangles triangles, std::string wrong) {
    meshes_[file] = {true, std::move(triangles), std::move(wrong)};
  }

  bool can_close() const override { return false; }
  void title(const std::string& text) override { browser_title(text.c_str()); }
  void poll() override { imgui->input.apply_events(); }
  Size size() const override { return display.canvas; }
  Size framebuffer() const override { return display.canvas; }
  bool minimised() const override { return display.hidden; }
  double refresh_rate() const override { return 60; }
  ui::Monitor monitor() const override {
    return {.content_scale = display.pixel_ratio,
            .width = display.screen.width,
            .height = display.screen.height};
  }
  bool wants_less_motion() const override { return browser_wants_less_motion(); }
  bool looks_light() const override { return browser_looks_light(); }
  bool is_software_rendered() const override {
    return browser_software(render::renderer_name().c_str());
  }
  void toggle_full_screen() override { browser_full_screen(!full_screen()); }
  bool full_screen() const override { return browser_is_full_screen(); }
  std::string address() const override {
    static const std::string address = taken(browser_address());  // constant while the page is open
    return address;
  }

  void new_frame(const FrameLayout& layout) override {
    imgui->new_frame(layout, [this] {
      ImGuiIO& io = ImGui::GetIO();
      const double time = now();
      constexpr double least = 1e-4, most = 1;  // s
      io.DeltaTime = static_cast<float>(std::clamp(time - last_, least, most));
      last_ = time;
      io.DisplaySize = {static_cast<float>(display.canvas.width),
                        static_cast<float>(display.canvas.height)};
      io.DisplayFramebufferScale = {1, 1};
      const int cursor = ImGui::GetMouseCursor();
      if (cursor == cursor_) return;
      cursor_ = cursor;
      const auto known = static_cast<size_t>(cursor);
      browser_cursor(known < cursors.size() ? cursors[known] : "none");
    });
  }

  ui::Gamepad gamepad() const override {
    if (emscripten_sample_gamepad_data() != EMSCRIPTEN_RESULT_SUCCESS) return {};
    EmscriptenGamepadEvent state;
    for (int i = 0; i < emscripten_get_num_gamepads(); ++i) {
      if (emscripten_get_gamepad_status(i, &state) != EMSCRIPTEN_RESULT_SUCCESS ||
          !state.connected || std::string_view(state.mapping) != "standard")
        continue;
      // https://w3c.github.io/gamepad/#remapping, in the order in which GLFW has them
      using ui::PadButton;
      constexpr PadButton order[] = {
          PadButton::A,          PadButton::B,          PadButton::X,
          PadButton::Y,          PadButton::LeftBumper, PadButton::RightBumper,
          PadButton::Guide,      PadButton::Guide,  // the triggers
          PadButton::Back,       PadButton::Start,      PadButton::LeftThumb,
          PadButton::RightThumb, PadButton::Up,         PadButton::Down,
          PadButton::Left,       PadButton::Right};
      constexpr int left_trigger = 6, right_trigger = 7;
      uint32_t buttons = 0;
      for (int b = 0; b < 16; ++b)
        if (b != left_trigger && b != right_trigger && state.digitalButton[b])
          buttons |= 1u << static_cast<int>(order[b]);
      const auto axis = [&state](int a) { return static_cast<float>(state.axis[a]); };
      const auto trigger = [&state](int b) {
        return static_cast<float>(2 * state.analogButton[b] - 1);
      };
      return {.left = {axis(0), axis(1)},
              .right = {axis(2), axis(3)},
              .left_trigger = trigger(left_trigger),
              .right_trigger = trigger(right_trigger),
              .buttons = buttons};
    }
    return {};
  }

  bool touched() const override { return by_fingers; }
  bool for_fingers() const override { return display.fingers; }
  bool play(const ui::Tone& tone) override {
    browser_tone(tone.pitch, tone.loudness);
    return true;
  }

  std::unique_ptr<Film> film(const std::filesystem::path& file, Size pixels, int rate) override {
    return std::make_unique<PageFilm>(file, pixels, rate);
  }
  bool can_encode() const override { return true; }
  std::string film_ending() const override { return "webm"; }
  bool may_have_dialog() const override { return true; }
  void ask(const FileQuestion& question, std::function<void(const FileAnswer&)> answered) override {
    if (!question.file.empty())  // the browser decides where a download is saved
      return answered(
          {.asked = true, .file = user_folder(Folder::Documents) / question.file.filename()});
    answered_ = std::move(answered);
    browser_choose_file(question.title.c_str());
  }
  bool download(const std::filesystem::path& file) override {
    browser_download(file.c_str());
    return true;
  }
  /// Leaves out the page's own folders. Adds a hint where a mesh of a dropped robot is missing.
  std::string reworded(std::string message) const override {
    for (const char* folder : {"opened", "Documents", "Pictures", ".config/ikscope"})
      message = ui::without_folder(message, base::format("/home/web_user/{}/", folder));
    const size_t at = message.find(" mesh file");
    if (at != message.npos && message.find(" not found", at) != message.npos)
      message += " Drop the robot's whole folder, or a ZIP of it.";
    return message;
  }
  void take_settings() override { browser_take_settings(); }
  void give_settings() override { browser_give_settings(); }

 private:
  remote::Pool remote_;
  int context_ = 0;
  double last_ = 0;  // s: time of the last frame
  int cursor_ = -1;
  std::function<void(const FileAnswer&)> answered_;
  struct Mesh {
    bool there = false;
    view::Triangles triangles = {};
    std::string wrong = {};
  };
  std::map<std::string, Mesh> meshes_;  // requested and not yet taken
};

}  // namespace

std::unique_ptr<Platform> open_page(Size, bool) { return std::make_unique<Page>(); }

}  // namespace app

// The page's script (web/page.js) calls these. Coordinates are pixels of the canvas.
extern "C" {

EMSCRIPTEN_KEEPALIVE void page_place(int width, int height, float pixel_ratio, int screen_width,
                                     int screen_height, bool hidden, bool fingers) {
  app::display = {.canvas = {width, height},
                  .screen = {screen_width, screen_height},
                  .pixel_ratio = pixel_ratio,
                  .hidden = hidden,
                  .fingers = fingers};
}
/// Tells whether further input is by touch.
EMSCRIPTEN_KEEPALIVE void page_touch(bool by_fingers) { app::the_page->by_fingers = by_fingers; }
EMSCRIPTEN_KEEPALIVE void page_paste(const char* text) { app::the_page->clipboard = text; }
/// Answers browser_choose_file(); an empty text stands for no file.
EMSCRIPTEN_KEEPALIVE void page_answer(const char* file) { app::the_page->answer(file); }
/// Answers browser_read_mesh(): 3, 3 and 4 numbers per corner (materials may be null), or an error.
EMSCRIPTEN_KEEPALIVE void page_mesh(const char* file, const float* corners, const float* normals,
                                    const unsigned char* materials, int count, const char* wrong) {
  view::Triangles triangles;
  for (int i = 0; i < count; ++i) {
    triangles.corners.push_back(glm::make_vec3(corners + 3 * i));
    triangles.normals.push_back(glm::make_vec3(normals + 3 * i));
    if (const unsigned char* color = materials ? materials + 4 * i : nullptr)
      triangles.materials.push_back({color[0], color[1], color[2], color[3]});
  }
  app::the_page->take_mesh(file, std::move(triangles), wrong);
}
}
