#include <glad/gl.h>

#include <algorithm>

/// Replaces glGetIntegerv (third_party/web.cmake): a browser answers some queries only after all is
/// drawn. Dear ImGui restores what it asks for, which the next drawing sets anyway.
extern "C" void known_state(GLenum name, GLint* values) {
  constexpr int corners = 4;
  switch (name) {
    case GL_SCISSOR_BOX:
      std::fill_n(values, corners, 0);
      return;
    case GL_BLEND_SRC_RGB:
    case GL_BLEND_DST_RGB:
    case GL_BLEND_SRC_ALPHA:
    case GL_BLEND_DST_ALPHA:
      *values = GL_ONE;
      return;
    case GL_BLEND_EQUATION_RGB:
    case GL_BLEND_EQUATION_ALPHA:
      *values = GL_FUNC_ADD;
      return;
    default:
      glGetIntegerv(name, values);
  }
}
