#include "formats/bvh/bvh.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "base/digits.h"
#include "base/error.h"
#include "base/text.h"
#include "formats/robots/robot_names.h"
#include "formats/robots/text_words.h"
#include "formats/suggest.h"
#include "sim/world/limits.h"

namespace formats {
namespace {

constexpr double largest_value = 5e5;  // the sum of two is within a scene's range
constexpr size_t most_bvh_joints = 20000, most_frames = 1000000, most_values = 20000000;

class BvhWords : public TextWords {
 public:
  BvhWords(std::string_view text, const std::string& source) : TextWords(text), source_(&source) {}

  [[noreturn]] void fail_at(size_t line, const std::string& what) const {
    base::fail_at_line(*source_, line, what);
  }
  /// Fills the values in, as base::format does.
  template <class... Values>
  [[noreturn]] void fail(base::FormatText<sizeof...(Values)> text, const Values&... values) const {
    fail_at(line_, base::format(text, values...));
  }
  /// Returns the rest of the line without the space at its ends.
  std::string_view rest_of_line() { return base::trimmed(take(rest_.find('\n')), " \t\n\v\f\r"); }
  bool more_in_line() {
    while (!rest_.empty() && rest_.front() != '\n' && is_space(rest_.front())) take(1);
    return !rest_.empty() && rest_.front() != '\n';
  }
  double number(const char* of, double largest = largest_value) {
    const std::string_view word = next();
    const double value = number_from(word).value_or(std::nan(""));
    if (!(std::abs(value) <= largest))
      fail("{} has {}; expected numbers from {} to {}", of,
           word.empty() ? "too few numbers" : in_quotes(word), static_cast<long>(-largest),
           static_cast<long>(largest));
    return value;
  }
  /// Reads a number as above, or "nan", "inf", "-1.#IND" and the like, which stand for none.
  double number_or_nan(const char* of) {
    std::string_view word = peek();
    word.remove_prefix(std::min(word.find_first_not_of("+-"), word.size()));
    const auto begins = [&](std::string_view with) {
      return equal_ignoring_case(word.substr(0, with.size()), with);
    };
    if (!begins("nan") && !begins("inf") && !begins("1.#")) return number(of);
    next();
    return std::nan("");
  }
  /// Returns the next word, which stays; empty at the end of the text.
  std::string_view peek() const { return TextWords(*this).next(); }
  size_t count(const char* of, size_t most) {
    const double value = number(of, 1e9);
    if (value < 0 || value != std::floor(value) || value > static_cast<double>(most))
      fail("{} is {}; expected a whole number up to {}", of, shortest(value), most);
    return static_cast<size_t>(value);
  }
  /// Consumes a key such as "Frame Time:", with any spacing between its words and before its colon.
  bool take_key(std::initializer_list<std::string_view> key_words) {
    BvhWords ahead = *this;
    for (const std::string_view word : key_words) {
      ahead.skip_space();
      if (!equal_ignoring_case(ahead.take(word.size()), word)) return false;
    }
    ahead.skip_space();
    if (ahead.take(1) != ":") return false;
    *this = ahead;
    return true;
  }
  bool touches_word() const { return !rest_.empty() && !is_space(rest_.front()); }

 private:
  const std::string* source_;
};

/// Returns the text without the control characters with which old systems end a file, and without
/// the incomplete number, such as "-", at the end of one that was cut.
std::string_view without_cut_number(std::string_view text) {
  using namespace std::string_view_literals;
  text = text.substr(0, text.find_last_not_of("\0\x1A \t\r\n"sv) + 1);
  const size_t begin = text.find_last_not_of("+-.eE0123456789") + 1;
  const std::string_view last = text.substr(begin);
  if (!last.empty() && !base::number(last)) text = text.substr(0, begin);
  return text;
}

class BvhParser {
 public:
  BvhParser(std::string_view text, const std::string& source)
      : words_(without_cut_number(text), source) {}

  BvhFile parse() {
    expect("HIERARCHY");
    expect("ROOT");
    add_joint();
    hierarchy();
    say_ends();
    const std::string_view word = words_.next();
    if (word.empty()) return std::move(file_);
    if (equal_ignoring_case(word, "ROOT"))
      words_.fail("there is a second ROOT; expected one figure: put the other into its own file");
    if (!equal_ignoring_case(word, "MOTION")) refuse(word, "MOTION");
    motion();
    return std::move(file_);
  }

 private:
  [[noreturn]] void refuse(std::string_view word, const std::string& expected) const {
    words_.fail("{}; expected {}", word.empty() ? "the file ends" : "there is " + in_quotes(word),
                expected);
  }
  void expect(const char* wanted) {
    const std::string_view word = words_.next();
    if (!equal_ignoring_case(word, wanted)) refuse(word, wanted);
  }

