#include <glad/gl.h>
// glad must come first, so that GLFW does not include GL's own headers.
#include <GLFW/glfw3.h>
#include <imgui.h>
#include <imgui_impl_glfw.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <thread>
#include <utility>

#include "app/glfw/desktop.h"
#include "base/error.h"
#include "meshes/mesh_process.h"
#include "render/error.h"

namespace app {
namespace {

std::string last_glfw_error() {
  const char* text = nullptr;
  glfwGetError(&text);
  return text ? text : "no reason given";
}

Platform* the_window = nullptr;

/// Returns the upper-case character that a key writes without Shift, or else GLFW's code.
int layout_key(int key, int scancode) {
  const bool keypad = key >= GLFW_KEY_KP_0 && key <= GLFW_KEY_KP_EQUAL;
  const bool digit = key >= GLFW_KEY_0 && key <= GLFW_KEY_9;  // AZERTY writes them with Shift
  const char* name = keypad || digit ? nullptr : glfwGetKeyName(key, scancode);
  if (name && std::strlen(name) == 1) return std::toupper(static_cast<unsigned char>(name[0]));
  return key;
}

InputQueue& the_queue() { return the_window->imgui->input; }

/// Installs GLFW's callbacks of keys and mouse, which fill the queue.
void connect(GLFWwindow* window) {
  double x = 0, y = 0;
  glfwGetCursorPos(window, &x, &y);
  the_queue().move(static_cast<float>(x), static_cast<float>(y));
  glfwSetCursorPosCallback(window, [](GLFWwindow*, double to_x, double to_y) {
    the_queue().move(static_cast<float>(to_x), static_cast<float>(to_y));
  });
  glfwSetCursorEnterCallback(window, [](GLFWwindow*, int entered) {
    if (!entered) the_queue().leave();
  });
  glfwSetMouseButtonCallback(window, [](GLFWwindow*, int button, int action, int) {
    the_queue().button(button, action == GLFW_PRESS);
  });
  glfwSetScrollCallback(window, [](GLFWwindow*, double x_by, double y_by) {
    the_queue().wheel(static_cast<float>(x_by), static_cast<float>(y_by));
  });
  glfwSetKeyCallback(window, [](GLFWwindow*, int key, int scancode, int action, int modifiers) {
    const auto with = [modifiers](int modifier) { return (modifiers & modifier) != 0; };
    the_queue().key({.code = key,
                     .writes = layout_key(key, scancode),
                     .down = action != GLFW_RELEASE,
                     .repeat = action == GLFW_REPEAT,
                     .ctrl = with(GLFW_MOD_CONTROL),
                     .shift = with(GLFW_MOD_SHIFT),
                     .alt = with(GLFW_MOD_ALT)});
  });
  glfwSetCharCallback(window, [](GLFWwindow*, unsigned code) { the_queue().letter(code); });
  glfwSetWindowFocusCallback(window, ImGui_ImplGlfw_WindowFocusCallback);
}

/// A desktop: one window with an OpenGL 3.3 core context, threads, the user's folders, ffmpeg.
class Window : public Platform {
 public:
  Window(Size size, bool hidden) : wants_less_motion_(desktop_wants_less_motion()) {
    prepare_desktop();
    if (!glfwInit())
      throw base::Error(
          "there is no display to open a window on ({}); start ikscope on a desktop, or in a "
          "virtual display with xvfb-run -s \"-screen 0 1600x900x24\" ikscope",
          last_glfw_error());
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    glfwWindowHint(GLFW_SAMPLES, 0);  // the 3D view has its own multisampling
    glfwWindowHint(GLFW_VISIBLE, hidden ? GLFW_FALSE : GLFW_TRUE);
    glfwWindowHintString(GLFW_X11_CLASS_NAME, "ikscope");
    window_ = glfwCreateWindow(size.width, size.height, "ikscope", nullptr, nullptr);
    if (!window_) {
      const std::string reason = last_glfw_error();
      glfwTerminate();
      throw base::Error(
          "could not create a window with OpenGL 3.3 ({}); install a graphics driver, or Mesa's "
          "software driver (libgl1-mesa-dri)",
          reason);
    }
    glfwMakeContextCurrent(window_);
    if (!gladLoadGL(glfwGetProcAddress)) {
      glfwTerminate();
      throw base::Error(
          "the graphics driver does not provide OpenGL 3.3; update it, or use Mesa's software "
          "driver (LIBGL_ALWAYS_SOFTWARE=1)");
    }
    imgui.emplace();
    ImGui_ImplGlfw_InitForOpenGL(window_, false);
    the_window = this;
    connect(window_);
    glfwSetWindowSizeLimits(window_, 480, 320, GLFW_DONT_CARE, GLFW_DONT_CARE);
    const auto moved = [](GLFWwindow*, auto...) {
      static_cast<Window*>(the_window)->find_monitor();
    };
    glfwSetWindowPosCallback(window_, moved);
    glfwSetWindowSizeCallback(window_, moved);
    glfwSetWindowContentScaleCallback(window_, moved);
    find_monitor();
    glfwSetDropCallback(window_, [](GLFWwindow*, int count, const char** paths) {
      if (count > 0 && the_window->on_drop) the_window->on_drop(paths[0]);
    });
    when_display_is_lost([] {
      report("the display is gone");
      if (the_window && the_window->on_lost) the_window->on_lost();
      _exit(1);  // destructors must not run while other threads use their objects
    });
  }
  ~Window() override {
    the_window = nullptr;
    ImGui_ImplGlfw_Shutdown();
    imgui.reset();
    glfwTerminate();  // destroys the window, too
  }

