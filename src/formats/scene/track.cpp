// Targets read from CSV, and paths through them.

#include "formats/scene/track.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/digits.h"
#include "base/error.h"
#include "base/numbers.h"
#include "base/text.h"
#include "files/read_text.h"
#include "formats/suggest.h"
#include "ik/model/pose_goal.h"
#include "sim/simulation.h"
#include "sim/world/motion.h"

namespace formats {
namespace {

/// The coordinate j, number `axis` of goal i, or else the time.
struct Column {
  int joint = -1, goal = -1, axis = 0;
  bool operator==(const Column&) const = default;
  bool is_time() const { return joint < 0 && goal < 0; }
};

struct Title {
  std::string name;
  Column column;
};
/// Returns the titles of columns: names of joints, those of goals with .x, .y, .z, and "time".
std::vector<Title> titles_for(const ik::Skeleton& body) {
  std::vector<Title> titles;
  for (int j = 0; j < body.joints(); ++j)
    if (!body.follows(j)) titles.push_back({body.joint(j).name, {.joint = j}});
  for (int i = 0; i < body.effectors(); ++i)
    for (const int axis : {0, 1, 2})
      titles.push_back(
          {body.effector(i).name + '.' + static_cast<char>('x' + axis), {-1, i, axis}});
  titles.push_back({"time", {}});
  return titles;
}

/// Returns the cells of a row without empty ones at its end, which spreadsheets add.
std::vector<std::string> filled_cells(std::string_view line) {
  std::vector<std::string> cells = base::split_cells(line, ',');
  while (!cells.empty() && cells.back().empty()) cells.pop_back();
  return cells;
}

/// A file of targets: a title per column, then a row per target.
class TargetsReader {
 public:
  TargetsReader(const std::filesystem::path& file, const sim::Scene& scene,
                const Eigen::VectorXd& home)
      : file_(file), body_(*scene.skeleton), home_(home), pose_(body_) {}

  TargetRows read(std::string_view text) {
    TargetRows all;
    for (const std::string_view line : base::split(text, '\n')) {
      ++line_;
      const std::vector<std::string> cells = filled_cells(line);
      if (cells.empty() || line.starts_with('#')) continue;
      if (columns_.empty())
        read_titles(cells);
      else
        add(cells, all);
    }
    if (all.targets.empty())
      refuse("there are no targets; expected a line of titles and a row per target");
    return all;
  }

 private:
  template <class... Values>
  [[noreturn]] void refuse(base::FormatText<sizeof...(Values)> what,
                           const Values&... values) const {
    throw base::Error("{}:{}: {}", file_.string(), line_, base::format(what, values...));
  }

  void read_titles(const std::vector<std::string>& cells) {
    const std::vector<Title> titles = titles_for(body_);
    const std::vector<std::string> known = names_of(titles),
                                   of_goals(known.end() - 1 - 3 * body_.effectors(),
                                            known.end() - 1);
    int goals = 0, joints = 0;
    for (const std::string& title : cells) {  // "tool, orientation.x"
      const auto found = std::ranges::find(titles, title, &Title::name);
      if (found == titles.end() && cells.size() == 1 && title.find_first_of(";\t") != title.npos)
        refuse("its titles are not separated by commas; expected commas, such as {}",
               list_of(of_goals));
      if (found == titles.end())
        refuse("there is no joint or goal {}{}; expected titles among {}", in_quotes(title),
               did_you_mean(title, known), list_of(known));
      const Column& column = found->column;
      goals += column.goal >= 0 ? 1 : 0;
      joints += column.joint >= 0 ? 1 : 0;
      if (goals > 0 && joints > 0)
        refuse(
            "joints and goals are mixed; expected the titles of joints alone, or of goals alone");
      if (contains(columns_, column))
        refuse("there are two columns {}; expected one", in_quotes(title));
      columns_.push_back(column);
    }
    if (joints == 0 && goals != 3 * body_.effectors())
      refuse("not every goal has its three numbers; expected {}", list_of(of_goals));
    of_joints_ = joints > 0;
  }

