#include "formats/bvh_file.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>

#include "base/digits.h"
#include "base/error.h"
#include "base/text.h"
#include "formats/suggest.h"
#include "sim/limits.h"

namespace formats {
namespace {

constexpr double largest_value = 5e5;  // the sum of two is what a scene can say
constexpr size_t most_bvh_joints = 20000, most_frames = 1000000, most_values = 20000000;

/// A text line by line, word by word.
class BvhWords {
 public:
  BvhWords(std::string_view text, const std::string& source) : text_(text), source_(source) {}

  [[noreturn]] void fail(const std::string& what, size_t line = 0) const {
    throw base::Error(source_ + ":" + std::to_string(line > 0 ? line : line_) + ": " + what);
  }
  /// The next word, of whatever line; empty at the end.
  std::string_view next() {
    while (at_ < text_.size() && is_space(text_[at_])) line_ += text_[at_++] == '\n';
    const size_t begin = at_;
    while (at_ < text_.size() && !is_space(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }
  /// What is left of the line, without space at its ends.
  std::string_view rest_of_line() {
    const size_t end = std::min(text_.find('\n', at_), text_.size());
    std::string_view rest = text_.substr(at_, end - at_);
    at_ = end;
    while (!rest.empty() && is_space(rest.front())) rest.remove_prefix(1);
    while (!rest.empty() && is_space(rest.back())) rest.remove_suffix(1);
    return rest;
  }
  /// Whether the line has a further word.
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
  /// A count of things.
  size_t count(const char* of, size_t most) {
    const double value = number(of, 1e9);
    if (value < 0 || value != std::floor(value) || value > static_cast<double>(most))
      fail(std::string(of) + " is " + shortest(value) + "; expected a whole number up to " +
           std::to_string(most));
    return static_cast<size_t>(value);
  }
  size_t line() const { return line_; }

 private:
  static bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

  std::string_view text_;
  const std::string& source_;
  size_t at_ = 0, line_ = 1;
};

class BvhParser {
 public:
  BvhParser(std::string_view text, const std::string& source) : words_(text, source) {}

  BvhFile parse() {
    expect("HIERARCHY");
    expect("ROOT");
    add_joint(-1);
    hierarchy();
    const std::string_view word = words_.next();
    if (word.empty()) return std::move(file_);
    if (same_letters(word, "ROOT"))
      words_.fail("there is a second ROOT; expected one figure: give the other a file of its own");
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

  void add_joint(int parent) {
    BvhFile::Joint joint;
    joint.name = words_.rest_of_line();
    joint.parent = parent;
    joint.line = words_.line();
    bool opened = false;
    if (joint.name.ends_with('{')) {  // on the same line
      opened = true;
      joint.name.pop_back();
      while (joint.name.ends_with(' ') || joint.name.ends_with('\t')) joint.name.pop_back();
    }
    // room for the names of its channels
    if (!sim::is_name(joint.name) || !sim::is_name(joint.name + ".Zrotation2"))
      words_.fail("a joint is named " + in_quotes(joint.name) + "; expected a name of " +
                  sim::name_rule());
    if (!opened) expect("{");
    push(std::move(joint));
  }
  void add_end(int parent) {
    BvhFile::Joint end;
    end.parent = parent;
    end.line = words_.line();
    expect("Site");
    expect("{");
    push(std::move(end));
  }
  void push(BvhFile::Joint joint) {
    if (file_.joints.size() >= most_bvh_joints)
      words_.fail("there are too many joints; expected at most " + std::to_string(most_bvh_joints));
    open_ = static_cast<int>(file_.joints.size());
    file_.joints.push_back(std::move(joint));
  }

  /// What is between the braces of a root.
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
        add_joint(open_);
      } else if (same_letters(word, "End") && !end_site) {
        add_end(open_);
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
      for (const BvhFile::Channel& other : joint.channels)
        if (!rotation && !other.rotation && other.axis == axis)
          words_.fail("the joint " + in_quotes(joint.name) + " has the channel " + in_quotes(word) +
                      " twice; expected it once");
      joint.channels.push_back({axis, rotation});
      ++channels_;
    }
  }

  void motion() {
    expect("Frames:");
    const size_t frames = words_.count("Frames:", most_frames);
    expect("Frame");
    expect("Time:");
    file_.frame_time = words_.number("Frame Time:");
    if (!(file_.frame_time >= 1e-6))
      words_.fail("Frame Time: is " + shortest(file_.frame_time) +
                  "; expected seconds, such as 0.0333333");
    if (frames == 0) {
      file_.frame_time = 0;
      return;
    }
    read_frames(frames);
  }

  /// Frame after frame, usually one a line.
  void read_frames(size_t frames) {
    if (frames * channels_ > most_values)
      words_.fail("the motion has " + std::to_string(frames) + " frames of " +
                  std::to_string(channels_) + " channels; expected at most " +
                  std::to_string(most_values) + " numbers");
    std::vector<double> values;  // grows with what is there, whatever the file promises
    size_t odd_line = 0;         // the first that is not one frame
    for (size_t frame = 0; frame < frames && channels_ > 0; ++frame) {
      for (size_t i = 0; i < channels_; ++i) {
        if (!more_lines()) fail_at_end(frame, i, frames, odd_line);
        if (i > 0 && !words_.more_in_line() && odd_line == 0) odd_line = words_.line();
        values.push_back(words_.number("a frame"));
      }
      if (words_.more_in_line() && odd_line == 0) odd_line = words_.line();
    }
    if (more_lines())
      words_.fail(what_follows() + " after " + base::counted(static_cast<int>(frames), "frame") +
                      " of " + base::counted(static_cast<int>(channels_), "channel") +
                      ", as Frames: and CHANNELS say; expected a number for each channel and frame",
                  odd_line);
    file_.values = Eigen::Map<const Eigen::MatrixXd>(
        values.data(), static_cast<Eigen::Index>(channels_), static_cast<Eigen::Index>(frames));
  }
  [[noreturn]] void fail_at_end(size_t frame, size_t count, size_t frames, size_t odd_line) const {
    words_.fail("the motion ends after " + base::counted(static_cast<int>(frame), "frame") +
                    (count > 0 ? " and " + std::to_string(count) + " of " +
                                     std::to_string(channels_) + " numbers"
                               : "") +
                    "; expected " + std::to_string(frames) + " frames, as Frames: says, of " +
                    base::counted(static_cast<int>(channels_), "number"),
                odd_line);
  }
  std::string what_follows() const {
    BvhWords ahead = words_;
    const std::string_view word = ahead.next();
    return base::number(word) ? "there are numbers" : "there is " + in_quotes(word);
  }
  /// Whether anything but space follows.
  bool more_lines() const {
    BvhWords ahead = words_;
    return !ahead.next().empty();
  }

  BvhWords words_;
  BvhFile file_;
  int open_ = -1;
  size_t channels_ = 0;
};

}  // namespace

BvhFile parse_bvh_file(std::string_view text, const std::string& source) {
  return BvhParser(text, source).parse();
}

}  // namespace formats
