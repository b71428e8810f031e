#pragma once
#include "app/input_queue.h"

struct GLFWwindow;

namespace app {

/// Installs GLFW's callbacks of keys and mouse, which fill the queue. Only one window can have
/// them.
void connect(GLFWwindow* window, InputQueue& queue);

}  // namespace app