  void add(const std::vector<std::string>& cells, TargetRows& all) {
    if (cells.size() != columns_.size())
      refuse("the row has {}; expected {}", base::counted(static_cast<int>(cells.size()), "number"),
             columns_.size());
    Eigen::Matrix3Xd targets = pose_.effector;
    pose_.theta = home_;
    for (size_t c = 0; c < cells.size(); ++c) {
      const Column& column = columns_[c];
      const std::optional<double> value = base::number(cells[c]);
      const double most = column.is_time() ? sim::max_time : ik::Skeleton::max_coordinate;
      if (!value || !(std::abs(*value) <= most))
        refuse("{} is not a number from -{} to {}; expected {}", in_quotes(cells[c]),
               shortest(most), shortest(most),
               column.is_time() ? "a time, in the scene's units of time" : "rad or scene units");
      if (column.is_time()) {
        all.times.push_back(*value);
        continue;
      }
      (column.joint >= 0 ? pose_.theta[column.joint] : targets(column.axis, column.goal)) = *value;
    }
    if (of_joints_) {
      if (all.notice.empty()) all.notice = notice_of_limits();
      forward_kinematics(body_, pose_);
      ik::set_targets_to_pose(body_, pose_, targets);
    }
    all.targets.push_back(std::move(targets));
    all.lines.push_back(line_);
  }

  /// Returns a notice if a joint of the present pose is beyond its limits, else nothing.
  std::string notice_of_limits() const {
    for (const Column& column : columns_) {
      const int j = column.joint;
      if (j < 0) continue;
      const double value = pose_.theta[j], low = body_.lower(j), high = body_.upper(j);
      constexpr double rounding = 1e-6;  // of printed numbers
      if (value >= low - rounding && value <= high + rounding) continue;
      return base::format("In line {} of {}, {} is {}, beyond its limits, {} to {}{}", line_,
                          file_.string(), in_quotes(body_.joint(j).name), shortest(value),
                          base::significant(low, 4), base::significant(high, 4),
                          body_.revolute(j) ? ": joints are in rad, not in degrees" : "");
    }
    return {};
  }

