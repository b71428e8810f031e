#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/scene.h"
#include "sim/timeline/timeline.h"

namespace lessons {

/// The names of options and panels of the window, against which a lesson is checked when it is
/// read.
struct WindowTerms {
  const std::vector<base::Parameter>& options;
  std::vector<std::string_view> panels;  ///< panels and their parts
};

/// What a lesson points at: a panel, or an object in the 3D view.
struct Spot {
  enum class Kind { Panel, Effector, Target, Joint } kind = Kind::Panel;
  std::string panel = {};  ///< the name of a panel or of a part of one
  int index = -1;          ///< index of the effector, its target, or the joint

  bool operator==(const Spot&) const = default;
};

/// A condition on the selected run.
struct Condition {
  /// The key of one of quantities(), over the last seconds, or of a parameter; or "method", or
  /// "runs" for their number.
  std::string quantity;
  int effector = -1;  ///< the effector of the quantity; -1: all
  enum class Is { Below, AtMost, AtLeast, Above, Equal, Not } is = Is::Below;
  double bound = 0;       ///< of a choice, its index
  std::string word = {};  ///< a method's name; its bound is 0

  bool operator==(const Condition&) const = default;
};

/// A task, and the conditions by which the program recognises that it is done.
struct Task {
  std::string text;
  std::vector<Condition> until;
  double seconds = 2;  ///< for which all must hold without a break, 60 steps each
  std::string hint = {};
  /// A solution, which tests execute: steps count from the opening of the lesson's step; commands
  /// apply to the run that is selected at that time unless one is named.
  std::vector<sim::LoggedCommand> solution = {};
};

struct Question {
  std::string text;
  std::vector<std::string> answers;  ///< two to five
  int right = 0;                     ///< index of the right answer
  std::string because;               ///< explanation, shown with any answer
};

struct Step {
  std::string title;
  std::string text;                              ///< paragraphs, an empty line between two
  std::shared_ptr<const sim::Scene> scene = {};  ///< with its runs; null: the previous step's
  /// The keys and texts of options of the view, of ui::options::table().
  std::vector<std::pair<std::string, std::string>> view = {};
  std::vector<Spot> look_at = {};
  std::optional<double> speed = {};     ///< speed of the clock; none: the user's
  std::optional<double> pause_at = {};  ///< s of the targets' clock after the step begins
  std::optional<Question> question = {};
  std::optional<Task> task = {};
};

/// A lesson: a sequence of steps. The first step has a scene.
struct Lesson {
  std::string name, title;
  std::string summary;  ///< one sentence
  std::string source;   ///< paper and section
  std::vector<Step> steps;
  std::string text = {};  ///< the text of its file
};

}  // namespace lessons
