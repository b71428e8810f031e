#include "app/glfw/input.h"

#include <GLFW/glfw3.h>
#include <imgui.h>
#include <imgui_impl_glfw.h>

#include <cctype>
#include <cstring>

namespace app {
namespace {

/// The queue of the callbacks, kept here because the window uses GLFW's user pointer.
InputQueue* the_queue = nullptr;

/// Returns the upper-case character that a key writes without Shift, or else GLFW's code.
int layout_key(int key, int scancode) {
  const bool keypad = key >= GLFW_KEY_KP_0 && key <= GLFW_KEY_KP_EQUAL;
  const char* name = keypad ? nullptr : glfwGetKeyName(key, scancode);
  if (name && std::strlen(name) == 1) return std::toupper(static_cast<unsigned char>(name[0]));
  return key;
}

}  // namespace

void connect(GLFWwindow* window, InputQueue& queue) {
  the_queue = &queue;
  double x = 0, y = 0;
  glfwGetCursorPos(window, &x, &y);
  queue.move(static_cast<float>(x), static_cast<float>(y));
  glfwSetCursorPosCallback(window, [](GLFWwindow*, double to_x, double to_y) {
    the_queue->move(static_cast<float>(to_x), static_cast<float>(to_y));
  });
  glfwSetCursorEnterCallback(window, [](GLFWwindow*, int entered) {
    if (!entered) the_queue->leave();
  });
  glfwSetMouseButtonCallback(window, [](GLFWwindow*, int button, int action, int) {
    the_queue->button(button, action == GLFW_PRESS);
  });
  glfwSetScrollCallback(window, [](GLFWwindow*, double x_by, double y_by) {
    the_queue->wheel(static_cast<float>(x_by), static_cast<float>(y_by));
  });
  glfwSetKeyCallback(window, [](GLFWwindow*, int key, int scancode, int action, int modifiers) {
    const auto with = [modifiers](int modifier) { return (modifiers & modifier) != 0; };
    the_queue->key({.code = key,
                    .writes = layout_key(key, scancode),
                    .down = action != GLFW_RELEASE,
                    .repeat = action == GLFW_REPEAT,
                    .ctrl = with(GLFW_MOD_CONTROL),
                    .shift = with(GLFW_MOD_SHIFT),
                    .alt = with(GLFW_MOD_ALT)});
  });
  glfwSetCharCallback(window, [](GLFWwindow*, unsigned code) { the_queue->letter(code); });
  glfwSetWindowFocusCallback(window, ImGui_ImplGlfw_WindowFocusCallback);
}

}  // namespace app
