#include "formats/lesson_file.h"

#include <cmath>
#include <map>

#include "files/read_text.h"
#include "formats/assets.h"
#include "formats/read_lesson.h"
#include "formats/scene/read_scene.h"
#include "formats/scene/scene_file.h"
#include "formats/suggest.h"
#include "sim/session.h"

namespace formats {
namespace {

constexpr size_t most_steps = 20, max_text = 2000;

/// Joins the lines of each paragraph; empty lines separate the paragraphs.
std::string flowing(const std::string& text) {
  std::string flow;
  size_t line_ends = 0;
  for (const char c : text) {
    if (c == '\n') {
      ++line_ends;
    } else if (c == ' ' && (line_ends > 0 || flow.empty() || flow.back() == ' ')) {
      continue;
    } else {
      if (line_ends > 0) flow.erase(flow.find_last_not_of(' ') + 1);
      if (!flow.empty() && line_ends > 0) flow += line_ends > 1 ? "\n\n" : " ";
      line_ends = 0;
      flow += c;
    }
  }
  while (flow.ends_with(' ')) flow.pop_back();
  return flow;
}

/// Throws base::Error for a text of a key that is empty or too long; `what` it is.
void check_letters(const Reader& reader, std::string_view key, std::string_view what,
                   std::string_view text) {
  if (const size_t count = base::letter_count(text); count < 1 || count > max_text)
    reader.fail(key, "{} has {} letters; expected 1 to {}", what, count, max_text);
}

struct Prose : as::Text {
  std::string read(const Reader& reader, std::string_view key) const {
    const std::string text = flowing(reader.text(key));
    check_letters(reader, key, key, text);
    return text;
  }
};

/// Returns a table of a step, called "step 3, question" in errors.
Reader part_of(const Reader& step, std::string_view key) {
  Reader part =
      step.table(key, base::format("a table, such as [step.{}], on a line of its own", key));
  part.rename(base::format("{}, {}", step.what(), key));
  return part;
}

/// Reads a lesson file; each scene is read once.
class LessonReader {
 public:
  LessonReader(const toml::table& table, const std::string& source,
               const lessons::WindowTerms* window)
      : file_(table, source, "the lesson"), window_(window) {}

  std::shared_ptr<lessons::Lesson> read() {
    refuse_hand_in(file_);
    auto lesson = std::make_shared<lessons::Lesson>();
    lesson->name = base::printable(asset_name(file_.source()));
    read_table(file_, *lesson);
    base_ = scene_of(file_);
    for (Reader& one : file_.each("step", most_steps)) lesson->steps.push_back(read_step(one));
    if (lesson->steps.empty()) file_.fail("the lesson has no [[step]]; expected at least one");
    return lesson;
  }

 private:
  lessons::Step read_step(Reader& reader) {
    lessons::Step step;
    read_table(reader, step);
    step.scene = open(reader);
    if (step.scene) scene_ = step.scene;
    const ik::Skeleton& body = *scene_->skeleton;
    step.view = read_view(reader, window_);
    if (reader.has("look_at")) step.look_at = read_spots(reader, body, window_);
    if (reader.has("question")) step.question = read_question(part_of(reader, "question"));
    if (reader.has("task")) step.task = read_task(part_of(reader, "task"), body);
    return step;
  }

  /// Returns the scene that a step opens; null if it continues with the current one.
  std::shared_ptr<const sim::Scene> open(const Reader& reader) {
    const bool own_runs = reader.has("method") || reader.has("run");
    const bool changed = own_runs || reader.has("time") || reader.has("hold");
    if (scene_ && !reader.has("scene") && !changed) return nullptr;
    if (reader.has("scene")) base_ = scene_of(reader);
    if (!changed) return base_;
    auto scene = std::make_shared<sim::Scene>(*base_);
    if (own_runs) {
      scene->others.clear();
      read_runs(reader, *scene);
    }
    if (reader.has("time")) scene->time = reader.number("time", any_time);
    if (reader.has("hold")) hold(reader, *scene);
    return scene;
  }

  void hold(const Reader& reader, sim::Scene& scene) {
    Reader held = part_of(reader, "hold");
    held.rename("hold");
    const std::vector<std::string> effectors = names_of(scene.skeleton->all_effectors());
    held.allow(effectors);
    for (sim::TargetSpec& target : scene.targets) {
      const std::string& name = effectors[target.effector];
      if (held.has(name)) target.manual.held = held.vector(name);
    }
  }

  const std::shared_ptr<const sim::Scene>& scene_of(const Reader& reader) {
    const std::string name = reader.text("scene");
    std::shared_ptr<const sim::Scene>& scene = scenes_[name];
    if (scene) return scene;
    scene = reader.checked("scene", [&] { return load(find_scene(name, file_.source())); });
    return scene;
  }

  static lessons::Question read_question(Reader reader) {
    lessons::Question question;
    read_table(reader, question);
    const size_t count = question.answers.size();
    for (const std::string& answer : question.answers)
      check_letters(reader, "answers", "an answer", answer);
    if (count < 2 || count > 5)
      reader.fail("answers", "a question has {} answers; expected two to five", count);
    const double right = reader.number("right", {1, static_cast<double>(count)});
    if (right != std::floor(right))
      reader.fail("right", "right is {}; expected the number of an answer", shortest(right));
    question.right = static_cast<int>(right) - 1;
    return question;
  }

