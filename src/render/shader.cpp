#include "render/gl_object.h"

#include <cctype>
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/error.h"

namespace render {
namespace {

/// Returns the first line of a shader, the only one in which OpenGL 3.3 and OpenGL ES 3.0 differ.
const char* version_line() {
  const auto version = reinterpret_cast<const char*>(glGetString(GL_VERSION));
  const bool es = version && std::string_view(version).starts_with("OpenGL ES");
  return es ? "#version 300 es\n" : "#version 330 core\n";
}

std::string read(const std::filesystem::path& file) {
  std::error_code error;
  std::string text;
  if (std::filesystem::is_regular_file(file, error))
    if (std::FILE* in = std::fopen(file.string().c_str(), "rb")) {
      text.resize(std::filesystem::file_size(file));
      text.resize(std::fread(text.data(), 1, text.size(), in));
      std::fclose(in);
    }
  if (text.empty())
    throw base::Error(
        "The shader {} cannot be read; reinstall the program or set IKSCOPE_DATA to the folder "
        "that holds shaders/.",
        file.string());
  return text;
}

GLint parameter(PFNGLGETSHADERIVPROC get, GLuint object, GLenum name) {
  GLint value = 0;
  get(object, name, &value);
  return value;
}

/// Returns the driver's log of a shader or a program, in one line.
std::string log_of(GLuint object, PFNGLGETSHADERIVPROC get, PFNGLGETSHADERINFOLOGPROC get_log) {
  std::string log(static_cast<size_t>(parameter(get, object, GL_INFO_LOG_LENGTH)), '\0');
  get_log(object, static_cast<GLsizei>(log.size()), nullptr, log.data());
  while (!log.empty() && (log.back() == '\0' || std::isspace(log.back()))) log.pop_back();
  for (size_t at; (at = log.find('\n')) != std::string::npos;) log.replace(at, 1, "; ");
  return log.empty() ? "the driver gave no reason" : log;
}

Shader compile(GLenum stage, const std::string& common, const std::filesystem::path& file) {
  const std::string body = read(file);
  const char* parts[] = {version_line(), "#line 1 0\n", common.c_str(), "\n#line 1 1\n",
                         body.c_str()};
  Shader shader(glCreateShader(stage));
  glShaderSource(shader, std::size(parts), parts, nullptr);
  glCompileShader(shader);
  if (parameter(glGetShaderiv, shader, GL_COMPILE_STATUS) == GL_FALSE)
    throw base::Error("The shader {} does not compile: {}.", file.string(),
                      log_of(shader, glGetShaderiv, glGetShaderInfoLog));
  return shader;
}

}  // namespace

Program load_program(const std::filesystem::path& folder, const std::string& vertex_file,
                     const std::string& fragment_file) {
  const std::string common = read(folder / "common.glsl");
  const Shader vertex = compile(GL_VERTEX_SHADER, common, folder / vertex_file);
  const Shader fragment = compile(GL_FRAGMENT_SHADER, common, folder / fragment_file);
  Program program(glCreateProgram());
  glAttachShader(program, vertex);
  glAttachShader(program, fragment);
  glLinkProgram(program);
  if (parameter(glGetProgramiv, program, GL_LINK_STATUS) == GL_FALSE)
    throw base::Error("The shaders {} and {} do not link: {}.", (folder / vertex_file).string(),
                      fragment_file, log_of(program, glGetProgramiv, glGetProgramInfoLog));
  const GLuint frame = glGetUniformBlockIndex(program, "Frame");
  if (frame != GL_INVALID_INDEX) glUniformBlockBinding(program, frame, 0);
  glUseProgram(program);
  glUniform1i(glGetUniformLocation(program, "shadow_map"), 0);
  glUseProgram(0);
  return program;
}

}  // namespace render
