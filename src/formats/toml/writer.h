#pragma once
#include <Eigen/Core>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace formats {

/// Write values in TOML; reading them back gives the same value.
std::string toml_text(std::string_view text);
std::string number(double value);  ///< -0 becomes 0
std::string list(const std::vector<std::string>& entries);
std::string vector(const Eigen::Vector3d& v);

/// Writes a file line by line: `out("radius", 0.5)` writes "radius = 0.5".
class Writer {
 public:
  void table(std::string_view name) { text_.append("\n[[").append(name).append("]]\n"); }
  void heading(std::string_view line) { text_.append(line).append("\n"); }  ///< "[method]"
  /// Writes a line; `value` is in TOML already.
  void line(std::string_view key, std::string_view value) {
    text_.append(key).append(" = ").append(value).append("\n");
  }
  void operator()(std::string_view key, std::string_view text) { line(key, toml_text(text)); }
  void operator()(std::string_view key, const std::string& text) { line(key, toml_text(text)); }
  void operator()(std::string_view key, const char* text) { line(key, toml_text(text)); }
  void operator()(std::string_view key, double value) { line(key, number(value)); }
  void operator()(std::string_view key, int value) { line(key, std::to_string(value)); }
  void operator()(std::string_view key, bool value) { line(key, value ? "true" : "false"); }
  void operator()(std::string_view key, const Eigen::Vector3d& v) { line(key, vector(v)); }
  void operator()(std::string_view key, const std::vector<double>& values);
  void operator()(std::string_view key, const std::vector<int>& values);
  void operator()(std::string_view key, const std::vector<std::string>& texts);

  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace formats
