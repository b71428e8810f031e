#pragma once
#include <Eigen/Core>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace formats {

/// Values as TOML writes them; reading them back gives the same value.
std::string toml_text(std::string_view text);
std::string number(double value);  ///< -0 is 0, which TOML does not tell apart
std::string list(std::initializer_list<std::string> entries);
std::string vector(const Eigen::Vector3d& v);
std::string numbers(const std::vector<double>& values);

}  // namespace formats
