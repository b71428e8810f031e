#pragma once
#include <optional>

#include "app/glfw/input_queue.h"
#include "app/platform.h"

struct ImGuiContext;

namespace app {

/// Dear ImGui on a GLFW window and OpenGL 3.3.
class ImGuiBackend {
 public:
  ImGuiBackend(GLFWwindow* window, InputQueue::OnKey on_key);
  ~ImGuiBackend();
  ImGuiBackend(const ImGuiBackend&) = delete;
  ImGuiBackend& operator=(const ImGuiBackend&) = delete;

  void key(int key, int scancode, int action, int modifiers) {
    input_->key(key, scancode, action, modifiers);
  }
  void take_input() { input_->take(); }  ///< what the next frame is to see

  void new_frame(const Paper& paper);
  void fonts_changed();
  void render(Platform::Part part);

 private:
  std::optional<InputQueue> input_;
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
