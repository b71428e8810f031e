#include <algorithm>
#include <string_view>

#include "base/numbers.h"
#include "base/text.h"
#include "sweep/choose/picture.h"
#include "sweep/picture.h"

namespace sweep {
namespace {

using chart::escaped;

/// Returns JSON in which no text can end the element around it.
std::string in_script(std::string json) {
  for (size_t at = 0; (at = json.find('<', at)) != json.npos;) json.replace(at, 1, "\\u003c");
  return json;
}

std::string number(double value, int digits = 3) { return base::significant(value, digits); }

constexpr std::string_view style = R"(
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #111; background: #fff; }
h1 { font-size: 1.6rem; margin-bottom: 0; } .dim { color: #555; margin-top: 0; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid #ddd; vertical-align: top; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
td.number { white-space: nowrap; }
th { vertical-align: bottom; } td:last-child { min-width: 18rem; }
tr.best { background: #e8f2f9; font-weight: 600; } tr.best td:last-child { font-weight: 400; } tr.out { color: #666; }
code { font-size: .85rem; white-space: pre-wrap; overflow-wrap: anywhere; }
pre { font-size: .8rem; overflow: auto; max-height: 20rem; background: #f4f4f4; padding: .6rem; }
svg { max-width: 100%; height: auto; }
@media print {
  @page { margin: 15mm; }
  body { margin: 0; max-width: none; padding: 0; font-size: 11pt; } tr, svg { break-inside: avoid; }
  tr.best { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  details { display: none; }
}
)";

struct Columns {
  std::vector<std::string> titles;
  std::vector<std::string> (*of)(const Choice&, const Candidate&);
};

std::vector<std::string> of_follower(const Choice& choice, const Candidate& one) {
  const ik::Skeleton& body = *choice.scene->skeleton;
  return {number(sim::error_metric().shown(one.summary, body)),
          number(sim::error_metric().unit_for(body).factor * one.summary.max_total_error),
          number(to_display(one.summary.oscillation_mean)), number(one.median_us())};
}

std::vector<std::string> of_solver(const Choice&, const Candidate& one) {
  const SolveSummary& sum = *one.solves;
  return {base::percent(sum.solved_fraction(), 1), interval_text(sum),
          sum.solved ? base::fixed(sum.mean_updates, 1) : "–", number(sum.median_us),
          number(sum.p99_us)};
}

Columns columns(const Choice& choice) {
  if (choice.request.solves)
    return {{"solved", "95 % interval", "updates, mean", "µs, median", "µs, 99 %"}, of_solver};
  const std::string unit(sim::error_metric().unit_for(*choice.scene->skeleton).name);
  return {{"mean error, " + unit, "largest error", "oscillation, mrad/step²", "µs a step"},
          of_follower};
}

std::string row(const Choice& choice, const Columns& columns, size_t i) {
  const Candidate& one = choice.candidates[i];
  const bool measured = one.refusal.empty();
  std::string html =
      base::format("<tr class=\"{}\"><td class=number>{}</td><td>{}<br><code>{}</code></td>",
                   !one.meets_demands() ? "out"
                   : i == 0             ? "best"
                                        : "",
                   one.meets_demands() ? std::to_string(i + 1) : "–", escaped(one.method->title),
                   escaped(one.method->name));
  for (const std::string& cell :
       measured ? columns.of(choice, one) : std::vector<std::string>(columns.titles.size(), "–"))
    html += base::format("<td class=number>{}</td>", cell);
  html += "<td>" + escaped(measured ? one.reason : one.refusal);
  if (one.meets_demands() && !one.weakness.empty())
    html += "<br>weakest in " + escaped(one.weakness);
  if (choice.request.solves && !one.behaviour.empty())
    html += "<br>failed: " + escaped(one.behaviour);
  if (!one.tuned.empty()) html += base::format("<br><code>{}</code>", escaped(text_of(one.tuned)));
  return html + "</td></tr>\n";
}

std::string subject(const ChoiceRequest& request) {
  if (request.solves)
    return base::format(
        "{} targets that random poses within the limits reach, from the start pose; solved: every "
        "error below {}, at most {} updates and {}; each method with its settings for solving.",
        request.poses, base::short_number(request.tolerance), request.updates,
        base::counted(request.restarts, "restart"));
  return base::format(
      "{} steps after {} of warm-up; each method with the setting that gives it the least error "
      "without shaking.",
      request.steps, request.warmup);
}

std::string verdict(const Choice& choice) {
  const Candidate* first = choice.first();
  if (!first) return "<p><strong>No method meets the demands.</strong></p>\n";
  const std::string words = tuned_text(*first, *choice.scene->skeleton);
  const bool behaves = !choice.request.solves && !first->behaviour.empty();
  return base::format("<p><strong>{}</strong>{}: {}.{}</p>\n", escaped(first->method->title),
                      words.empty() ? "" : base::format(" ({})", escaped(words)),
                      escaped(first->reason),
                      behaves ? base::format(" At the end: {}.", escaped(first->behaviour)) : "");
}

std::string unbeaten(const Choice& choice) {
  std::vector<std::string> names;
  for (const Candidate& one : choice.candidates)
    if (one.unbeaten) names.push_back(escaped(one.method->title));
  if (names.empty()) return {};
  return base::format("<p>Nobody beats {} in {} at once: {}.</p>\n",
                      names.size() == 1 ? "this one" : "these",
                      choice.request.solves ? "targets reached, updates and time"
                                            : "mean and largest error, calm and time",
                      base::joined(names));
}

}  // namespace

std::string incomplete_note(const Choice& choice) {
  const size_t all = choice.request.all_methods().size(), done = choice.candidates.size();
  return done == all ? "" : base::format("Incomplete: {} of {} methods were measured.", done, all);
}

std::string tuned_text(const Candidate& one, const ik::Skeleton& body) {
  const base::Settings settings(one.method->parameters(body));
  std::vector<std::string> words;
  for (const auto& [key, text] : one.tuned)
    if (const base::Parameter* parameter = settings.find(key))
      words.push_back(base::setting_text(
          *parameter, base::value_text(*parameter, base::parse(*parameter, text))));
  return base::joined(words);
}

std::string choice_page(const Choice& choice, const PageTexts& texts) {
  const std::string title = escaped(choice.scene->name) + ": which method?";
  const Columns all = columns(choice);
  std::string html = base::format(
      "<!doctype html>\n<html lang=en><meta charset=utf-8>\n"
      "<meta name=viewport content=\"width=device-width, initial-scale=1\">\n"
      "<title>{}</title>\n<style>{}</style>\n<h1>{}</h1>\n<p class=dim>{}</p>\n",
      title, style, title, subject(choice.request));
  if (const std::string part = incomplete_note(choice); !part.empty())
    html += base::format("<p><strong>{}</strong></p>\n", part);
  html += verdict(choice) + unbeaten(choice);
  if (std::ranges::any_of(choice.candidates, [](const auto& one) { return one.refusal.empty(); }))
    html += base::format("{}<p class=dim>{}</p>\n", chart::svg(choice_drawing(choice)),
                         choice_caption(choice));
  html += "<table><thead><tr><th class=number>#</th><th>method</th>";
  for (const std::string& one : all.titles)
    html += base::format("<th class=number>{}</th>", escaped(one));
  html += "<th>why</th></tr></thead>\n";
  for (size_t i = 0; i < choice.candidates.size(); ++i) html += row(choice, all, i);
  html += "</table>\n";
  if (!texts.see.empty())
    html += base::format("<p>To see the first:</p><p><code>{}</code></p>\n", escaped(texts.see));
  html +=
      base::format("<p>The same choice again:</p><p><code>{}</code></p>\n", escaped(texts.command));
  for (const auto& [name, text] : texts.files)
    html += base::format(
        "<details><summary>{}, which the commands need</summary><pre>{}</pre></details>\n",
        escaped(name), escaped(text));
  return base::format(
      "{}<p class=dim>Times, and what is said because of them, are of the machine that measured; "
      "everything else is the same on each.</p>\n"
      "<script type=\"application/json\" id=data>{}</script>\n</html>\n",
      html, in_script(texts.data));
}

}  // namespace sweep
