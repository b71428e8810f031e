#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "formats/scene/run_options.h"

namespace CLI {
class App;
}

namespace cli {

/// A command line, whose options fill variables; without an option its variable keeps its value.
/// `type` is the value's name in the help. One file alone includes CLI11, which is slow to compile.
class CommandLine {
 public:
  CommandLine(const std::string& name, const std::string& description, const std::string& version);

  void add_flag(const std::string& key, bool& value, const std::string& help);
  /// Adds an option, whose help shows the default unless it is empty.
  void add_option(const std::string& key, std::string& value, const std::string& type,
                  const std::string& help);
  void add_option(const std::string& key, int64_t& value, int64_t least, int64_t most,
                  const std::string& help);
  void add_positive(const std::string& key, int& value, int most, const std::string& help);
  /// Adds an option for a number from 0 to a million, or inf unless it is to be finite.
  void add_nonnegative(const std::string& key, double& value, const std::string& help,
                       bool finite = false);
  /// Adds a positional argument, which may be missing.
  void add_positional(const std::string& name, std::string& value, const std::string& help);
  /// Adds positional arguments, of which at least one is required.
  void add_positionals(const std::string& name, std::vector<std::string>& values,
                       const std::string& help);
  /// Adds an option that may be repeated; with a delimiter, it takes several values at once.
  void add_list(const std::string& key, std::vector<std::string>& values, const std::string& type,
                const std::string& help, char delimiter = '\0');

  /// Lets the last occurrence of options declared from now on win; others may be given only once.
  void last_value_wins();

  /// Adds a subcommand with its own options. One of them is required.
  CommandLine add_subcommand(const std::string& name, const std::string& description);
  void when_chosen(std::function<void()> act);

  /// Parses the command line. Returns the exit code if the program is to end: after --help,
  /// --version, or a wrong word, which is reported in one sentence. Throws base::Error for an
  /// invalid value and for an unknown subcommand.
  std::optional<int> parse(int count, char** words);
  bool is_given(const std::string& key) const;

 private:
  explicit CommandLine(std::shared_ptr<CLI::App> app) : app_(std::move(app)) {}
  std::shared_ptr<CLI::App> app_;
};

/// Throws base::Error if two options would write to the same file; an empty name is no file.
void expect_two_files(const std::string& key, const std::string& file, const std::string& other_key,
                      const std::string& other_file);

/// Add the options that the window and the laboratory share.
void add_scene_option(CommandLine& line, formats::RunOptions& options);
void add_method_option(CommandLine& line, formats::RunOptions& options);
void add_set_option(CommandLine& line, formats::RunOptions& options,
                    const std::string& form = "KEY=VALUE");
void add_joint_options(CommandLine& line, formats::RunOptions& options);
void add_track_option(CommandLine& line, formats::RunOptions& options);
void add_run_options(CommandLine& line, formats::RunOptions& options);

}  // namespace cli
