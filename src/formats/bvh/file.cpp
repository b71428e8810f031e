#include "formats/bvh/bvh.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "base/digits.h"
#include "base/error.h"
#include "base/text.h"
#include "formats/robots/robot_names.h"
#include "formats/suggest.h"
#include "sim/world/limits.h"

namespace formats {
namespace {

constexpr double largest_value = 5e5;  // the sum of two is within a scene's range
constexpr size_t most_bvh_joints = 20000, most_frames = 1000000, most_values = 20000000;

class BvhWords {
 public:
  BvhWords(std::string_view text, const std::string& source) : text_(text), source_(&source) {}

  [[noreturn]] void fail(const std::string& what, size_t line = 0) const {
    base::fail_at_line(*source_, line > 0 ? line : line_, what);
  }
  /// Returns the next word, on any line; empty at the end of the text.
  std::string_view next() {
    skip_space();
    const size_t begin = at_;
    while (at_ < text_.size() && !is_space(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }
  /// Returns the rest of the line without the space at its ends.
  std::string_view rest_of_line() {
    const size_t end = std::min(text_.find('\n', at_), text_.size());
    const std::string_view rest = text_.substr(at_, end - at_);
    at_ = end;
    return base::trimmed(rest, " \t\n\v\f\r");
  }
  bool more_in_line() {
    while (at_ < text_.size() && text_[at_] != '\n' && is_space(text_[at_])) ++at_;
    return at_ < text_.size() && text_[at_] != '\n';
  }
  double number(const char* of, double largest = largest_value) {
    const std::string_view word = next();
    std::string_view digits = word;
    if (digits.starts_with('+')) digits.remove_prefix(1);
    const double value = base::number(digits).value_or(std::nan(""));
    if (!(std::abs(value) <= largest))
      fail(std::string(of) + " has " + (word.empty() ? "too few numbers" : in_quotes(word)) +
           "; expected numbers from " + std::to_string(static_cast<long>(-largest)) + " to " +
           std::to_string(static_cast<long>(largest)));
    return value;
  }
  /// Reads a number as above, or "nan", "inf", "-1.#IND" and the like, which stand for none.
  double number_or_nan(const char* of) {
    BvhWords ahead = *this;
    std::string_view word = ahead.next();
    word.remove_prefix(std::min(word.find_first_not_of("+-"), word.size()));
    const auto begins = [&](std::string_view with) {
      return same_letters(word.substr(0, with.size()), with);
    };
    if (!begins("nan") && !begins("inf") && !begins("1.#")) return number(of);
    *this = ahead;
    return std::nan("");
  }
  bool next_is_number() const {
    BvhWords ahead = *this;
    return base::number(ahead.next()).has_value();
  }
  size_t count(const char* of, size_t most) {
    const double value = number(of, 1e9);
    if (value < 0 || value != std::floor(value) || value > static_cast<double>(most))
      fail(std::string(of) + " is " + shortest(value) + "; expected a whole number up to " +
           std::to_string(most));
    return static_cast<size_t>(value);
  }
  /// Consumes a key such as "Frame Time:", with any spacing between its words and before its colon.
  bool take_key(std::initializer_list<std::string_view> key_words) {
    BvhWords ahead = *this;
    for (const std::string_view word : key_words) {
      ahead.skip_space();
      if (!same_letters(text_.substr(ahead.at_, word.size()), word)) return false;
      ahead.at_ += word.size();
    }
    ahead.skip_space();
    if (ahead.at_ >= text_.size() || text_[ahead.at_] != ':') return false;
    at_ = ahead.at_ + 1;
    line_ = ahead.line_;
    return true;
  }
  bool touches_word() const { return at_ < text_.size() && !is_space(text_[at_]); }
  size_t line() const { return line_; }

 private:
  static bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }
  void skip_space() {
    while (at_ < text_.size() && is_space(text_[at_])) line_ += text_[at_++] == '\n';
  }

  std::string_view text_;
  const std::string* source_;
  size_t at_ = 0, line_ = 1;
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
    if (same_letters(word, "ROOT"))
      words_.fail("there is a second ROOT; expected one figure: put the other into its own file");
    if (!same_letters(word, "MOTION")) refuse(word, "MOTION");
    motion();
    return std::move(file_);
  }

