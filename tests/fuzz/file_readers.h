#pragma once
#include <string>
#include <vector>

namespace fuzz {

std::vector<std::string> map_texts();
std::vector<std::string> settings_texts();
void read_map(const std::string& text);
void read_settings(const std::string& text);
std::vector<std::string> film_texts();
void read_film(const std::string& text);

}  // namespace fuzz
