#pragma once
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "sim/simulation.h"

namespace formats {

/// Names what uses the settings of the selected run elsewhere.
enum class SettingsForm {
  Window,  ///< the command line of ikscope
  Lab,     ///< that of ikscope-lab run
  Scene,   ///< a scene file
  Cpp,     ///< a program with the library (docs/library.md)
  Python   ///< with the module ikscope
};
struct SettingsFormInfo {
  SettingsForm form;
  std::string_view title;
};
inline constexpr std::array settings_forms{
    SettingsFormInfo{SettingsForm::Window, "Command line"},
    SettingsFormInfo{SettingsForm::Lab, "Command line of ikscope-lab"},
    SettingsFormInfo{SettingsForm::Scene, "Scene file"}, SettingsFormInfo{SettingsForm::Cpp, "C++"},
    SettingsFormInfo{SettingsForm::Python, "Python"}};

/// Returns method and settings of the selected run. scene: its name or file, "scene.toml" if empty.
std::string settings_text(SettingsForm form, const sim::Simulation& simulation,
                          const std::string& scene);

/// Quotes a word for a shell's command line.
std::string in_shell(const std::string& word);
/// Returns an option with each of these values: " --hold elbow --hold 'left wrist'".
std::string repeated(const char* option, const std::vector<std::string>& values);

}  // namespace formats
