#include "render/error.h"

#include <glad/gl.h>

namespace render {
namespace {

const char* name(GLenum error) {
  switch (error) {
    case GL_INVALID_ENUM:
      return "GL_INVALID_ENUM";
    case GL_INVALID_VALUE:
      return "GL_INVALID_VALUE";
    case GL_INVALID_OPERATION:
      return "GL_INVALID_OPERATION";
    case GL_INVALID_FRAMEBUFFER_OPERATION:
      return "GL_INVALID_FRAMEBUFFER_OPERATION";
    case GL_OUT_OF_MEMORY:
      return "GL_OUT_OF_MEMORY";
    default:
      return "an unknown GL error";
  }
}

}  // namespace

std::string gl_errors() {
  constexpr int most = 16;  // a lost context reports errors forever
  std::string names;
  for (int i = 0; i < most; ++i) {
    const GLenum error = glGetError();
    if (error == GL_NO_ERROR) break;
    if (!names.empty()) names += ", ";
    names += name(error);
  }
  return names;
}

}  // namespace render
