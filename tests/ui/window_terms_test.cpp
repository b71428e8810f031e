// assets/window.toml tells ikscope-lab, which has no window, the names that lessons may use of it.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "ui/options/options.h"
#include "ui/panel.h"

namespace {

std::string list(const std::vector<std::string_view>& words) {
  std::string text;
  for (const std::string_view word : words)
    text.append(text.empty() ? "\"" : ", \"").append(word).append("\"");
  return "[" + text + "]";
}

std::string written() {
  std::string text =
      "# What lessons may name of the window, for ikscope-lab check. tests/ui prints what belongs "
      "here.\npanels = " +
      list(ui::spots()) + "\n\n[options]\n";
  for (const base::Parameter& option : ui::options::table()) {
    text.append(option.key).append(" = { ");
    if (!option.choices.empty()) {
      text += "choices = " + list(option.choices);
    } else {
      text += "min = " + base::shortest(option.min) + ", max = " + base::shortest(option.max);
      if (option.integer) text += ", integer = true";
      if (!option.special.empty())
        text.append(", special = \"")
            .append(option.special)
            .append("\", special_value = " + base::shortest(option.special_value));
    }
    text += " }\n";
  }
  return text;
}

TEST(WindowTerms, OfTheFileAreThoseOfTheWindow) {
  std::ostringstream file;
  file << std::ifstream(IKSCOPE_SOURCE_DIR "/assets/window.toml").rdbuf();
  const std::string now = written();
  if (file.str() == now) return;
  std::ofstream("window.toml") << now;
  FAIL() << "copy " << std::filesystem::absolute("window.toml") << " to assets/window.toml";
}

}  // namespace
