// ikscope-lab handout: a lesson as a sheet for print.

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include "base/error.h"
#include "base/numbers.h"
#include "base/text.h"
#include "chart/drawing.h"
#include "files/output_file.h"
#include "formats/assets.h"
#include "formats/lesson_draft.h"
#include "formats/lesson_file.h"
#include "formats/suggest.h"
#include "ik/model/goal.h"
#include "ik/model/obstacle.h"
#include "jobs/process.h"
#include "lab/subcommand.h"
#include "lessons/course.h"
#include "lessons/lesson.h"
#include "sim/session.h"
#include "sim/simulation.h"

namespace lab {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

constexpr chart::Rgb target_ink{200, 40, 30}, link_ink{60, 70, 85}, pale{150, 155, 160};
constexpr chart::Rgb of_runs[] = {link_ink,      {0, 114, 178},   {213, 94, 0},
                                  {0, 158, 115}, {204, 121, 167}, {120, 94, 0}};

chart::Rgb color_of(const sim::Run& run) { return of_runs[run.slot % std::size(of_runs)]; }

/// Projects the scene along parallel rays, a little from the right and from above.
struct Projection {
  bool z_up;
  Vector2d operator()(const Vector3d& p) const {
    constexpr double yaw = 0.42, pitch = 0.24;  // as the window's camera at home
    const Vector3d q = z_up ? Vector3d(p.x(), p.z(), -p.y()) : p;
    const double right = std::cos(yaw) * q.x() - std::sin(yaw) * q.z(),
                 nearer = std::sin(yaw) * q.x() + std::cos(yaw) * q.z();
    return {right, std::cos(pitch) * q.y() - std::sin(pitch) * nearer};
  }
};

struct Line {
  Vector2d from, to;
};

/// Returns the lines between joints and from joints to effectors, at least a little long.
std::vector<Line> lines_of(const ik::Skeleton& body, const ik::Pose& pose, const Projection& on) {
  std::vector<Line> lines;
  const auto add = [&](const Vector3d& from, const Vector3d& to) {
    if ((to - from).norm() > 1e-3 * body.scale()) lines.push_back({on(from), on(to)});
  };
  for (int j = 0; j < body.joints(); ++j)
    if (body.parent(j) >= 0) add(pose.position.col(body.parent(j)), pose.position.col(j));
  for (int i = 0; i < body.effectors(); ++i)
    if (const int j = body.effector(i).joint; j >= 0)
      add(pose.position.col(j), pose.effector.col(i));
  return lines;
}

struct Outlines {
  struct Disc {
    Vector2d center;
    double radius;
  };
  std::vector<Disc> discs;
  std::vector<Line> lines;
};

Outlines outlines_of(const std::vector<ik::Obstacle>& obstacles, const Projection& on) {
  Outlines all;
  for (const ik::Obstacle& one : obstacles) {
    const Vector2d middle = on(one.position), along = on(one.axis);
    if (one.shape == ik::Obstacle::Shape::Box) {
      for (int corner = 0; corner < 8; ++corner) {
        const auto sign = [&](int axis) { return corner >> axis & 1 ? 1. : -1.; };
        const Vector3d from = one.size.cwiseProduct(Vector3d(sign(0), sign(1), sign(2)));
        for (int axis = 0; axis < 3; ++axis) {
          Vector3d to = from;
          to[axis] = -to[axis];
          if (sign(axis) < 0) all.lines.push_back({middle + on(from), middle + on(to)});
        }
      }
      continue;
    }
    const double radius = one.size.x();
    all.discs.push_back({middle + along, radius});
    if (one.shape == ik::Obstacle::Shape::Sphere) continue;
    all.discs.push_back({middle - along, radius});
    const Vector2d side = radius * Vector2d(-along.y(), along.x()).normalized();
    for (const Vector2d& edge : {side, Vector2d(-side)})
      all.lines.push_back({middle - along + edge, middle + along + edge});
  }
  return all;
}

/// Draws the runs of a simulation as papers do: links as lines, joints as circles, targets as
/// rings, obstacles as outlines, seen from the side from which the window shows a scene first. The
/// pose that a shaking run had a step before is dashed. Width and height in 1/96 inch.
chart::Drawing sketch(const sim::Simulation& simulation, double width, double height) {
  const ik::Skeleton& body = simulation.skeleton();
  const Projection on{simulation.scene().up == sim::Scene::Up::Z};
  constexpr double room = 22, thick = 4;
  std::vector<std::vector<Line>> runs;
  std::vector<Line> ago;
  std::vector<Vector2d> targets;
  Eigen::AlignedBox2d box;
  const auto see = [&](const std::vector<Line>& lines) {
    for (const Line& line : lines) box.extend(line.from).extend(line.to);
  };
  const Outlines obstacles = outlines_of(simulation.obstacles(), on);
  for (const sim::Run& run : simulation.runs()) {
    ik::Pose pose = run.solver().pose();
    see(runs.emplace_back(lines_of(body, pose, on)));
    if (!run.oscillation().shakes()) continue;
    run.oscillation().pose_before(body, pose);
    std::ranges::move(lines_of(body, pose, on), std::back_inserter(ago));
  }
  see(ago);
  see(obstacles.lines);
  for (const Outlines::Disc& disc : obstacles.discs)
    for (const double r : {-disc.radius, disc.radius})
      box.extend(disc.center + Vector2d::Constant(r));
  for (int i = 0; i < body.effectors(); ++i)
    if (body.effector(i).goal.info->shape != ik::GoalShape::Orientation)
      box.extend(targets.emplace_back(on(simulation.targets()[i].position())));
  if (box.isEmpty()) box.extend(Vector2d::Zero());
  const Vector2d extent = box.sizes().cwiseMax(1e-9 + 0.1 * body.scale());
  const double scale = std::min((width - 2 * room) / extent.x(), (height - 2 * room) / extent.y());
  const Vector2d middle = box.center();
  const auto at = [&](const Vector2d& p) {
    return chart::Point{0.5 * width + scale * (p.x() - middle.x()),
                        0.5 * height - scale * (p.y() - middle.y())};
  };

  chart::Drawing drawing{width, height};
  const auto draw = [&](const std::vector<Line>& lines, const chart::Stroke& stroke) {
    for (const Line& line : lines) drawing.line(at(line.from), at(line.to), stroke);
  };
  const chart::Stroke thin{.color = pale, .width = 1.5};
  draw(obstacles.lines, thin);
  for (const Outlines::Disc& disc : obstacles.discs)
    drawing.circle(at(disc.center), scale * disc.radius, std::nullopt, thin);
  draw(ago, {.color = pale, .width = 2, .dash = 5, .gap = 4});
  for (size_t r = runs.size(); r-- > 0;) {  // the first over the others
    const chart::Rgb ink = color_of(simulation.runs()[r]);
    draw(runs[r], {.color = ink, .width = thick});
    for (const Line& line : runs[r])
      drawing.circle(at(line.from), thick, chart::white, chart::Stroke{.color = ink, .width = 1.5});
    const ik::Pose& pose = simulation.runs()[r].solver().pose();
    for (int i = 0; i < body.effectors(); ++i)
      drawing.circle(at(on(pose.effector.col(i))), 0.8 * thick, ink);
  }
  for (const Vector2d& target : targets) {
    drawing.circle(at(target), 7, std::nullopt, chart::Stroke{.color = target_ink, .width = 2});
    drawing.circle(at(target), 2, target_ink);
  }
  return drawing;
}

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
  std::string html = base::format("<p>{}</p>", escaped(text));
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

/// Returns the colour and the name of a run.
std::string legend(const sim::Simulation& simulation, const sim::Run& run) {
  return base::format("<span style=\"color:{}\">●</span>&nbsp;{}", chart::hex(color_of(run)),
                      escaped(sim::run_label(simulation, run)));
}

/// Draws a scene after so many seconds.
std::string picture(const sim::Scene& scene, double seconds) {
  constexpr double width = 236, height = 190;
  sim::Simulation simulation(std::make_shared<sim::Scene>(scene));
  for (int step = 0; step < seconds * sim::Clock::steps_per_second; ++step) simulation.step();
  const bool shakes = std::ranges::any_of(
      simulation.runs(), [](const sim::Run& run) { return run.oscillation().shakes(); });
  std::vector<std::string> names;
  for (const sim::Run& run : simulation.runs()) names.push_back(legend(simulation, run));
  if (names.size() == 1) names = {escaped(simulation.run().solver().method().title)};
  return base::format("<figure>{}<figcaption>{}, after {} s{}</figcaption></figure>\n",
                      chart::svg(sketch(simulation, width, height)), base::joined(names),
                      base::short_number(seconds), shakes ? "; dashed: a step before" : "");
}

std::string question(const lessons::Question& asked, bool answers) {
  std::string list;
  for (size_t i = 0; i < asked.answers.size(); ++i)
    list += base::format("<li{}>{}</li>\n",
                         answers && static_cast<int>(i) == asked.right ? " class=right" : "",
                         escaped(asked.answers[i]));
  return base::format("<div class=box><p><strong>Question.</strong> {}</p><ul>\n{}</ul>{}</div>\n",
                      escaped(asked.text), list,
                      answers ? base::format("<p>{}</p>", escaped(asked.because))
                              : "<p class=dim>Because:</p><div class=\"room low\"></div>");
}

/// Plays the solution of a step's task, and returns what it does and where it leads.
std::string solved(const std::shared_ptr<const lessons::Lesson>& lesson, int step) {
  lessons::Course course(lesson);
  course.go_to(step);
  sim::Simulation simulation(course.scene(step));
  const auto& commands = course.step().task->solution;
  auto next = commands.begin();
  std::string done;
  constexpr int64_t most_steps = 60 * 60;
  for (int64_t tick = 0; tick < most_steps && !course.is_done(); ++tick) {
    for (; next != commands.end() && next->tick <= tick; ++next) {
      const std::string words = formats::words_of(
          next->command, simulation.apply(next->command, next->run_serial), simulation.skeleton());
      done += (done.empty() || words.empty() ? "" : ", ") + words;
    }
    simulation.step();
    course.observe(simulation);
  }
  std::string html = base::format("<p>One way: {}.</p><ul>\n", escaped(done));
  for (const lessons::Course::State& state : course.states())
    html += base::format(
        "<li class=right>{}{}</li>\n", escaped(state.text),
        state.value_text.empty() ? "" : base::format(" ({})", escaped(state.value_text)));
  return html + "</ul>";
}

std::string task(const std::shared_ptr<const lessons::Lesson>& lesson, int step, bool answers) {
  const lessons::Task& given = *lesson->steps[step].task;
  std::string html = base::format("<div class=box><p><strong>Try it.</strong> {}</p>",
                                  escaped(without_keys(given.text)));
  if (answers)
    return base::format("{}<p>{}</p>{}</div>\n", html, escaped(without_keys(given.hint)),
                        solved(lesson, step));
  html += "<ul>\n";
  for (const lessons::Course::State& state : lessons::Course(lesson).initial_states(step))
    html += base::format("<li>{}</li>\n", escaped(state.text));
  return html +
         "</ul><p class=dim>What I changed, and what I saw:</p><div class=room></div></div>\n";
}

/// Returns a lesson as a page of HTML for print: its texts, pictures of its scenes, its questions
/// and tasks with room to write; or with the answers and what they lead to.
std::string sheet(const std::string& name_or_file, bool answers) {
  const auto lesson = formats::load_lesson(formats::find_lesson(name_or_file));
  const bool own = name_or_file.ends_with(".toml");
  std::string html = base::format(
      "<!doctype html>\n<html lang=en><meta charset=utf-8>\n"
      "<meta name=viewport content=\"width=device-width, initial-scale=1\">\n"
      "<title>{}</title>\n<style>{}</style>\n<header><h1>{}{}</h1>\n<p class=dim>{} {}.</p>\n"
      "<p>Open it with <code>ikscope --lesson {}</code>, or {}.</p>\n{}</header>\n",
      escaped(lesson->title), sheet_style, escaped(lesson->title), answers ? ": answers" : "",
      escaped(lesson->summary), escaped(lesson->source),
      escaped(own ? std::filesystem::path(name_or_file).filename().string() : lesson->name),
      own ? "drop that file on the window" : "by its name in the list of lessons",
      answers ? "" : "<div class=who><span>Name:</span><span>Date:</span></div>\n");
  for (size_t i = 0; i < lesson->steps.size(); ++i) {
    const lessons::Step& step = lesson->steps[i];
    html += base::format("<section>{}<h2>{}. {}</h2>\n{}",
                         step.scene ? picture(*step.scene, step.pause_at.value_or(5)) : "", i + 1,
                         escaped(step.title), paragraphs(without_keys(step.text)));
    if (step.question) html += question(*step.question, answers);
    if (step.task) html += task(lesson, static_cast<int>(i), answers);
    html += "</section>\n";
  }
  return html + "</html>\n";
}

struct HandoutOptions {
  std::string lesson, file;
  bool answers = false;
};

/// Prints a page of HTML by a program that can, into a file. Throws base::Error if there is none.
void print(const std::string& html, const std::filesystem::path& file) {
  std::filesystem::path page = file.string() + ".html";
  for (int i = 1; std::filesystem::exists(page); ++i)
    page = base::format("{}.{}.html", file.string(), i);
  files::write_file(page, html);
  const std::string in = std::filesystem::absolute(page).string(), out = in + ".pdf";
  std::vector<std::vector<std::string>> programs{{"weasyprint", in, out}};
  for (const char* browser : {"chromium", "chromium-browser", "google-chrome"})
    programs.push_back({browser, "--headless", "--disable-gpu", "--no-sandbox",
                        "--no-pdf-header-footer", "--print-to-pdf=" + out, in});
  std::error_code error;
  std::filesystem::remove(out, error);
  const bool printed = std::ranges::any_of(programs, [&](const std::vector<std::string>& words) {
    try {
      return jobs::Process(words).wait() == 0 && std::filesystem::exists(out);
    } catch (const std::system_error&) {
      return false;  // it is not installed
    }
  });
  std::filesystem::remove(page, error);
  if (!printed) {
    std::filesystem::remove(out, error);
    throw base::Error(
        "{} cannot be made: neither weasyprint nor chromium is installed. Install one, or write "
        "FILE.html and print it in a browser.",
        file.string());
  }
  std::filesystem::rename(out, file, error);
  if (!error) return;
  const std::string reason = error.message();
  std::filesystem::remove(out, error);
  throw base::Error("{}: cannot be written, {}", file.string(), reason);
}

void write_handout(const HandoutOptions& options) {
  if (options.file.empty())
    throw base::Error("handout needs a lesson and a file, such as handout damping damping.html");
  const std::string ending = std::filesystem::path(options.file).extension().string();
  const bool pdf = formats::equal_ignoring_case(ending, ".pdf");
  if (!pdf && !formats::equal_ignoring_case(ending, ".html"))
    throw base::Error("{} is neither a page nor a PDF file; expected FILE.html or FILE.pdf",
                      base::in_quotes(options.file));
  const std::string html = sheet(options.lesson, options.answers);
  pdf ? print(html, options.file) : files::write_file(options.file, html);
}

void add_handout_options(cli::CommandLine& line, HandoutOptions& options) {
  line.add_positional("LESSON", options.lesson, "Its name or file");
  line.add_positional("FILE", options.file,
                      "The sheet: FILE.html, or FILE.pdf by weasyprint or chromium");
  line.add_flag("--answers", options.answers, "With the answers, and a way to do each task");
}

}  // namespace

void declare_handout(base::Registry<Subcommand>& subcommands) {
  subcommands.add({"handout", "Writes a lesson as a sheet for print, with room for answers.", 8,
                   declared(add_handout_options, write_handout)});
}

}  // namespace lab
