#pragma once
#include <Eigen/Core>
#include <string>
#include <string_view>
#include <vector>

namespace formats {

/// Write values in TOML; reading them back gives the same value.
std::string toml_text(std::string_view text);
std::string number(double value);  ///< -0 becomes 0
std::string list(const std::vector<std::string>& entries);
std::string vector(const Eigen::Vector3d& v);

/// Writes a file line by line; values are in TOML already.
class Writer {
 public:
  void heading(std::string_view line) { text_.append(line).append("\n"); }  ///< "[method]"
  void line(std::string_view key, std::string_view value) {
    text_.append(key).append(" = ").append(value).append("\n");
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace formats
