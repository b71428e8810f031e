// ikscope-lab claims: tests claims of the papers by running the scenes.

#include <algorithm>
#include <iostream>

#include "base/text.h"
#include "lab/claim.h"
#include "lab/json.h"
#include "lab/progress.h"
#include "lab/subcommand.h"

namespace lab {
namespace {

struct ClaimsOptions {
  bool markdown = false, json = false;
  std::vector<std::string> only;
};

struct Row {
  const Claim* claim;
  Finding finding;
};

std::vector<Row> test(const ClaimsOptions& options) {
  const auto& all = base::Registry<Claim>::all();
  for (const std::string& name : options.only) base::Registry<Claim>::find(name);
  Progress progress("claims", static_cast<int64_t>(all.size()));
  std::vector<Row> rows;
  for (const Claim* claim : all) {
    if (options.only.empty() || std::ranges::find(options.only, claim->name) != options.only.end())
      rows.push_back({claim, claim->test()});
    progress.advance();
  }
  return rows;
}

auto count(const std::vector<Row>& rows, Verdict verdict) {
  return std::ranges::count(rows, verdict, [](const Row& row) { return row.finding.verdict; });
}

/// Returns the summary "Of 3 claims: 1 holds, 2 do not hold, 0 tied".
std::string counts(const std::vector<Row>& rows) {
  const auto holds = count(rows, Verdict::Holds), do_not = count(rows, Verdict::DoesNotHold);
  return base::format("Of {}: {} {}, {} {} not hold, {} tied",
                      base::counted(static_cast<int>(rows.size()), "claim"), holds,
                      holds == 1 ? "holds" : "hold", do_not, do_not == 1 ? "does" : "do",
                      count(rows, Verdict::Tie));
}

constexpr const char* how =
    "Each claim is tested on eight courses: the scene's own targets, and seven\nmore with other "
    "phases of the targets, or other random targets and poses. All methods compared get the same "
    "ones. A claim *holds*\nif every course supports it by more than 2 %, *does not hold* if every "
    "one contradicts it by more, and is a *tie*\notherwise. If only chance decided, all eight "
    "would agree in one case of 128. A claim of *always* or *never* is refuted by one "
    "course.\nNumbers are those of the first course, with the range of all eight in brackets. "
    "Errors are in scene units, oscillation in\nmrad/step²; above 3 a run counts as shaking. Times "
    "are of one machine and decide nothing.";

void print_markdown(const std::vector<Row>& rows) {
  std::cout << base::format(
      "# Claims of the papers, tested here\n\n"
      "Printed by `ikscope-lab claims --markdown --reproducible`, which runs the scenes. {}\n\n"
      "{}.\n\n| | claim | source | measured | for comparison | refuted by | result |\n"
      "|---|---|---|---|---|---|---|\n",
      how, counts(rows));
  for (const auto& [claim, finding] : rows)
    std::cout << base::format("| {} | {} | {} | {} | {} | {} | {} |\n", claim->name, claim->says,
                              claim->source, finding.measured, finding.control, claim->refuted_by,
                              word(finding.verdict));
  for (const auto& [claim, finding] : rows) {
    if (!claim->note.empty()) std::cout << base::format("\n{}: {}\n", claim->name, claim->note);
    if (!finding.timing.empty())
      std::cout << base::format("\n{}, time: {}.\n", claim->name, finding.timing);
  }
}

void print_readable(const std::vector<Row>& rows) {
  for (const auto& [claim, finding] : rows) {
    std::cout << base::format(
        "{}. {}  ({})\n   measured:  {}\n   compared:  {}{}{}\n   refuted by: {}\n   {}{}{}\n\n",
        claim->name, claim->says, claim->source, finding.measured, finding.control,
        finding.timing.empty() ? "" : "\n   time:      ", finding.timing, claim->refuted_by,
        word(finding.verdict), claim->note.empty() ? "" : ". ", claim->note);
  }
  std::cout << counts(rows) << "\n";
}

ordered_json claim_json(const Row& row) {
  const auto& [claim, finding] = row;
  return {{"claim", claim->name},         {"says", claim->says},
          {"source", claim->source},      {"refuted_by", claim->refuted_by},
          {"measured", finding.measured}, {"control", finding.control},
          {"timing", finding.timing},     {"verdict", word(finding.verdict)},
          {"note", claim->note}};
}

int claims(const ClaimsOptions& options) {
  const std::vector<Row> rows = test(options);
  if (options.json)
    std::cout << text_of(array_of(rows, claim_json));
  else
    options.markdown ? print_markdown(rows) : print_readable(rows);
  return count(rows, Verdict::DoesNotHold) > 0 ? 1 : 0;
}

void add_claims_options(cli::CommandLine& line, ClaimsOptions& options) {
  line.add_flag("--markdown", options.markdown, "Prints the page docs/claims.md");
  line.add_flag("--json", options.json, "Prints JSON");
  line.add_list("--only", options.only, "A,B,...", "Numbers of claims; default: all", ',');
}

}  // namespace

void declare_claims(base::Registry<Subcommand>& subcommands) {
  subcommands.add({"claims", "Tests claims of the papers; exit code 1 if one does not hold.", 4,
                   declared(add_claims_options, claims)});
}

}  // namespace lab
