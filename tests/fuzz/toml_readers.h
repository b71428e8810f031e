#pragma once
#include <string>
#include <vector>

namespace fuzz {

std::vector<std::string> scene_texts();
std::vector<std::string> session_texts();
std::vector<std::string> lesson_texts();
void read_scene(const std::string& text);
void read_session(const std::string& text);
void read_lesson(const std::string& text);

}  // namespace fuzz
