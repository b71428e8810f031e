#pragma once
#include <Eigen/Core>
#include <initializer_list>
#include <string>
#include <string_view>

namespace scene {

/// Values as TOML writes them; reading them back gives the same value.
std::string toml_text(std::string_view text);
std::string list(std::initializer_list<std::string> entries);
std::string vector(const Eigen::Vector3d& v);

}  // namespace scene
