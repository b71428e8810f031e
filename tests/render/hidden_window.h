#pragma once
#include <GLFW/glfw3.h>
#include <glad/gl.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

namespace test {

enum class Api { OpenGl33, OpenGlEs30 };

inline std::string name_of(const ::testing::TestParamInfo<Api>& one) {
  return one.param == Api::OpenGlEs30 ? "OpenGlEs30" : "OpenGl33";
}

/// A context to draw with, of each of the two. Tests are left out where there is no display, and
/// only there.
class HiddenWindow : public ::testing::TestWithParam<Api> {
 protected:
  static constexpr int width = 480, height = 400;

  void SetUp() override {
    static const bool ready = glfwInit();  // once: an X server may restart when the last one leaves
    if (!ready && std::getenv("DISPLAY") == nullptr) GTEST_SKIP() << "no display";
    ASSERT_TRUE(ready) << "the display cannot be opened";
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
    const bool es = GetParam() == Api::OpenGlEs30;
    glfwWindowHint(GLFW_CLIENT_API, es ? GLFW_OPENGL_ES_API : GLFW_OPENGL_API);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, es ? 0 : 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, es ? GLFW_OPENGL_ANY_PROFILE : GLFW_OPENGL_CORE_PROFILE);
    window_ = glfwCreateWindow(width, height, "test", nullptr, nullptr);
    ASSERT_NE(window_, nullptr) << (es ? "no OpenGL ES 3.0" : "no OpenGL 3.3");
    glfwMakeContextCurrent(window_);
    ASSERT_NE(es ? gladLoadGLES2(glfwGetProcAddress) : gladLoadGL(glfwGetProcAddress), 0);
    const std::string version(reinterpret_cast<const char*>(glGetString(GL_VERSION)));
    ASSERT_EQ(version.starts_with("OpenGL ES"), es) << version;
  }
  void TearDown() override {
    if (window_ != nullptr) glfwDestroyWindow(window_);
  }

 private:
  GLFWwindow* window_ = nullptr;
};

}  // namespace test