  void add_joint() {
    BvhFile::Joint joint;
    joint.name = words_.rest_of_line();
    joint.line = words_.line();
    const bool opened = take_brace(joint.name);
    joint.name = scene_name(joint.name, "", " Zrotation 2");
    if (!sim::is_name(joint.name))
      words_.fail("a joint is named {}; expected a name of {}", in_quotes(joint.name),
                  sim::name_rule());
    if (!opened) expect("{");
    push(std::move(joint));
  }
  void add_end() {
    BvhFile::Joint end;
    end.line = words_.line();
    const std::string_view word = words_.next();
    bool opened = equal_ignoring_case(word, "Site{");
    if (!opened && !equal_ignoring_case(word, "Site")) refuse(word, "Site");
    std::string name;
    if (!opened) name = words_.rest_of_line();
    opened = opened || take_brace(name);
    if (!name.empty() && named_ends_.count == 0) named_end_line_ = end.line;
    if (!name.empty()) named_ends_.add(name);
    if (!opened) expect("{");
    push(std::move(end));
  }
  static bool take_brace(std::string& name) {
    if (!name.ends_with('{')) return false;
    name.pop_back();
    name = std::string(base::trimmed(name, " \t"));
    return true;
  }
  /// Adds a child of the open joint, and opens it.
  void push(BvhFile::Joint joint) {
    if (file_.joints.size() >= most_bvh_joints)
      words_.fail("there are too many joints; expected at most {}", most_bvh_joints);
    joint.parent = std::exchange(open_, static_cast<int>(file_.joints.size()));
    file_.joints.push_back(std::move(joint));
  }

  /// Reads the contents of the root's braces.
  void hierarchy() {
    while (open_ >= 0) {
      const std::string_view word = words_.next();
      const int current = open_;
      const bool end_site = file_.joints[current].name.empty();
      if (word == "}") {
        open_ = file_.joints[current].parent;
      } else if (equal_ignoring_case(word, "OFFSET")) {
        for (double& x : file_.joints[current].offset) x = words_.number("OFFSET");
      } else if (equal_ignoring_case(word, "CHANNELS") && !end_site) {
        read_channels(file_.joints[current]);
      } else if (equal_ignoring_case(word, "JOINT") && !end_site) {
        add_joint();
      } else if (equal_ignoring_case(word, "End") && !end_site) {
        add_end();
      } else {
        refuse(word, end_site ? "OFFSET or }" : "OFFSET, CHANNELS, JOINT, End Site or }");
      }
    }
    for (BvhFile::Joint& joint : file_.joints)
      for (BvhFile::Channel& channel : joint.channels) channel.row = static_cast<int>(channels_++);
  }

  void read_channels(BvhFile::Joint& joint) {
    if (!joint.channels.empty())
      words_.fail("the joint {} has CHANNELS twice; expected them once", in_quotes(joint.name));
    for (size_t count = words_.count("CHANNELS", 12); count > 0; --count) {
      const std::string_view word = words_.next();
      const char axis =
          word.empty() ? ' ' : static_cast<char>(std::toupper(static_cast<unsigned char>(word[0])));
      const std::string_view kind = word.empty() ? word : word.substr(1);
      const bool rotation = equal_ignoring_case(kind, "rotation");
      if (axis < 'X' || axis > 'Z' || !(rotation || equal_ignoring_case(kind, "position")))
        refuse(word,
               "one more of Xposition, Yposition, Zposition, Xrotation, Yrotation, Zrotation");
      if (!rotation && contains(joint.channels, BvhFile::Channel{axis, rotation}))
        words_.fail("the joint {} has the channel {} twice; expected it once",
                    in_quotes(joint.name), in_quotes(word));
      joint.channels.push_back({axis, rotation});
    }
  }

  void motion() {
    bool tight = false;
    const auto take_key = [&](std::initializer_list<std::string_view> key, const char* text) {
      if (!words_.take_key(key)) refuse(words_.next(), text);
      tight |= words_.touches_word();
    };
    take_key({"Frames"}, "Frames:");
    std::string_view promised;
    if (!equal_ignoring_case(words_.peek().substr(0, 5), "Frame")) promised = words_.next();
    take_key({"Frame", "Time"}, "Frame Time:");
    if (tight) file_.notices.emplace_back("Frames: or Frame Time: has no space before its number");
    file_.frame_time = words_.number("Frame Time:");
    const size_t line = words_.line();
    read_frames(promised);
    if (file_.values.cols() == 0) {
      file_.frame_time = 0;
    } else if (file_.frame_time == 0 && file_.values.cols() == 1) {
      file_.notices.emplace_back("Frame Time: is 0, which has no effect on a motion of one frame");
      file_.frame_time = 1. / 30;
    } else if (!(file_.frame_time >= 1e-6)) {
      words_.fail_at(line, base::format("Frame Time: is {}; expected seconds, such as 0.0333333",
                                        shortest(file_.frame_time)));
    }
    constexpr double slowest = 10;  // s
    if (file_.frame_time >= slowest)
      file_.notices.push_back(base::format(
          "Frame Time: is {} s from frame to frame; if these are frames per second, write {}",
          shortest(file_.frame_time), base::significant(1 / file_.frame_time, 6)));
  }

