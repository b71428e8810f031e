#pragma once
#include "app/platform.h"

struct GLFWwindow;
struct ImGuiContext;

namespace app {

/// Dear ImGui on a GLFW window and OpenGL 3.3.
class ImGuiBackend {
 public:
  explicit ImGuiBackend(GLFWwindow* window);
  ~ImGuiBackend();
  ImGuiBackend(const ImGuiBackend&) = delete;
  ImGuiBackend& operator=(const ImGuiBackend&) = delete;

  void new_frame(const Paper& paper);
  void fonts_changed();
  void render(Platform::Part part);

 private:
  int foot_ = 0;  // Paper's
};

class ImGuiSheet : public Sheet {
 public:
  ImGuiSheet();
  ~ImGuiSheet() override;
  ImGuiSheet(const ImGuiSheet&) = delete;
  ImGuiSheet& operator=(const ImGuiSheet&) = delete;
  void draw(Size pixels, double seconds, const std::function<bool()>& prepare,
            const std::function<void()>& content) override;

 private:
  ImGuiContext* context_;
};

}  // namespace app
