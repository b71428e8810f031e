// ikscope-lab claims: what the papers say they saw, a row each, decided by running the scenes.

#include <iostream>
#include <memory>

#include "lab/claim.h"
#include "lab/progress.h"
#include "lab/subcommand.h"
#include "lab/table.h"

namespace lab {
namespace {

struct Options {
  bool markdown = false;
  std::vector<std::string> only;
};

struct Row {
  const Claim* claim;
  Verdict verdict;
};

std::vector<Row> decide(const Options& options) {
  const auto& all = ik::Registry<Claim>::all();
  for (const std::string& name : options.only) ik::Registry<Claim>::find(name);
  Progress progress("claims", static_cast<int64_t>(all.size()));
  std::vector<Row> rows;
  for (const Claim* claim : all) {
    const bool wanted = options.only.empty() || std::find(options.only.begin(), options.only.end(),
                                                          claim->name) != options.only.end();
    if (wanted) rows.push_back({claim, claim->decide()});
    progress.advance();
  }
  return rows;
}

const char* word(const Verdict& verdict) { return verdict.holds ? "yes" : "no"; }

void print_markdown(const std::vector<Row>& rows) {
  std::cout << "# What the papers say, and what is seen here\n\n"
               "As `ikscope-lab claims --markdown` prints it, from running the scenes: the two "
               "numbers that decide\na claim, and whether it holds. Errors in scene units, "
               "oscillation in thousandths of a radian a step squared.\n\n"
               "| | the papers say | source | first | second | here |\n|---|---|---|---|---|---|\n";
  for (const Row& row : rows)
    std::cout << "| " << row.claim->name << " | " << row.claim->says << " | " << row.claim->source
              << " | " << row.verdict.first << " | " << row.verdict.second << " | "
              << word(row.verdict) << " |\n";
  for (const Row& row : rows)
    if (!row.verdict.holds) std::cout << "\n" << row.claim->name << ": " << row.claim->note << "\n";
}

void print_readable(const std::vector<Row>& rows) {
  for (const Row& row : rows)
    std::cout << row.claim->name << ". " << row.claim->says << "  (" << row.claim->source
              << ")\n   " << row.verdict.first << "\n   " << row.verdict.second << "\n   "
              << word(row.verdict) << (row.verdict.holds ? "" : ". ")
              << (row.verdict.holds ? "" : row.claim->note) << "\n\n";
}

int claims(const Options& options) {
  const std::vector<Row> rows = decide(options);
  options.markdown ? print_markdown(rows) : print_readable(rows);
  const auto wrong =
      std::count_if(rows.begin(), rows.end(), [](const Row& row) { return !row.verdict.holds; });
  if (!options.markdown)
    std::cout << rows.size() - static_cast<size_t>(wrong) << " of " << rows.size() << " hold\n";
  return wrong > 0 ? 1 : 0;
}

std::function<int()> declare(CommandLine& line) {
  auto options = std::make_shared<Options>();
  line.flag("--markdown", options->markdown, "Prints the page docs/claims.md");
  line.list("--only", options->only, "A,B,...", "Numbers of claims; without it, all", ',');
  return [options] { return claims(*options); };
}

const ik::Registered<Subcommand> registered{
    {"claims", "Checks what the papers say they saw; exit code 1 if anything differs.", 4,
     declare}};

}  // namespace
}  // namespace lab