  double now() const override {
    using namespace std::chrono;
    return duration<double>(steady_clock::now().time_since_epoch()).count();
  }

  void wait_until(double time) override {
    if (const double rest = time - now(); rest > 0)
      std::this_thread::sleep_for(std::chrono::duration<double>(rest));
  }

  std::unique_ptr<jobs::Workers> workers(int most) override { return jobs::threads(most); }

  MeshReader mesh_reader() override {
    static constexpr std::chrono::milliseconds patience{30};
    return [programs = std::make_shared<meshes::MeshPrograms>()](const auto& file) {
      return [process = std::make_shared<meshes::MeshProcess>(file, programs)] {
        return process->take(patience);
      };
    };
  }

  bool should_close() const override { return glfwWindowShouldClose(window_); }
  void close() override { glfwSetWindowShouldClose(window_, GLFW_TRUE); }
  void vsync(bool on) override { glfwSwapInterval(on ? 1 : 0); }
  void title(const std::string& text) override { glfwSetWindowTitle(window_, text.c_str()); }
  void poll() override {
    minimised() ? glfwWaitEventsTimeout(0.1) : glfwPollEvents();
    portal_.poll();
    imgui->input.apply_events();
  }

  void swap() override { glfwSwapBuffers(window_); }
  Size size() const override { return size_by(glfwGetWindowSize); }
  Size framebuffer() const override { return size_by(glfwGetFramebufferSize); }
  bool minimised() const override {
    const Size pixels = framebuffer();
    return glfwGetWindowAttrib(window_, GLFW_ICONIFIED) || pixels.width <= 0 || pixels.height <= 0;
  }

  double refresh_rate() const override {
    int count = 0, rate = 0;
    GLFWmonitor** monitors = glfwGetMonitors(&count);
    for (int i = 0; i < count; ++i)
      if (const GLFWvidmode* mode = glfwGetVideoMode(monitors[i]))
        rate = std::max(rate, mode->refreshRate);
    return rate > 0 ? rate : 60;
  }

  ui::Monitor monitor() const override { return monitor_; }
  bool wants_less_motion() const override { return wants_less_motion_; }
  bool is_software_rendered() const override {
    const std::string name = render::renderer_name();
    return name.find("llvmpipe") != std::string::npos ||
           name.find("softpipe") != std::string::npos || name.find("Software") != std::string::npos;
  }

