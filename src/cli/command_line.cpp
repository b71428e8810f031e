#include "cli/command_line.h"

#include <CLI/CLI.hpp>
#include <limits>

#include "base/error.h"
#include "base/parameter.h"
#include "base/text.h"
#include "cli/reproducible.h"
#include "files/output_file.h"
#include "formats/suggest.h"
#include "ik/model/instructions.h"

namespace cli {
namespace {

/// Reads a number like that of a parameter, with the same error message.
template <class Number>
CLI::Option* add_number(CLI::App& app, const std::string& key, Number& value,
                        base::Parameter allowed, const std::string& help) {
  const auto read = [&value, allowed, key](const std::string& text) {
    base::Parameter named = allowed;
    named.key = key;
    value = static_cast<Number>(base::parse(named, text));
  };
  return app.add_option_function<std::string>(key, read, help);
}

base::Parameter whole(int64_t least, int64_t most) {
  return {.min = static_cast<double>(least), .max = static_cast<double>(most), .integer = true};
}

void expect_some(const std::string& key, const std::string& text, const std::string& type) {
  if (text.empty()) throw base::Error("{} is empty; expected {}", key, type);
}

}  // namespace

CommandLine::CommandLine(const std::string& name, const std::string& description,
                         const std::string& version)
    : app_(std::make_shared<CLI::App>(description, name)) {
  app_->set_version_flag("--version", base::format("{} {}, {}", name, version, ik::instructions()));
  app_->allow_windows_style_options(false);  // a name of a file may begin with / there, too
  // This option took effect before the command line was parsed.
  app_->add_flag_callback(
      reproducible_option, [] {},
      "Use only instructions that every x86-64 processor has, so that results are the same bits on "
      "all of them; IKSCOPE_REPRODUCIBLE=1 does the same");
  app_->failure_message([](const CLI::App* app, const CLI::Error& error) {
    std::string what = base::printable(error.what()), program = app->get_name();
    if (const size_t twice = what.find(": At Most 1 required"); twice != what.npos)
      what = what.substr(0, twice) + " is given more than once; expected it once";
    for (const CLI::App* chosen : app->get_subcommands()) program += " " + chosen->get_name();
    return base::format("{}: {}; see {} --help\n", app->get_name(), what, program);
  });
}

void CommandLine::add_flag(const std::string& key, bool& value, const std::string& help) {
  app_->add_flag(key, value, help)->disable_flag_override();
}

void CommandLine::add_option(const std::string& key, std::string& value, const std::string& type,
                             const std::string& help) {
  const auto read = [&value, key, type](const std::string& text) {
    expect_some(key, text, type);
    value = text;
  };
  app_->add_option_function<std::string>(key, read, help)->type_name(type)->default_str(value);
}

void CommandLine::add_option(const std::string& key, int64_t& value, int64_t least, int64_t most,
                             const std::string& help) {
  add_number(*app_, key, value, whole(least, most), help)
      ->type_name("N")
      ->default_str(std::to_string(value));
}

void CommandLine::add_positional(const std::string& name, std::string& value,
                                 const std::string& help) {
  app_->add_option(name, value, help)->type_name("");
}

void CommandLine::add_positive(const std::string& key, int& value, int most,
                               const std::string& help) {
  add_number(*app_, key, value, whole(1, most), help)->type_name("N");
}

void CommandLine::add_nonnegative(const std::string& key, double& value, const std::string& help,
                                  bool finite) {
  const base::Parameter any{.max = 1e6,
                            .special = finite ? "" : "inf",
                            .special_value = std::numeric_limits<double>::infinity()};
  add_number(*app_, key, value, any, help)->type_name("X")->default_str(base::to_text(any, value));
}

void CommandLine::add_positionals(const std::string& name, std::vector<std::string>& values,
                                  const std::string& help) {
  const auto read = [&values, name](const std::vector<std::string>& texts) {
    for (const std::string& text : texts) expect_some("one of " + name, text, "a name");
    values = texts;
  };
  app_->add_option_function<std::vector<std::string>>(name, read, help)->required()->type_name("");
}

void CommandLine::add_list(const std::string& key, std::vector<std::string>& values,
                           const std::string& type, const std::string& help, char delimiter) {
  const auto read = [&values, key, type, delimiter](const std::vector<std::string>& texts) {
    values.clear();
    for (const std::string& text : texts)
      for (const std::string_view value :
           delimiter ? base::split(text, delimiter) : std::vector<std::string_view>{text}) {
        values.emplace_back(value);
        expect_some(text.empty() ? key : "a part of " + key, values.back(), type);
      }
  };
  app_->add_option_function<std::vector<std::string>>(key, read, help)
      ->type_name(type)
      ->allow_extra_args(false);
}

void CommandLine::last_value_wins() {
  app_->option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
}

CommandLine CommandLine::add_subcommand(const std::string& name, const std::string& description) {
  app_->require_subcommand(1);
  return CommandLine({app_, app_->add_subcommand(name, description)->fallthrough()});
}

void CommandLine::when_chosen(std::function<void()> act) { app_->callback(std::move(act)); }

std::optional<int> CommandLine::parse(int count, char** words) {
  std::vector<std::string> subcommands;
  for (const CLI::App* one : app_->get_subcommands(std::function<bool(CLI::App*)>()))
    subcommands.push_back(one->get_name());
  const std::string first = count > 1 ? words[1] : "";
  if (!subcommands.empty() &&
      (count < 2 ||
       (!first.starts_with('-') && std::ranges::find(subcommands, first) == subcommands.end())))
    throw base::Error("{}; expected one of {}",
                      count < 2
                          ? "a subcommand is required"
                          : base::format("there is no subcommand {}{}", base::in_quotes(first),
                                         formats::did_you_mean(first, subcommands)),
                      formats::list_of(subcommands));
  try {
    app_->parse(count, words);
  } catch (const CLI::ParseError& error) {
    return app_->exit(error) == 0 ? 0 : 1;
  }
  return std::nullopt;
}

bool CommandLine::is_given(const std::string& key) const { return app_->count(key) > 0; }

void expect_two_files(const std::string& key, const std::string& file, const std::string& other_key,
                      const std::string& other_file) {
  if (!file.empty() && !other_file.empty() && files::same_file(file, other_file))
    throw base::Error("{} and {} name the same file {}; expected two files", key, other_key, file);
}

void add_scene_option(CommandLine& line, formats::RunOptions& options) {
  line.add_option("--scene", options.scene, "NAME|FILE", "Name of a scene, or a scene file");
}

void add_set_option(CommandLine& line, formats::RunOptions& options, const std::string& form) {
  line.add_list("--set", options.set, form,
                "Value of a parameter, which switches on what it needs; may be repeated");
}

void add_method_option(CommandLine& line, formats::RunOptions& options) {
  line.add_option("--method", options.method, "NAME", "Name of a method; default: the scene's");
}

void add_joint_options(CommandLine& line, formats::RunOptions& options) {
  line.add_list("--stiffness", options.stiffness, "NAME=VALUE,...",
                "Weights of joints in the length of a step, 1e-6 to 1e6; may be repeated", ',');
  line.add_list("--hold", options.hold, "NAME,...", "Joints that no method moves; may be repeated",
                ',');
  line.add_list(
      "--release", options.release, "NAME,...",
      "Joints that methods move although the scene holds them; recording: those that follow "
      "the recorded motion",
      ',');
}

void add_run_options(CommandLine& line, formats::RunOptions& options) {
  add_scene_option(line, options);
  add_method_option(line, options);
  add_set_option(line, options);
  add_joint_options(line, options);
  add_track_option(line, options);
  line.add_option("--play", options.play, "FILE", "Session file to replay");
}

void add_track_option(CommandLine& line, formats::RunOptions& options) {
  line.add_option(
      "--track", options.track, "FILE",
      "CSV file that the targets follow once: titles, then a row per step, or with a column "
      "time, of joint values or goals' numbers; they wait 120 steps at the first");
}

}  // namespace cli
