#pragma once
#include <string>
#include <vector>

namespace fuzz {

std::vector<std::string> bvh_texts();
void read_bvh(const std::string& text);
std::vector<std::string> urdf_texts();
void read_urdf(const std::string& text);
std::vector<std::string> mjcf_texts();
void read_mjcf(const std::string& text);

}  // namespace fuzz
