#include "lab/handout/sheet.h"

#include <algorithm>

#include "chart/drawing.h"
#include "formats/lesson_draft.h"
#include "formats/suggest.h"
#include "lab/handout/sketch.h"
#include "lessons/course.h"
#include "sim/session.h"

namespace lab {
namespace {

using chart::escaped;

constexpr std::string_view sheet_style = R"(
@page { size: A4; margin: 18mm 20mm; }
body { font: 11pt/1.45 "Inter", system-ui, sans-serif; max-width: 170mm; margin: 1rem auto; color: #111; }
h1 { font-size: 17pt; margin: 0; } h2 { font-size: 12.5pt; margin: 0 0 1mm; }
p { margin: 0 0 2mm; } .dim { color: #555; } header { border-bottom: 1.5pt solid #111; padding-bottom: 3mm; }
.who { display: flex; gap: 8mm; margin: 5mm 0 0; } .who span { flex: 1; border-bottom: .5pt solid #111; }
section { break-inside: avoid; margin-top: 7mm; } figure { float: right; margin: 0 0 2mm 6mm; width: 62mm; }
figure svg { width: 100%; height: auto; } figcaption { font-size: 8.5pt; color: #555; }
.box { clear: both; border: .75pt solid #888; border-radius: 1.5mm; padding: 2.5mm 3.5mm; margin-top: 2mm; break-inside: avoid; }
ul { list-style: none; margin: 1mm 0; padding: 0; } li::before { content: "☐ "; } li.right::before { content: "☒ "; }
li.right { font-weight: 600; } .room { height: 22mm; } .room.low { height: 12mm; }
)";

std::string paragraphs(std::string_view text) {
  std::string html = "<p>" + escaped(text) + "</p>";
  formats::replace_all(html, "\n\n", "</p>\n<p>");
  return html + "\n";
}

/// Returns a text without the keys that it names: " ({dls})".
std::string without_keys(std::string text) {
  for (size_t open; (open = text.find(" ({")) != text.npos;) {
    const size_t close = text.find("})", open);
    if (close == text.npos) break;
    text.erase(open, close + 2 - open);
  }
  return text;
}

/// Returns the scene of a step as it is a while after it was opened.
std::string picture(const sim::Scene& scene) {
  constexpr double seconds = 5, width = 236, height = 190;
  sim::Simulation simulation(std::make_shared<sim::Scene>(scene));
  for (int step = 0; step < seconds * sim::Clock::steps_per_second; ++step) simulation.step();
  const bool shakes = std::ranges::any_of(
      simulation.runs(), [](const sim::Run& run) { return run.oscillation().shakes(); });
  std::vector<std::string> methods;
  for (const sim::Run& run : simulation.runs()) methods.emplace_back(run.solver().method().title);
  return "<figure>" + chart::svg(sketch(simulation, width, height)) + "<figcaption>" +
         escaped(formats::joined(methods)) + ", after " +
         std::to_string(static_cast<int>(seconds)) + " s" +
         (shakes ? "; dashed: a step before" : "") + "</figcaption></figure>\n";
}

std::string question(const lessons::Question& asked, bool answers) {
  std::string html =
      "<div class=box><p><strong>Question.</strong> " + escaped(asked.text) + "</p><ul>\n";
  for (size_t i = 0; i < asked.answers.size(); ++i)
    html +=
        std::string(answers && static_cast<int>(i) == asked.right ? "<li class=right>" : "<li>") +
        escaped(asked.answers[i]) + "</li>\n";
  html += "</ul>";
  html += answers ? "<p>" + escaped(asked.because) + "</p>"
                  : "<p class=dim>Because:</p><div class=\"room low\"></div>";
  return html + "</div>\n";
}

/// Plays the solution of a step's task, and returns what it does and where it leads.
std::string solved(const std::shared_ptr<const lessons::Lesson>& lesson, int step) {
  lessons::Course course(lesson);
  course.go(step);
  sim::Simulation simulation(course.scene(step));
  const auto& commands = course.step().task->solution;
  auto next = commands.begin();
  std::string done;
  constexpr int64_t most_steps = 60 * 60;
  for (int64_t tick = 0; tick < most_steps && !course.done(); ++tick) {
    for (; next != commands.end() && next->tick <= tick; ++next) {
      const std::string words = formats::words_of(
          next->command, simulation.apply(next->command, next->run), simulation.skeleton());
      done += (done.empty() || words.empty() ? "" : ", ") + words;
    }
    simulation.step();
    course.observe(simulation);
  }
  std::string html = "<p>One way: " + escaped(done) + ".</p><ul>\n";
  for (const lessons::Course::State& state : course.states())
    html += "<li class=right>" + escaped(state.text) +
            (state.value_text.empty() ? "" : " (" + escaped(state.value_text) + ")") + "</li>\n";
  return html + "</ul>";
}

std::string task(const std::shared_ptr<const lessons::Lesson>& lesson, int step, bool answers) {
  const lessons::Task& given = *lesson->steps[step].task;
  std::string html =
      "<div class=box><p><strong>Try it.</strong> " + escaped(without_keys(given.text)) + "</p>";
  if (answers)
    return html + "<p>" + escaped(without_keys(given.hint)) + "</p>" + solved(lesson, step) +
           "</div>\n";
  html += "<ul>\n";
  for (const lessons::Course::State& state : lessons::Course(lesson).unmeasured(step))
    html += "<li>" + escaped(state.text) + "</li>\n";
  return html +
         "</ul><p class=dim>What I changed, and what I saw:</p><div class=room></div></div>\n";
}

}  // namespace

std::string sheet(const std::shared_ptr<const lessons::Lesson>& lesson, bool answers) {
  std::string html =
      "<!doctype html>\n<html lang=en><meta charset=utf-8>\n"
      "<meta name=viewport content=\"width=device-width, initial-scale=1\">\n<title>" +
      escaped(lesson->title) + "</title>\n<style>" + std::string(sheet_style) +
      "</style>\n<header><h1>" + escaped(lesson->title) + (answers ? ": answers" : "") +
      "</h1>\n<p class=dim>" + escaped(lesson->summary) + " " + escaped(lesson->source) +
      ".</p>\n<p>Open it with <code>ikscope "
      "--lesson " +
      escaped(lesson->name) + "</code>, or by its name in the list of lessons.</p>\n";
  if (!answers) html += "<div class=who><span>Name:</span><span>Date:</span></div>\n";
  html += "</header>\n";
  for (size_t i = 0; i < lesson->steps.size(); ++i) {
    const lessons::Step& step = lesson->steps[i];
    html += "<section>" + (step.scene ? picture(*step.scene) : "") + "<h2>" +
            std::to_string(i + 1) + ". " + escaped(step.title) + "</h2>\n" +
            paragraphs(without_keys(step.text));
    if (step.question) html += question(*step.question, answers);
    if (step.task) html += task(lesson, static_cast<int>(i), answers);
    html += "</section>\n";
  }
  return html + "</html>\n";
}

}  // namespace lab
