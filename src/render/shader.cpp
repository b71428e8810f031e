#include "render/shader.h"

#include <fstream>
#include <sstream>
#include <string>

#include "render/error.h"

namespace render {
namespace {

// The one line in which OpenGL 3.3 and OpenGL ES 3.0 differ.
constexpr const char* version_line = "#version 330 core\n";

std::string read(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in || text.str().empty()) {
    throw Error("The shader " + file.string() +
                " cannot be read; reinstall the program or set IKSCOPE_DATA to the folder that "
                "holds shaders/.");
  }
  return text.str();
}

/// The driver's log in one line.
std::string one_line(std::string log) {
  while (!log.empty() && (log.back() == '\0' || log.back() == '\n' || log.back() == ' ')) {
    log.pop_back();
  }
  for (size_t at; (at = log.find('\n')) != std::string::npos;) log.replace(at, 1, "; ");
  return log.empty() ? "the driver gave no reason" : log;
}

Shader compile(GLenum stage, const std::string& common, const std::filesystem::path& file) {
  const std::string body = read(file);
  const char* parts[] = {version_line, "#line 1 0\n", common.c_str(), "\n#line 1 1\n",
                         body.c_str()};
  Shader shader(glCreateShader(stage));
  glShaderSource(shader, std::size(parts), parts, nullptr);
  glCompileShader(shader);
  GLint ok = GL_FALSE;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
  if (ok == GL_FALSE) {
    GLint length = 0;
    glGetShaderiv(shader, GL_INFO_LOG_LENGTH, &length);
    std::string log(static_cast<size_t>(length), '\0');
    glGetShaderInfoLog(shader, length, nullptr, log.data());
    throw Error("The shader " + file.string() + " does not compile: " + one_line(log) + ".");
  }
  return shader;
}

}  // namespace

Program load_program(const std::filesystem::path& folder, std::string_view name) {
  const std::string common = read(folder / "common.glsl");
  const auto file = [&](const char* ending) { return folder / (std::string(name) + ending); };
  const Shader vertex = compile(GL_VERTEX_SHADER, common, file(".vert"));
  const Shader fragment = compile(GL_FRAGMENT_SHADER, common, file(".frag"));
  Program program(glCreateProgram());
  glAttachShader(program, vertex);
  glAttachShader(program, fragment);
  glLinkProgram(program);
  GLint ok = GL_FALSE;
  glGetProgramiv(program, GL_LINK_STATUS, &ok);
  if (ok == GL_FALSE) {
    GLint length = 0;
    glGetProgramiv(program, GL_INFO_LOG_LENGTH, &length);
    std::string log(static_cast<size_t>(length), '\0');
    glGetProgramInfoLog(program, length, nullptr, log.data());
    throw Error("The shaders " + file(".vert").string() + " and " + file(".frag").string() +
                " do not link: " + one_line(log) + ".");
  }
  const GLuint frame = glGetUniformBlockIndex(program, "Frame");
  if (frame != GL_INVALID_INDEX) glUniformBlockBinding(program, frame, 0);
  glUseProgram(program);
  glUniform1i(glGetUniformLocation(program, "shadow_map"), 0);
  return program;
}

}  // namespace render