  lessons::Task read_task(Reader reader, const ik::Skeleton& body) const {
    lessons::Task task;
    read_table(reader, task);
    for (const std::string& text : reader.texts("until"))
      task.until.push_back(read_condition(reader, "until", text, body));
    if (task.until.empty())
      reader.fail("until",
                  "a task has no condition; expected at least one, such as \"error < 0.05\"");
    task.solution = read_commands(reader, "solution", true);
    if (task.solution.empty())
      reader.fail(
          "a task has no [[step.task.solution]]; expected commands that solve it, to show that it "
          "can be solved");
    return task;
  }

  Reader file_;
  const lessons::WindowTerms* window_;
  std::map<std::string, std::shared_ptr<const sim::Scene>> scenes_;
  std::shared_ptr<const sim::Scene> base_;   // the scene that the file named last
  std::shared_ptr<const sim::Scene> scene_;  // the scene of the step
};

}  // namespace

void fields(Fields& f, lessons::Lesson& lesson) {
  f("title", lesson.title, required, "shown on the start screen: a few words", as::Name());
  f("summary", lesson.summary, required, "one sentence", Prose());
  f("source", lesson.source, required, "paper and section", Prose());
  f.other("scene", "name or file", required,
          "the scene of the first steps: a name, or a file beside the lesson's");
  f.other("[[step]]", "1 to 20 tables", required, "the steps, in order");
}

void fields(Fields& f, lessons::Step& step) {
  f("title", step.title, required, "a few words", as::Name());
  f("text", step.text, required, "up to 100 words", Prose());
  f.other("scene", "name or file", {false, "that of the step before"}, "another scene");
  f.other("[step.method]", "table", {false, "the scene's"},
          "the runs, with the keys of a [scene file](scene-format.md)");
  f.other("[[step.run]]", "tables", {}, "");
  f.other("[step.hold]", "table", {false, "none"},
          "held targets: an effector's name and `[x, y, z]`");
  f.other("time", as::Number().form(), {false, "the scene's"},
          "time of the targets when the step opens");
  f.other("[step.view]", "table", {}, "view options by their keys, such as `show_angles = true`");
  f.other("look_at", as::Texts().form(), {false, "none"}, "what the lesson highlights, see below");
  f("speed", step.speed, {false, "the user's"}, "speed of the clock in this step",
    as::Number{{sim::Clock::min_speed, sim::Clock::max_speed}});
  f("pause_at", step.pause_at, {false, "never"},
    "seconds (60 steps each) after which time pauses in this step", as::Number{{0, 3600}});
  f.other("[step.question]", "table", {false, "none"}, "a question, see below");
  f.other("[step.task]", "table", {false, "none"}, "a task, see below");
  f.other("[[step.measured]]", "tables", {},
          "where the numbers of the texts come from, see [below](#numbers)");
  f.other("given", as::Texts().form(), {}, "passages whose numbers are not measured");
}

void fields(Fields& f, lessons::Question& question) {
  f("text", question.text, required, "what is asked", Prose());
  f("answers", question.answers, required, "two to five");
  f.other("right", as::Number().form(), required, "the number of the right answer, counted from 1");
  f("because", question.because, required, "shown with any answer", Prose());
}

void fields(Fields& f, lessons::Task& task) {
  f("text", task.text, required, "what to do", Prose());
  f("hint", task.hint, required, "how to do it, shown on request", Prose());
  f.other("until", as::Texts().form(), required,
          "[conditions](#conditions); the task is done when all hold");
  f("seconds", task.seconds, optional, "how long they must hold without interruption",
    as::Number{{0.1, 60}});
  f.other("[[step.task.solution]]", "tables", required,
          "commands that solve it, as in a [session](scene-format.md)");
}

std::vector<std::pair<std::string, std::string>> read_view(const Reader& owner,
                                                           const lessons::WindowTerms* window) {
  std::vector<std::pair<std::string, std::string>> view;
  if (!owner.has("view")) return view;
  const Reader values = part_of(owner, "view");
  for (auto&& [name, value] : *owner.node("view").as_table()) {
    const std::string key(name.str());
    view.emplace_back(key, values.setting(key));
    if (window)
      values.checked(key,
                     [&] { base::Settings(window->options).set_text(key, view.back().second); });
  }
  return view;
}

std::shared_ptr<const lessons::Lesson> load_lesson(const std::filesystem::path& file,
                                                   const lessons::WindowTerms* window) {
  return parse_lesson(files::read_text(file, files::lesson), file.string(), window);
}

std::shared_ptr<const lessons::Lesson> parse_lesson(std::string_view text,
                                                    const std::string& source,
                                                    const lessons::WindowTerms* window) {
  const toml::table table = parse_toml(text, source, "a lesson with a title and [[step]] tables");
  auto lesson = LessonReader(table, source, window).read();
  lesson->text = text;
  return lesson;
}

}  // namespace formats
