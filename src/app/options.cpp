#include "app/options.h"

#include <CLI/CLI.hpp>

#include "ik/error.h"
#include "scene/assets.h"
#include "view/options.h"

namespace app {
namespace {

Size parse_size(const std::string& text) {
  Size size;
  char rest = 0;
  if (std::sscanf(text.c_str(), "%dx%d%c", &size.width, &size.height, &rest) != 2 ||
      size.width < 320 || size.height < 240 || size.width > 16384 || size.height > 16384)
    throw ik::Error("--size cannot be \"" + text +
                    "\"; expected WIDTHxHEIGHT in pixels, such as 1280x800");
  return size;
}

}  // namespace

std::optional<Options> parse_options(int argc, char** argv, int& status) {
  Options options;
  std::string size, ui_scale, msaa, screenshot, error_csv;
  bool no_settings = false;

  CLI::App cli(
      "An oscilloscope for inverse kinematics: a body chases moving targets while you "
      "watch, tune and compare the methods of the literature.",
      "ikscope");
  cli.set_version_flag("--version", "ikscope " + std::string(scene::version()));
  scene::add_run_options(cli, options.run);
  // the last word counts, so that scripts can give defaults
  cli.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  cli.add_option("--frames", options.frames,
                 "End after this many frames, each a sixtieth of a second of the clock")
      ->check(CLI::PositiveNumber);
  cli.add_option("--screenshot", screenshot, "With --frames: save the last one as PNG")
      ->type_name("FILE");
  cli.add_option("--error-csv", error_csv, "Write the tracking errors of every step")
      ->type_name("FILE");
  cli.add_option("--size", size, "Of the window, in pixels")->type_name("WxH");
  cli.add_option("--ui-scale", ui_scale, "Size of texts and controls, 0.5 to 3, or auto")
      ->type_name("X");
  cli.add_option("--msaa", msaa, "Samples for smooth edges: 0, 2, 4, 8, or auto")->type_name("N");
  cli.add_flag("--no-settings", no_settings, "Neither read nor write the user's settings");
  try {
    cli.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    status = cli.exit(error) == 0 ? 0 : 1;
    return {};
  }

  if (!screenshot.empty() && options.frames == 0)
    throw ik::Error("--screenshot needs --frames N: the picture is of the last frame");
  options.screenshot = screenshot;
  options.error_csv = error_csv;
  options.settings = !no_settings;
  if (!size.empty()) options.size = parse_size(size);
  if (!ui_scale.empty()) options.ui_scale = ik::parse(view::options::ui_scale(), ui_scale);
  if (!msaa.empty()) options.msaa = ik::parse(view::options::msaa(), msaa);
  return options;
}

}  // namespace app
