#include "app/glfw/input_queue.h"

#include <GLFW/glfw3.h>
#include <imgui.h>
#include <imgui_impl_glfw.h>

#include <algorithm>
#include <cfloat>
#include <utility>

namespace app {
namespace {

/// The one of the window: GLFW's user pointer is the window's.
InputQueue* the_queue = nullptr;

bool is_modifier(int key) { return key >= GLFW_KEY_LEFT_SHIFT && key <= GLFW_KEY_RIGHT_SUPER; }

/// What writes no letter: order matters between these and letters, as in a text that is corrected.
bool edits(int key) { return key >= GLFW_KEY_ESCAPE && !is_modifier(key); }

}  // namespace

InputQueue::InputQueue(GLFWwindow* window, OnKey on_key)
    : window_(window), on_key_(std::move(on_key)) {
  the_queue = this;
  double x = 0, y = 0;
  glfwGetCursorPos(window, &x, &y);
  mouse_ = {static_cast<float>(x), static_cast<float>(y)};
  glfwSetCursorPosCallback(window, [](GLFWwindow*, double to_x, double to_y) {
    const Move move{static_cast<float>(to_x), static_cast<float>(to_y)};
    std::deque<Event>& events = the_queue->events_;
    if (!events.empty() && std::holds_alternative<Move>(events.back()))
      events.back() = move;  // only where it ends counts
    else
      events.emplace_back(move);
  });
  glfwSetCursorEnterCallback(window, [](GLFWwindow*, int entered) {
    const auto down = [](bool one) { return one; };
    if (!entered && std::ranges::none_of(the_queue->down_, down))
      the_queue->events_.emplace_back(Move{-FLT_MAX, -FLT_MAX});
  });
  glfwSetMouseButtonCallback(window, [](GLFWwindow*, int button, int action, int) {
    if (button >= 0 && button < buttons)
      the_queue->events_.emplace_back(Button{button, action == GLFW_PRESS});
  });
  glfwSetScrollCallback(window, [](GLFWwindow*, double x_by, double y_by) {
    the_queue->events_.emplace_back(Wheel{x_by, y_by});
  });
  glfwSetCharCallback(
      window, [](GLFWwindow*, unsigned code) { the_queue->events_.emplace_back(Letter{code}); });
  glfwSetWindowFocusCallback(window, ImGui_ImplGlfw_WindowFocusCallback);
}

void InputQueue::key(int key, int scancode, int action, int modifiers) {
  events_.emplace_back(Key{key, scancode, action, modifiers});
}

void InputQueue::take() {
  Changed changed;
  const auto give_it = [&](const auto& event) { return give(event, changed); };
  while (!events_.empty() && std::visit(give_it, events_.front())) events_.pop_front();
}

bool InputQueue::give(const Move& event, Changed& changed) {
  if (changed.clicked || changed.turned) return false;
  mouse_ = event;
  return changed.moved = true;
}

bool InputQueue::give(const Button& event, Changed& changed) {
  bool& already = changed.button[static_cast<size_t>(event.button)];
  if (already || changed.turned) return false;
  down_[static_cast<size_t>(event.button)] = event.down;
  return already = changed.clicked = true;
}

bool InputQueue::give(const Wheel& event, Changed& changed) {
  if (changed.moved || changed.clicked) return false;
  ImGui_ImplGlfw_ScrollCallback(window_, event.x, event.y);
  return changed.turned = true;
}

bool InputQueue::give(const Key& event, Changed& changed) {
  const bool known = event.key >= 0 && event.key < static_cast<int>(changed.key.size());
  const bool orders = edits(event.key) || event.modifiers & GLFW_MOD_CONTROL;
  if (event.action == GLFW_PRESS && changed.edited && !is_modifier(event.key)) return false;
  if (known && orders && event.action != GLFW_REPEAT) {  // which Dear ImGui makes itself
    bool& already = changed.key[static_cast<size_t>(event.key)];
    if (already || changed.typed) return false;
    already = changed.edited = true;
  }
  ImGui_ImplGlfw_KeyCallback(window_, event.key, event.scancode, event.action, event.modifiers);
  on_key_(event.key, event.scancode, event.action, event.modifiers);
  return true;
}

bool InputQueue::give(const Letter& event, Changed& changed) {
  if (changed.edited) return false;
  ImGui_ImplGlfw_CharCallback(window_, event.code);
  return changed.typed = true;
}

void InputQueue::set_mouse() const {
  ImGuiIO& io = ImGui::GetIO();
  io.MousePos = {mouse_.x, mouse_.y};
  std::ranges::copy(down_, io.MouseDown);
}

}  // namespace app
