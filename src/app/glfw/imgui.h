#pragma once

struct GLFWwindow;

namespace app {

/// Dear ImGui on GLFW and OpenGL 3.3. The window's own callbacks are to be installed before.
class ImGuiBackend {
 public:
  explicit ImGuiBackend(GLFWwindow* window);
  ~ImGuiBackend();
  ImGuiBackend(const ImGuiBackend&) = delete;
  ImGuiBackend& operator=(const ImGuiBackend&) = delete;

  void new_frame(float enlarged);
  void fonts_changed();  ///< between frames
  void render();         ///< what ImGui::Render() left
};

}  // namespace app
