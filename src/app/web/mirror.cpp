#include "app/web/mirror.h"

#include "base/text.h"
#include "formats/session_file.h"
#include "formats/suggest.h"
#include "ik/methods/method.h"
#include "ui/describe.h"
#include "ui/input/keys.h"
#include "ui/kit/format.h"
#include "ui/plots/recent_metrics.h"

namespace app {

using Json = nlohmann::ordered_json;

namespace {

Json of_numbers(const sim::Simulation& simulation, const ui::RecentMetrics& recent) {
  const ik::Skeleton& body = simulation.skeleton();
  Json json = Json::array();
  for (const sim::Metric* metric : ui::recent_metrics(simulation)) {
    const std::string_view unit = metric->unit_for(body).name;
    json.push_back(
        {{"name", ui::recent_heading(*metric)},
         {"value", base::format("{}{}{}", metric->number(recent.values.*metric->value, body),
                                unit.empty() ? "" : " ", unit)}});
  }
  return json;
}

/// Lists methods, and parameters that have an effect now; in a figure those chosen by its author.
Json of_run(const sim::Run& run, const ui::EmbeddedFigure* figure) {
  const auto offered = [&](std::string_view key) {
    return !figure || formats::contains(figure->controls, key);
  };
  Json methods = Json::array(), parameters = Json::array();
  if (offered("method"))
    for (const ik::MethodInfo* one : ik::methods())
      methods.push_back({{"name", one->name}, {"title", one->title}});
  const base::Settings& settings = run.settings();
  for (const base::Parameter& one : settings.table()) {
    if (!settings.has_effect(one) || !offered(one.key)) continue;
    const std::string title = ui::title_of(one), name = ui::name_of(one);
    parameters.push_back({{"key", one.key},
                          {"name", name == title ? title : base::format("{} {}", title, name)},
                          {"value", settings.text(one.key)},
                          {"choices", one.choices}});
  }
  return {{"method", run.solver().method().name}, {"methods", methods}, {"parameters", parameters}};
}

Json of_start(const ui::Context& context) {
  Json lessons = Json::array();
  for (const ui::LessonEntry& one : context.lessons)
    lessons.push_back(
        {{"title", one.title}, {"summary", one.summary}, {"completed", one.completed}});
  return {{"lessons", lessons}, {"resume", context.course ? context.course->lesson().title : ""}};
}

}  // namespace

Json mirrored(const lessons::Course& course, bool touched) {
  const lessons::Step& step = course.step();
  const auto with_keys = [touched](std::string_view text) { return ui::with_keys(text, touched); };
  Json json{{"name", course.lesson().name}, {"title", course.lesson().title},
            {"step", course.index()},       {"steps", course.lesson().steps.size()},
            {"heading", step.title},        {"text", with_keys(step.text)}};
  if (step.question) {
    const lessons::Question& asked = *step.question;
    json["question"] = {{"text", with_keys(asked.text)},
                        {"answers", asked.answers},
                        {"answered", course.answer_index()}};
    if (course.answer_index() >= 0) {
      json["question"]["right"] = course.answer_index() == asked.right;
      json["question"]["because"] = with_keys(asked.because);
    }
  }
  if (step.task) {
    json["task"] = {{"text", with_keys(step.task->text)},
                    {"hint", with_keys(step.task->hint)},
                    {"done", course.is_done()},
                    {"solution", formats::to_toml(step.task->solution)}};
    for (const lessons::Course::State& one : course.states())
      json["task"]["conditions"].push_back(
          {{"text", one.text}, {"said", one.shows_value ? one.value_text : ""}, {"met", one.met}});
  }
  return json;
}

Json mirrored(const ui::Context& context, const ui::State& state) {
  Json json = Json::object();
  const sim::Session& session = *context.session;
  const sim::Simulation& simulation = session.simulation();
  json["scene"] = simulation.scene().name;
  std::string method(simulation.run().solver().method().title);
  if (simulation.runs().size() > 1)
    method += ", run " + sim::run_label(simulation, simulation.run());
  json["method"] = method;
  json["place"] = context.scene;
  json["run"] = of_run(simulation.run(), context.embedded_figure);
  if (!context.embedded_figure)
    for (const ui::SceneEntry& one : context.scenes) json["scenes"].push_back(one.name);
  json["steps"] = session.timeline().now();
  json["paused"] = session.clock().paused;
  if (state.recent.update_time >= 0)
    json["numbers"] = of_numbers(simulation, state.recent.of(simulation.run().serial));
  if (!state.toasts.empty()) json["message"] = state.toasts.newest();
  if (state.shows_start())
    json["start"] = of_start(context);  // what lies behind the start screen is not reported
  else if (context.course)
    json["lesson"] = mirrored(*context.course, context.touch);
  if (const sim::why::Verdict* verdict = verdict_of(context); verdict && !state.shows_start())
    json["diagnosis"] = {
        {"kind", sim::why::word(verdict->cause)},
        {"sentence", ui::run_prefix(simulation) + base::capitalized(verdict->sentence)},
        {"advice", verdict->advice},
        {"button", verdict->remedy.empty() ? "" : "Apply"}};
  return json;
}

void act(App& program, std::string_view what, int argument) {
  const ui::Context& context = program.context();
  if (what == "pause") program.request(sim::SetPaused{!context.session->clock().paused});
  if (const sim::why::Verdict* verdict = verdict_of(context); verdict && what == "remedy")
    for (const sim::Command& command : verdict->remedy) program.request(command);
  if (what == "browse") program.request(ui::Browse{});
  if (what == "start") program.request(ui::Perform{ui::Action::ShowStart});
  if (what == "play") program.request(ui::PressKey{{'L'}});  // which closes the start screen
  if (what == "open" && argument >= 0 && argument < static_cast<int>(context.lessons.size())) {
    const ui::LessonEntry& chosen = context.lessons[static_cast<size_t>(argument)];
    program.request(ui::OpenLesson{chosen.name, chosen.begins_at()});
  }
  if (what == "answer") program.request(ui::Answer{argument});
  if (what == "step") program.request(ui::GoToStep{argument});
  if (what == "do") program.request(ui::Perform{ui::Action::DoTask});
  if (what == "repeat") program.request(ui::Perform{ui::Action::RepeatStep});
  if (what == "leave") program.request(ui::Perform{ui::Action::LeaveLesson});
}

}  // namespace app
