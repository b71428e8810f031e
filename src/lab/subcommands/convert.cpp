// ikscope-lab convert: writes a robot, a figure or a scene as a scene file.

#include <iostream>

#include "base/error.h"
#include "base/text.h"
#include "files/output_file.h"
#include "formats/assets.h"
#include "formats/scene/scene_file.h"
#include "formats/session_file.h"
#include "formats/suggest.h"
#include "lab/experiment.h"
#include "lab/subcommand.h"

namespace lab {
namespace {

/// Removes the folder from a recording's path beside which the scene is written.
std::shared_ptr<const sim::Scene> with_recording_beside(const std::filesystem::path& written,
                                                        std::shared_ptr<const sim::Scene> scene) {
  if (!scene->recording) return scene;
  const std::filesystem::path file = scene->recording->file;
  if (std::filesystem::absolute(written).lexically_normal().parent_path() != file.parent_path())
    return scene;
  auto recording = std::make_shared<sim::Recording>(*scene->recording);
  recording->file = file.filename().string();
  auto moved = std::make_shared<sim::Scene>(*scene);
  moved->recording = std::move(recording);
  return moved;
}

void add_convert_options(cli::CommandLine& line, std::vector<std::string>& words) {
  line.add_positionals("FILE OUT", words, "The file to read, and the scene file (.toml) to write");
}

void convert(const std::vector<std::string>& words) {
  if (words.size() != 2)
    throw base::Error("convert was given {}; expected two, the one to read and the one to write",
                      base::counted(static_cast<int>(words.size()), "file"));
  cli::expect_two_files("the file to write", words.back(), "the file to read", words.front());
  if (const auto ending = std::filesystem::path(words.back()).extension();
      !ending.empty() && !formats::equal_ignoring_case(ending.string(), ".toml"))
    throw base::Error(
        "the file to write is {}, and what is written is a scene file; expected a name ending in "
        ".toml",
        base::in_quotes(words.back()));
  const std::filesystem::path from = formats::find_scene(words.front());
  const auto scene = with_recording_beside(words.back(), formats::load(from));
  if (from.extension() == ".toml" && !formats::load_session(from).commands.empty())
    std::cerr << from.string() << ": the commands of the session are left out\n";
  print_notices(*scene);
  std::string text;
  for (const std::string& notice : scene->notices)  // the scene file does not show why
    text += "# " + base::sentence(notice) + "\n";
  files::write_file(words.back(), text + formats::to_toml(*scene));
}

}  // namespace

void declare_convert(base::Registry<Subcommand>& subcommands) {
  subcommands.add({"convert", "Writes a robot, a figure or a scene as a scene file.", 8,
                   declared(add_convert_options, convert)});
}

}  // namespace lab
