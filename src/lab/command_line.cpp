#include "lab/command_line.h"

#include <CLI/CLI.hpp>

namespace lab {

CommandLine::CommandLine(const std::string& name, const std::string& description,
                         const std::string& version)
    : app_(std::make_shared<CLI::App>(description, name)) {
  app_->set_version_flag("--version", name + " " + version);
}

void CommandLine::flag(const std::string& key, bool& value, const std::string& help) {
  app_->add_flag(key, value, help);
}

void CommandLine::option(const std::string& key, std::string& value, const std::string& type,
                         const std::string& help) {
  app_->add_option(key, value, help)->type_name(type)->capture_default_str();
}

void CommandLine::option(const std::string& key, int64_t& value, int64_t least, int64_t most,
                         const std::string& help) {
  app_->add_option(key, value, help)
      ->type_name("N")
      ->capture_default_str()
      ->check(CLI::Range(least, most).description(""));
}

void CommandLine::positive(const std::string& key, int& value, const std::string& help) {
  app_->add_option(key, value, help)->check(CLI::PositiveNumber);
}

void CommandLine::not_negative(const std::string& key, double& value, const std::string& help) {
  app_->add_option(key, value, help)
      ->type_name("X")
      ->capture_default_str()
      ->check(CLI::NonNegativeNumber.description(""));
}

void CommandLine::words(const std::string& name, std::vector<std::string>& values,
                        const std::string& help) {
  app_->add_option(name, values, help)->required()->type_name("");
}

void CommandLine::list(const std::string& key, std::vector<std::string>& values,
                       const std::string& type, const std::string& help, char delimiter) {
  CLI::Option* option =
      app_->add_option(key, values, help)->type_name(type)->allow_extra_args(false);
  if (delimiter != '\0') option->delimiter(delimiter);
}

void CommandLine::last_word_counts() {
  app_->option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
}

CommandLine CommandLine::subcommand(const std::string& name, const std::string& description) {
  app_->require_subcommand(1);
  return CommandLine({app_, app_->add_subcommand(name, description)});
}

void CommandLine::when_chosen(std::function<void()> act) { app_->callback(std::move(act)); }

void CommandLine::refuse_in_one_sentence() {
  app_->failure_message([](const CLI::App* app, const CLI::Error& error) {
    return app->get_name() + ": " + error.what() + "; see " + app->get_name() + " --help\n";
  });
}

std::optional<int> CommandLine::parse(int count, char** words) {
  try {
    app_->parse(count, words);
  } catch (const CLI::ParseError& error) {
    return app_->exit(error) == 0 ? 0 : 1;
  }
  return std::nullopt;
}

bool CommandLine::given(const std::string& key) const { return app_->count(key) > 0; }

void add_scene_option(CommandLine& line, scene::RunOptions& options) {
  line.option("--scene", options.scene, "NAME|FILE", "A scene's name or a scene file");
}

void add_set_option(CommandLine& line, scene::RunOptions& options, const std::string& form) {
  line.list("--set", options.set, form, "A parameter's value; may be given several times");
}

void add_method_option(CommandLine& line, scene::RunOptions& options) {
  line.option("--method", options.method, "NAME", "A method's name; without it, the scene's own");
}

void add_run_options(CommandLine& line, scene::RunOptions& options) {
  add_scene_option(line, options);
  add_method_option(line, options);
  add_set_option(line, options);
  line.option("--play", options.play, "FILE", "A session file: does again all that was done");
}

}  // namespace lab
