#include "monkey/input.h"

#include <dlfcn.h>

#include <GLFW/glfw3.h>

#include <atomic>
#include <chrono>
#include <thread>

namespace monkey::input {

std::function<void()> on_frame;
std::function<void(const std::string&)> on_title;

namespace {

struct State {
  GLFWwindow* window = nullptr;
  double x = -1, y = -1;
  bool buttons[GLFW_MOUSE_BUTTON_LAST + 1] = {}, keys[GLFW_KEY_LAST + 1] = {};
  bool minimised = false, gamepad = false;
  GLFWgamepadstate pad = {};
  std::string clipboard = {}, letter = {};
  GLFWkeyfun key = nullptr;
  GLFWcharfun character = nullptr;
  GLFWmousebuttonfun button = nullptr;
  GLFWcursorposfun cursor = nullptr;
  GLFWscrollfun scroll = nullptr;
  GLFWdropfun drop = nullptr;
};

State& state() {
  static State the;
  return the;
}

template <class Function>
Function exchange(Function& kept, Function given) {
  const Function before = kept;
  kept = given;
  return before;
}

/// GLFW's own.
template <class Function>
Function* real(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

/// What the program takes for the time, for its main thread: so much later each frame, and a little
/// whenever it is asked, so that watchdog has an end.
constexpr int64_t asked_ns = 500'000;
int64_t frame_ns = 16'666'667;
std::atomic<int64_t> time_ns{int64_t{1} << 40};
const std::thread::id main_thread = std::this_thread::get_id();

void next_frame() {
  time_ns += frame_ns;
  if (on_frame) on_frame();
}

/// GLFW tells Dear ImGui of the modifiers by their own keys.
void set_mods(int mods) {
  static constexpr std::pair<int, int> keys[] = {{GLFW_MOD_SHIFT, GLFW_KEY_LEFT_SHIFT},
                                                 {GLFW_MOD_CONTROL, GLFW_KEY_LEFT_CONTROL},
                                                 {GLFW_MOD_ALT, GLFW_KEY_LEFT_ALT}};
  State& s = state();
  for (const auto& [mod, key] : keys) {
    const bool down = (mods & mod) != 0;
    if (s.keys[key] == down) continue;
    s.keys[key] = down;
    s.letter.clear();
    s.key(s.window, key, 0, down ? GLFW_PRESS : GLFW_RELEASE, mods);
  }
}

}  // namespace

void pace(double seconds) { frame_ns = static_cast<int64_t>(1e9 * seconds); }

void move(double x, double y) {
  State& s = state();
  s.x = x;
  s.y = y;
  if (s.cursor) s.cursor(s.window, x, y);
}

void button(int number, bool down, int mods) {
  State& s = state();
  set_mods(mods);
  if (s.buttons[number] == down) return;
  s.buttons[number] = down;
  s.button(s.window, number, down ? GLFW_PRESS : GLFW_RELEASE, mods);
}

void scroll(double x, double y) { state().scroll(state().window, x, y); }

void key(int key, char letter, bool down, bool repeat, int mods) {
  State& s = state();
  set_mods(mods);
  s.letter = letter ? std::string(1, letter) : std::string();
  if (key >= 0 && key <= GLFW_KEY_LAST) s.keys[key] = down;
  s.key(s.window, key, 0, !down ? GLFW_RELEASE : repeat ? GLFW_REPEAT : GLFW_PRESS, mods);
}

void character(unsigned code) { state().character(state().window, code); }

void drop(const std::string& file) {
  const char* files[] = {file.c_str()};
  state().drop(state().window, 1, files);
}

void clipboard(const std::string& text) { state().clipboard = text; }
void resize(int width, int height) { glfwSetWindowSize(state().window, width, height); }
void minimise(bool minimised) { state().minimised = minimised; }

void gamepad(bool there, float x, float y, float turn, float trigger) {
  state().gamepad = there;
  auto& axes = state().pad.axes;
  axes[GLFW_GAMEPAD_AXIS_LEFT_X] = x;
  axes[GLFW_GAMEPAD_AXIS_LEFT_Y] = y;
  axes[GLFW_GAMEPAD_AXIS_RIGHT_X] = turn;
  axes[GLFW_GAMEPAD_AXIS_RIGHT_Y] = -turn;
  axes[GLFW_GAMEPAD_AXIS_LEFT_TRIGGER] = trigger;
  axes[GLFW_GAMEPAD_AXIS_RIGHT_TRIGGER] = -trigger;
}

}  // namespace monkey::input

// What a program defines goes before what a shared library has: the window and Dear ImGui's backend
// find these.
using monkey::input::exchange;
using monkey::input::state;

extern "C" {

void glfwPollEvents() {
  static auto* const poll = monkey::input::real<void()>("glfwPollEvents");
  poll();
  monkey::input::next_frame();
}
void glfwWaitEventsTimeout(double) { glfwPollEvents(); }

void glfwGetCursorPos(GLFWwindow*, double* x, double* y) {
  if (x) *x = state().x;
  if (y) *y = state().y;
}
void glfwSetCursorPos(GLFWwindow*, double x, double y) { monkey::input::move(x, y); }
int glfwGetMouseButton(GLFWwindow*, int button) { return state().buttons[button]; }
int glfwGetKey(GLFWwindow*, int key) { return state().keys[key]; }
const char* glfwGetKeyName(int, int) {
  return state().letter.empty() ? nullptr : state().letter.c_str();
}
int glfwGetWindowAttrib(GLFWwindow* window, int attribute) {
  static auto* const get = monkey::input::real<int(GLFWwindow*, int)>("glfwGetWindowAttrib");
  if (attribute == GLFW_FOCUSED || attribute == GLFW_HOVERED) return !state().minimised;
  if (attribute == GLFW_ICONIFIED) return state().minimised;
  return get(window, attribute);
}
/// A monitor that is never waited for.
const GLFWvidmode* glfwGetVideoMode(GLFWmonitor* monitor) {
  static auto* const get =
      monkey::input::real<const GLFWvidmode*(GLFWmonitor*)>("glfwGetVideoMode");
  static GLFWvidmode mode;
  const GLFWvidmode* const own = get(monitor);
  if (!own) return nullptr;
  mode = *own;
  mode.refreshRate = 10'000;
  return &mode;
}
double glfwGetTime() { return 1e-9 * static_cast<double>(monkey::input::time_ns); }
int glfwGetGamepadState(int joystick, GLFWgamepadstate* pad) {
  if (joystick != GLFW_JOYSTICK_1 || !state().gamepad) return GLFW_FALSE;
  *pad = state().pad;
  return GLFW_TRUE;
}
const char* glfwGetClipboardString(GLFWwindow*) { return state().clipboard.c_str(); }
void glfwSetClipboardString(GLFWwindow*, const char* text) { state().clipboard = text; }
void glfwSetWindowTitle(GLFWwindow* window, const char* title) {
  static auto* const set =
      monkey::input::real<void(GLFWwindow*, const char*)>("glfwSetWindowTitle");
  if (monkey::input::on_title) monkey::input::on_title(title);
  set(window, title);
}

GLFWkeyfun glfwSetKeyCallback(GLFWwindow* window, GLFWkeyfun callback) {
  state().window = window;
  return exchange(state().key, callback);
}
GLFWcharfun glfwSetCharCallback(GLFWwindow*, GLFWcharfun callback) {
  return exchange(state().character, callback);
}
GLFWmousebuttonfun glfwSetMouseButtonCallback(GLFWwindow*, GLFWmousebuttonfun callback) {
  return exchange(state().button, callback);
}
GLFWcursorposfun glfwSetCursorPosCallback(GLFWwindow* window, GLFWcursorposfun callback) {
  state().window = window;
  return exchange(state().cursor, callback);
}
GLFWscrollfun glfwSetScrollCallback(GLFWwindow*, GLFWscrollfun callback) {
  return exchange(state().scroll, callback);
}
GLFWdropfun glfwSetDropCallback(GLFWwindow*, GLFWdropfun callback) {
  return exchange(state().drop, callback);
}

}  // extern "C"

std::chrono::steady_clock::time_point std::chrono::steady_clock::now() noexcept {
  using namespace monkey::input;
  if (std::this_thread::get_id() == main_thread) time_ns += asked_ns;
  return time_point(duration(time_ns));
}
