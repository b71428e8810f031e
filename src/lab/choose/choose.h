#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "lab/mapping.h"
#include "sweep/choose/chooser.h"
#include "sweep/sampler.h"

namespace lab {

struct ChooseOptions : MapOptions {
  std::vector<std::string> methods = {};  ///< empty: all
  sweep::ChoiceRequest demands = {};
  SearchLimits search = {};
  std::string shard = {}, csv = {}, html = {};
  bool json = false;
};
void add_choose_options(cli::CommandLine& line, ChooseOptions& options);

/// Throws base::Error if the options contradict each other.
sweep::ChoiceRequest request_of(const ChooseOptions& options, const Prepared& prepared);

std::string choice_text(const ChooseOptions& options, const sweep::Choice& choice);  ///< a table
std::string choice_page(const ChooseOptions& options, const sweep::Choice& choice);  ///< as HTML

/// The file of `choose --csv`, whose first line begins so. It has a row per method; its head has
/// the options, so that the rows can be ranked again.
constexpr std::string_view choice_head = "# ikscope choice";
constexpr const char* choice_titles = "cell,method,measured";
/// Returns what was measured, of a part the rows of its own methods.
std::string choice_csv(const ChooseOptions& options, const sweep::Choice& choice,
                       const sim::Simulation& start, sweep::Shard part);
/// Reads the last column of a row. Throws base::Error without file and line.
sweep::Candidate read_candidate(const ik::MethodInfo& method, std::string_view measured);
/// Reads and ranks a complete file. options: those of its head. Throws base::Error, also if the
/// scene is not the one that was measured.
sweep::Choice read_choice(std::string_view csv, ChooseOptions& options);

}  // namespace lab
