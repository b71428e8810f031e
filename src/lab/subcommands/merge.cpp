// ikscope-lab merge: merges the shards of a map, of solves or of a choice into one file.

#include <iostream>

#include "base/error.h"
#include "base/text.h"
#include "files/output_file.h"
#include "lab/choose/choose.h"
#include "lab/shard.h"
#include "lab/solve/study.h"
#include "lab/subcommand.h"

namespace lab {
namespace {

void merge(const std::vector<std::string>& words) {
  if (words.size() < 2)
    throw base::Error("merge {} names one file; expected the output file and the files to merge",
                      base::in_quotes(words.front()));
  for (size_t i = 1; i < words.size(); ++i)
    cli::expect_two_files("the file to write", words.front(), base::format("file {}", i), words[i]);
  const std::string csv = merge_files({words.begin() + 1, words.end()});
  if (csv.starts_with(choice_head)) {
    ChooseOptions options;
    const sweep::Choice choice = read_choice(csv, options);
    const bool page = words.front().ends_with(".html");
    files::write_file(words.front(), page ? choice_page(options, choice) : csv);
    std::cout << choice_text(options, choice);
    return;
  }
  files::write_file(words.front(), csv);
  if (csv.starts_with("# ikscope solve")) std::cout << study_text(read_study(csv));
}

void add_merge_options(cli::CommandLine& line, std::vector<std::string>& words) {
  line.add_positionals(
      "OUT IN", words,
      "The output file, of a choice CSV or HTML, and the files written with --shard");
}

}  // namespace

void declare_merge(base::Registry<Subcommand>& subcommands) {
  subcommands.add({"merge", "Merges the shards of a map, of solves or of a choice.", 13,
                   declared(add_merge_options, merge)});
}

}  // namespace lab