 private:
  [[noreturn]] void refuse(std::string_view word, const std::string& expected) const {
    words_.fail((word.empty() ? std::string("the file ends") : "there is " + in_quotes(word)) +
                "; expected " + expected);
  }
  void expect(const char* wanted) {
    const std::string_view word = words_.next();
    if (!same_letters(word, wanted)) refuse(word, wanted);
  }

  void add_joint() {
    BvhFile::Joint joint;
    joint.name = words_.rest_of_line();
    joint.line = words_.line();
    const bool opened = take_brace(joint.name);
    joint.name = scene_name(joint.name, "", " Zrotation 2");
    if (!sim::is_name(joint.name))
      words_.fail("a joint is named " + in_quotes(joint.name) + "; expected a name of " +
                  sim::name_rule());
    if (!opened) expect("{");
    push(std::move(joint));
  }
  void add_end() {
    BvhFile::Joint end;
    end.line = words_.line();
    const std::string_view word = words_.next();
    bool opened = same_letters(word, "Site{");
    if (!opened && !same_letters(word, "Site")) refuse(word, "Site");
    std::string name;
    if (!opened) name = words_.rest_of_line();
    opened = opened || take_brace(name);
    if (!name.empty() && named_ends_++ == 0) named_end_ = {name, end.line};
    if (!opened) expect("{");
    push(std::move(end));
  }
  static bool take_brace(std::string& name) {
    if (!name.ends_with('{')) return false;
    name.pop_back();
    while (name.ends_with(' ') || name.ends_with('\t')) name.pop_back();
    return true;
  }
  /// Adds a child of the open joint, and opens it.
  void push(BvhFile::Joint joint) {
    if (file_.joints.size() >= most_bvh_joints)
      words_.fail("there are too many joints; expected at most " + std::to_string(most_bvh_joints));
    joint.parent = std::exchange(open_, static_cast<int>(file_.joints.size()));
    file_.joints.push_back(std::move(joint));
  }

  /// Reads the contents of the root's braces.
  void hierarchy() {
    while (open_ >= 0) {
      const std::string_view word = words_.next();
      const auto current = static_cast<size_t>(open_);
      const bool end_site = file_.joints[current].name.empty();
      if (word == "}") {
        open_ = file_.joints[current].parent;
      } else if (same_letters(word, "OFFSET")) {
        for (double& x : file_.joints[current].offset) x = words_.number("OFFSET");
      } else if (same_letters(word, "CHANNELS") && !end_site) {
        read_channels(file_.joints[current]);
      } else if (same_letters(word, "JOINT") && !end_site) {
        add_joint();
      } else if (same_letters(word, "End") && !end_site) {
        add_end();
      } else {
        refuse(word, end_site ? "OFFSET or }" : "OFFSET, CHANNELS, JOINT, End Site or }");
      }
    }
  }

  void read_channels(BvhFile::Joint& joint) {
    if (!joint.channels.empty())
      words_.fail("the joint " + in_quotes(joint.name) + " has CHANNELS twice; expected them once");
    for (size_t count = words_.count("CHANNELS", 12); count > 0; --count) {
      const std::string_view word = words_.next();
      const char axis =
          word.empty() ? ' ' : static_cast<char>(std::toupper(static_cast<unsigned char>(word[0])));
      const std::string_view kind = word.empty() ? word : word.substr(1);
      const bool rotation = same_letters(kind, "rotation");
      if (axis < 'X' || axis > 'Z' || !(rotation || same_letters(kind, "position")))
        refuse(word,
               "one more of Xposition, Yposition, Zposition, Xrotation, Yrotation, Zrotation");
      if (!rotation && contains(joint.channels, BvhFile::Channel{axis, rotation}))
        words_.fail("the joint " + in_quotes(joint.name) + " has the channel " + in_quotes(word) +
                    " twice; expected it once");
      joint.channels.push_back({axis, rotation});
      ++channels_;
    }
  }

