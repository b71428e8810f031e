#pragma once
#include <string>
#include <vector>

namespace fuzz {

std::vector<std::string> mesh_texts();
void read_mesh(const std::string& text);

}  // namespace fuzz