  /// Reads all frames of the file, usually one per line, however many its header declares.
  void read_frames(std::string_view promised) {
    const size_t most = std::min(most_values, channels_ * most_frames);
    std::vector<double> values;
    size_t odd_line = 0, odd_lines = 0, last_count = channels_;  // odd lines are not one frame
    while (!words_.peek().empty()) {
      if (is_complete(values.size(), promised) && !base::number(words_.peek())) {
        file_.notices.emplace_back("what follows the last frame is left out");
        break;
      }
      for (last_count = 0; last_count == 0 || words_.more_in_line(); ++last_count)
        values.push_back(words_.number_or_nan("a frame"));
      if (values.size() > most)
        words_.fail(
            "the motion has more than {} numbers up to here; expected at most that many, {} a "
            "frame",
            most, channels_);
      if (last_count == channels_) continue;
      if (odd_lines++ == 0) odd_line = words_.line();
    }
    if (channels_ == 0) return;
    const size_t frames = values.size() / channels_;
    const bool all_said = is_complete(values.size(), promised);
    const bool cut_off = odd_lines == 1 && last_count < channels_ && frames > 0;
    if (!all_said && odd_lines > 0 && !cut_off)
      words_.fail_at(
          odd_line,
          base::format("this line is not one frame, and the motion has {}; expected {} for each "
                       "frame, as given by CHANNELS: complete or remove this line",
                       base::counted(static_cast<int>(values.size()), "number"), channels_));
    if (!all_said)
      file_.notices.push_back(
          base::format("Frames: says {}, and the file has {}{}: it plays what it has",
                       promised.empty() ? "nothing" : base::printable(promised, 20),
                       base::counted(static_cast<int>(frames), "frame"),
                       cut_off ? " and a part of one, which is left out" : ""));
    file_.values = Eigen::Map<const Eigen::MatrixXd>(
        values.data(), static_cast<Eigen::Index>(channels_), static_cast<Eigen::Index>(frames));
    if (frames == 0) return;
    find_dropouts();
    fill_gaps();
  }
  /// Returns whether so many numbers are the frames that the header promises.
  bool is_complete(size_t numbers, std::string_view promised) const {
    return channels_ > 0 && numbers % channels_ == 0 &&
           base::number(promised) == static_cast<double>(numbers / channels_);
  }

  /// Marks the frames in which the recorder lost the figure as gaps: every value is zero, though
  /// the position of an inner joint is a bone, which has about the same length in all others.
  void find_dropouts() {
    std::vector<Eigen::Index> lost;
    for (Eigen::Index frame = 0; frame < file_.values.cols(); ++frame)
      if (file_.values.col(frame).isZero(0)) lost.push_back(frame);
    if (lost.empty() || 2 * lost.size() > static_cast<size_t>(file_.values.cols())) return;
    bool has_bone = false;
    for (size_t i = 0; i < file_.joints.size(); ++i)
      for (const BvhFile::Channel& channel : file_.joints[i].channels) {
        const auto values = file_.values.row(channel.row).cwiseAbs().array();
        const double half = values.maxCoeff() / 2;
        has_bone = has_bone || (i > 0 && !channel.rotation && half > 0 &&
                                (values < half).count() == static_cast<Eigen::Index>(lost.size()));
      }
    if (!has_bone) return;
    for (const Eigen::Index frame : lost) file_.values.col(frame).setConstant(std::nan(""));
  }
  /// Replaces values that are no number by the one before or, in the first frames, the first one.
  void fill_gaps() {
    Eigen::Index gaps = 0, first = file_.values.cols();
    for (Eigen::Index channel = 0; channel < file_.values.rows(); ++channel) {
      auto row = file_.values.row(channel);
      const auto known = std::ranges::find_if(row, [](double x) { return !std::isnan(x); });
      double before = known == row.end() ? 0 : *known;
      for (Eigen::Index frame = 0; frame < row.size(); before = row[frame++])
        if (std::isnan(row[frame])) {
          row[frame] = before;
          first = std::min(first, frame);
          ++gaps;
        }
    }
    if (gaps > 0)
      file_.notices.push_back(
          pluralized(static_cast<int>(gaps),
                     "{} [value is not a number, in|values are not a number, the first in] frame "
                     "{}: that of a neighbouring frame is taken",
                     gaps, first + 1));
  }
  void say_ends() {
    const std::string first = in_quotes(named_ends_.example);
    if (named_ends_.count == 1)
      file_.notices.push_back(
          base::format("an End Site has a name, {} in line {}; it is named after the joint instead",
                       first, named_end_line_));
    if (named_ends_.count > 1)
      file_.notices.push_back(
          base::format("{} End Sites have names, such as {} in line {}; they are named after the "
                       "joint instead",
                       named_ends_.count, first, named_end_line_));
  }

  BvhWords words_;
  BvhFile file_;
  int open_ = -1;  // the joint whose braces are being read
  NoticeSubjects named_ends_;
  size_t named_end_line_ = 0;  // of the first
  size_t channels_ = 0;
};

}  // namespace

BvhFile parse_bvh_file(std::string_view text, const std::string& source) {
  return BvhParser(text, source).parse();
}

}  // namespace formats