  const std::filesystem::path& file_;
  const ik::Skeleton& body_;
  Eigen::VectorXd home_;
  ik::Pose pose_;
  std::vector<Column> columns_;
  int64_t line_ = 0;
  bool of_joints_ = false;
};

/// Returns the time from one row to the next: a step where the file has no times.
double interval_of(const TargetRows& rows, const sim::Scene& scene,
                   const std::filesystem::path& file) {
  if (rows.times.empty()) return scene.dt;
  const std::vector<double>& times = rows.times;
  const double interval = (times.back() - times.front()) / static_cast<double>(times.size() - 1);
  const auto even = [&](size_t i, double step) {
    constexpr double uneven = 0.01;
    return step > 0 && std::abs(times[i] - times[i - 1] - step) <= uneven * step;
  };
  size_t i = 1;
  while (i < times.size() && even(i, interval)) ++i;
  if (i == times.size()) return interval;
  i = 1;  // the first row that differs from those before
  while (i + 1 < times.size() && even(i, times[1] - times[0])) ++i;
  base::fail_at_line(file.string(), rows.lines[i],
                     base::format("the time is {} after {}; expected times that increase by the "
                                  "same amount from row to row",
                                  shortest(times[i]), shortest(times[i - 1])));
}

/// Returns the path with its first point repeated, so that the target waits there, and a point for
/// every step, or for as many as there may be points.
sim::RecordedPath with_wait(const sim::RecordedPath& path, const sim::Scene& scene) {
  const bool orientation =
      scene.skeleton->effector(path.target).goal.info->shape == ik::GoalShape::Orientation;
  const std::shared_ptr<const sim::Motion> motion = sim::motion_of(path, orientation);
  const auto steps = static_cast<int64_t>(std::ceil(path.duration() / scene.dt - 1e-9));
  const int64_t stride = (steps + track_wait) / (sim::max_path_points - 2) + 1;
  sim::RecordedPath waiting{
      .name = path.name, .target = path.target, .interval = static_cast<double>(stride) * scene.dt};
  for (int64_t k = -track_wait; k < steps + stride; k += stride) {
    const Eigen::Vector3d p =
        motion->at(std::min(static_cast<double>(k) * scene.dt, path.duration())).position;
    waiting.points.insert(waiting.points.end(), p.begin(), p.end());
  }
  return waiting;
}

}  // namespace

TargetRows read_target_rows(std::string_view text, const std::filesystem::path& file,
                            const sim::Scene& scene, const Eigen::VectorXd& home) {
  return TargetsReader(file, scene, home).read(text);
}

bool is_track(const std::filesystem::path& file, const sim::Scene& scene) {
  constexpr size_t enough = 65536;
  const std::vector<std::string> known = names_of(titles_for(*scene.skeleton));
  const std::string text = files::plain_lines(files::begin_of(file, enough));
  for (const std::string_view line : base::split(text, '\n'))
    if (const std::vector<std::string> titles = filled_cells(line);
        !titles.empty() && !line.starts_with('#'))
      return std::ranges::all_of(titles,
                                 [&](const std::string& title) { return contains(known, title); });
  return false;
}

Track with_track(const sim::Scene& scene, const std::filesystem::path& file) {
  constexpr size_t most = 200 * files::megabyte;
  const Eigen::VectorXd home =
      sim::Simulation(std::make_shared<sim::Scene>(scene)).run().solver().pose().theta;
  const TargetRows rows =
      read_target_rows(files::read_text(file, {"a track as CSV", most}), file, scene, home);
  if (rows.targets.size() < 2 || rows.targets.size() > sim::max_path_points)
    throw base::Error("{}: the track has {}; expected 2 to {}", file.string(),
                      base::counted(static_cast<int>(rows.targets.size()), "row"),
                      sim::max_path_points);
  const double interval = interval_of(rows, scene, file);
  constexpr int64_t most_steps = 10'000'000;  // as of sessions
  const double steps =
      std::ceil(interval * static_cast<double>(rows.targets.size() - 1) / scene.dt - 1e-9);
  if (!(steps <= static_cast<double>(most_steps)))
    throw base::Error(
        "{}: the track takes {} steps; expected at most {}: are the times in milliseconds?",
        file.string(), shortest(steps), most_steps);
  auto tracked = std::make_shared<sim::Scene>(scene);
  if (!rows.notice.empty()) tracked->notices.push_back(rows.notice);
  const ik::Skeleton& body = *scene.skeleton;
  for (int i = 0; i < body.effectors(); ++i) {
    sim::RecordedPath path{
        .name = "track " + body.effector(i).name, .target = i, .interval = interval};
    for (const Eigen::Matrix3Xd& row : rows.targets)
      path.points.insert(path.points.end(), row.col(i).begin(), row.col(i).end());
    const sim::RecordedPath waiting = with_wait(path, scene);
    sim::check(waiting);
    std::erase_if(tracked->paths, [&](const auto& one) { return one.name == waiting.name; });
    if (tracked->paths.size() >= sim::max_recorded_paths)
      throw base::Error("{}: the scene has no room for {} of its goals; expected at most {} paths",
                        file.string(), base::counted(body.effectors(), "path"),
                        sim::max_recorded_paths);
    sim::check_names(tracked->paths, waiting);
    tracked->targets[i].manual = {.follows = waiting.name, .since = scene.time};
    tracked->paths.push_back(waiting);
  }
  return {std::move(tracked), static_cast<int64_t>(steps)};
}

}  // namespace formats