  void motion() {
    bool tight = false;
    const auto take_key = [&](std::initializer_list<std::string_view> key, const char* text) {
      if (!words_.take_key(key)) refuse(words_.next(), text);
      tight |= words_.touches_word();
    };
    take_key({"Frames"}, "Frames:");
    BvhWords ahead = words_;
    std::string_view promised = ahead.next();
    if (same_letters(promised.substr(0, 5), "Frame"))
      promised = {};
    else
      words_ = ahead;
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
      words_.fail(
          "Frame Time: is " + shortest(file_.frame_time) + "; expected seconds, such as 0.0333333",
          line);
    }
    constexpr double slowest = 10;  // s
    if (file_.frame_time >= slowest)
      file_.notices.push_back("Frame Time: is " + shortest(file_.frame_time) +
                              " s from frame to frame; if these are frames per second, write " +
                              base::significant(1 / file_.frame_time, 6));
  }

  /// Reads all frames of the file, usually one per line, however many its header declares.
  void read_frames(std::string_view promised) {
    std::vector<double> values;
    size_t odd_line = 0, odd_lines = 0, last_count = channels_;  // odd lines are not one frame
    while (more_lines()) {
      if (is_complete(values.size(), promised) && !words_.next_is_number()) {
        file_.notices.emplace_back("what follows the last frame is left out");
        break;
      }
      for (last_count = 0; last_count == 0 || words_.more_in_line(); ++last_count)
        values.push_back(words_.number_or_nan("a frame"));
      if (values.size() > std::min(most_values, channels_ * most_frames))
        words_.fail("the motion has more than " +
                    std::to_string(std::min(most_values, channels_ * most_frames)) +
                    " numbers up to here; expected at most that many, " +
                    std::to_string(channels_) + " a frame");
      if (last_count == channels_) continue;
      if (odd_lines++ == 0) odd_line = words_.line();
    }
    if (channels_ == 0) return;
    const size_t frames = values.size() / channels_;
    const bool all_said = is_complete(values.size(), promised);
    const bool cut_off = odd_lines == 1 && last_count < channels_ && frames > 0;
    if (!all_said && odd_lines > 0 && !cut_off)
      words_.fail("this line is not one frame, and the motion has " +
                      base::counted(static_cast<int>(values.size()), "number") + "; expected " +
                      std::to_string(channels_) +
                      " for each frame, as given by CHANNELS: complete or remove this line",
                  odd_line);
    if (!all_said)
      file_.notices.push_back(
          "Frames: says " + (promised.empty() ? "nothing" : base::printable(promised, 20)) +
          ", and the file has " + base::counted(static_cast<int>(frames), "frame") +
          (cut_off ? " and a part of one, which is left out" : "") + ": it plays what it has");
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
    Eigen::Index row = 0;
    bool has_bone = false;
    for (size_t i = 0; i < file_.joints.size(); ++i)
      for (const BvhFile::Channel& channel : file_.joints[i].channels) {
        const auto values = file_.values.row(row++).cwiseAbs().array();
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
          base::counted(static_cast<int>(gaps), "value") + (gaps == 1 ? " is" : " are") +
          " not a number" + (gaps == 1 ? ", in frame " : ", the first in frame ") +
          std::to_string(first + 1) + ": that of a neighbouring frame is taken");
  }
  void say_ends() {
    if (named_ends_ > 0)
      file_.notices.push_back(
          (named_ends_ == 1 ? "an End Site has a name, "
                            : std::to_string(named_ends_) + " End Sites have names, such as ") +
          in_quotes(named_end_.first) + " in line " + std::to_string(named_end_.second) +
          (named_ends_ == 1 ? "; it is" : "; they are") + " named after the joint instead");
  }
  /// Returns whether anything but white space follows.
  bool more_lines() const {
    BvhWords ahead = words_;
    return !ahead.next().empty();
  }

  BvhWords words_;
  BvhFile file_;
  int open_ = -1;  // the joint whose braces are being read
  int named_ends_ = 0;
  std::pair<std::string, size_t> named_end_;  // the first: its name and line
  size_t channels_ = 0;
};

}  // namespace

BvhFile parse_bvh_file(std::string_view text, const std::string& source) {
  return BvhParser(text, source).parse();
}

}  // namespace formats
