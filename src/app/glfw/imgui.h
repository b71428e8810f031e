#pragma once

#include <optional>

#include "app/glfw/input_queue.h"

namespace app {

/// Dear ImGui on GLFW and OpenGL 3.3. The window's own callbacks are to be installed before.
class ImGuiBackend {
 public:
  explicit ImGuiBackend(GLFWwindow* window);
  ~ImGuiBackend();
  ImGuiBackend(const ImGuiBackend&) = delete;
  ImGuiBackend& operator=(const ImGuiBackend&) = delete;

  void key(int key, int scancode, int action, int modifiers) {
    input_->key(key, scancode, action, modifiers);
  }
  void take_input() { input_->take(); }  ///< what the next frame is to see

  void new_frame(float enlarged);
  void fonts_changed();  ///< between frames
  void render();         ///< what ImGui::Render() left

 private:
  std::optional<InputQueue> input_;
};

}  // namespace app