  void toggle_full_screen() override {
    if (std::exchange(full_screen_, false))
      return glfwSetWindowMonitor(window_, nullptr, restore_[0], restore_[1], restore_[2],
                                  restore_[3], 0);
    find_monitor();  // one may have been unplugged
    GLFWmonitor* monitor = own_monitor_ ? own_monitor_ : glfwGetPrimaryMonitor();
    const GLFWvidmode* mode = monitor ? glfwGetVideoMode(monitor) : nullptr;
    if (!mode) return;
    glfwGetWindowPos(window_, &restore_[0], &restore_[1]);
    glfwGetWindowSize(window_, &restore_[2], &restore_[3]);
    glfwSetWindowMonitor(window_, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
    full_screen_ = true;
  }
  bool full_screen() const override { return full_screen_; }

  void new_frame(const FrameLayout& layout) override {
    imgui->new_frame(layout, ImGui_ImplGlfw_NewFrame);
  }

  ui::Gamepad gamepad() const override {
    GLFWgamepadstate state;
    for (int joystick = GLFW_JOYSTICK_1; joystick <= GLFW_JOYSTICK_LAST; ++joystick) {
      if (!glfwGetGamepadState(joystick, &state)) continue;
      uint32_t buttons = 0;
      for (int button = 0; button <= GLFW_GAMEPAD_BUTTON_LAST; ++button)
        if (state.buttons[button] == GLFW_PRESS) buttons |= 1u << button;
      return {
          .left = {state.axes[GLFW_GAMEPAD_AXIS_LEFT_X], state.axes[GLFW_GAMEPAD_AXIS_LEFT_Y]},
          .right = {state.axes[GLFW_GAMEPAD_AXIS_RIGHT_X], state.axes[GLFW_GAMEPAD_AXIS_RIGHT_Y]},
          .left_trigger = state.axes[GLFW_GAMEPAD_AXIS_LEFT_TRIGGER],
          .right_trigger = state.axes[GLFW_GAMEPAD_AXIS_RIGHT_TRIGGER],
          .buttons = buttons};
    }
    return {};
  }

  std::unique_ptr<Film> film(const std::filesystem::path& file, Size pixels, int rate) override {
    return open_film(file, pixels, rate);
  }
  bool can_encode() const override { return is_installed("ffmpeg"); }
  bool play(const ui::Tone& tone) override { return speaker_.play(tone); }
  bool may_have_dialog() const override { return Portal::may_be_there(); }
  void ask(const FileQuestion& question, std::function<void(const FileAnswer&)> answered) override {
    portal_.ask(question, std::move(answered));
  }
  bool open_folder(const std::filesystem::path& file) override {
    std::error_code error;
    const auto folder = std::filesystem::is_directory(file, error)
                            ? file
                            : std::filesystem::absolute(file).parent_path();
    return std::filesystem::is_directory(folder, error) && show_folder(folder);
  }

 private:
  Size size_by(void (*get)(GLFWwindow*, int*, int*)) const {
    Size size;
    get(window_, &size.width, &size.height);
    return size;
  }

  /// Finds the window's monitor, after a move or a new size: it is slow.
  void find_monitor() {
    ui::Monitor found;
    float y = 1;
    glfwGetWindowContentScale(window_, &found.content_scale, &y);
    if (!(found.content_scale > 0)) found.content_scale = 1;
    int left = 0, top = 0, count = 0, most = -1;
    glfwGetWindowPos(window_, &left, &top);
    const Size own = size();
    GLFWmonitor** monitors = glfwGetMonitors(&count);
    own_monitor_ = nullptr;
    for (int i = 0; i < count; ++i) {
      const GLFWvidmode* mode = glfwGetVideoMode(monitors[i]);
      if (!mode) continue;
      int x0 = 0, y0 = 0;
      glfwGetMonitorPos(monitors[i], &x0, &y0);
      const int wide = std::min(left + own.width, x0 + mode->width) - std::max(left, x0);
      const int high = std::min(top + own.height, y0 + mode->height) - std::max(top, y0);
      const int shared = std::max(wide, 0) * std::max(high, 0);
      if (shared <= most) continue;
      most = shared;
      own_monitor_ = monitors[i];
      found.width = mode->width;
      found.height = mode->height;
      glfwGetMonitorPhysicalSize(monitors[i], &found.width_mm, &found.height_mm);
    }
    monitor_ = found;
  }

  GLFWwindow* window_ = nullptr;
  bool full_screen_ = false;
  const bool wants_less_motion_;
  ui::Monitor monitor_ = {};
  GLFWmonitor* own_monitor_ = nullptr;  // the one that shows most of the window
  Portal portal_;
  Speaker speaker_;
  int restore_[4] = {};  // x, y, width, height before full screen
};

}  // namespace

std::unique_ptr<Platform> open_window(Size size, bool hidden) {
  return std::make_unique<Window>(size, hidden);
}

}  // namespace app
