#pragma once
#include "app/input_queue.h"

struct GLFWwindow;

namespace app {

/// Installs GLFW's callbacks of keys and mouse: they fill the queue. One window has one.
void connect(GLFWwindow* window, InputQueue& queue);

}  // namespace app
