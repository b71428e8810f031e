// Splits links into words, and writes them.

#include <algorithm>
#include <span>

#include "base/digits.h"
#include "base/error.h"
#include "formats/moments/codes.h"
#include "formats/moments/moment.h"
#include "formats/suggest.h"
#include "ik/methods/method.h"

namespace formats {
namespace {

constexpr size_t max_words = 200, max_word_length = 400, max_warnings = 8;
constexpr size_t max_link_length = 1 << 20;  // bytes

/// Decodes a word of a link, in which + is a space.
std::string plain_word(std::string_view text) {
  std::string word(text);
  std::ranges::replace(word, '+', ' ');
  return percent_decoded(word);
}

std::string joined_numbers(const auto& numbers) { return joined(texts_of(numbers, shortest), ","); }

std::string text_of(const Moment::Camera& camera) {
  std::vector<double> numbers{camera.yaw_deg, camera.pitch_deg};
  if (camera.distance != 0)
    numbers.insert(numbers.end(),
                   {camera.distance, camera.target[0], camera.target[1], camera.target[2]});
  return joined_numbers(numbers);
}

/// Returns "1-4" for the first methods in their order, otherwise the methods' names.
std::string text_of_compared(const std::vector<std::string>& methods) {
  const auto& all = ik::methods();
  const bool first = methods.size() > 1 && methods.size() <= all.size() &&
                     std::ranges::equal(methods, std::span(all).first(methods.size()), {}, {},
                                        [](const auto* one) { return one->name; });
  return first ? "1-" + std::to_string(methods.size()) : joined(methods, ",");
}

/// Repairs a link that other programs have changed: some append the punctuation that ends the
/// sentence, others encode the characters between the words.
std::string repaired(std::string_view text) {
  while (!text.empty() && (std::string_view(".,;!?)>]\"'").find(text.back()) != text.npos ||
                           static_cast<unsigned char>(text.back()) <= ' '))
    text.remove_suffix(1);
  std::string words(text);
  if (words.find('#') == words.npos && words.find("%23") < words.find('='))
    replace_all(words, "%23", "#");  // not in a value
  if (words.find('=') == words.npos) {
    for (const char* code : {"%3D", "%3d"}) replace_all(words, code, "=");
    replace_all(words, "%26", "&");
  }
  replace_all(words, "&amp;", "&");
  replace_all(words, "&#38;", "&");
  return words;
}

/// Drops words that contradict others, each with a warning.
void reconcile(Moment& moment) {
  if (!moment.lesson.empty()) moment.lesson_text.clear();
  if (moment.step > 0 && !moment.has_lesson()) {
    add_warning(moment.warnings, "step needs lesson=NAME: it is the step to begin with");
    moment.step = 0;
  }
  if (moment.has_lesson() && !moment.scene.empty()) {
    add_warning(moment.warnings, "a lesson has its own scenes; scene was left out");
    moment.scene.clear();
  }
  if (!moment.session.empty() && (moment.has_lesson() || !moment.scene.empty())) {
    add_warning(moment.warnings, "a session has its own scene; scene and lesson were left out");
    moment.scene.clear();
    moment.lesson.clear();
    moment.lesson_text.clear();
  }
}

}  // namespace

void add_warning(std::vector<std::string>& warnings, std::string_view what) {
  if (warnings.size() < max_warnings)
    warnings.push_back("In the link, " + std::string(what));
  else if (warnings.size() == max_warnings)
    warnings.push_back("The link has further mistakes");
}

bool is_link(std::string_view text) {
  if (text.empty() || text.find_first_of("\n\r\t") != text.npos) return false;
  if (text.starts_with("http://") || text.starts_with("https://") || text.front() == '#')
    return true;
  const size_t equals = text.find('=');
  return equals != text.npos && text.substr(0, equals).find_first_of("/.\\ ") == text.npos;
}

Moment parse_link(std::string_view text, const std::vector<base::Parameter>& options) {
  Moment moment;
  if (text.size() > max_link_length) {
    add_warning(moment.warnings, "the text is longer than a link can be and was not read");
    moment.broken = true;
    return moment;
  }
  const std::string address = repaired(text);
  const size_t begin = address.find('#') + 1;  // 0 if there is none
  const std::string_view hash = std::string_view(address).substr(begin);
  if (hash.size() == address.size() && address.find("://") != address.npos)
    return moment;  // an address without a moment
  size_t word_count = 0, wrong_count = 0;
  for (const std::string_view word : base::split(hash, '&')) {
    if (word.empty()) continue;
    const size_t equals = std::min(word.find('='), word.size());
    const std::string key = plain_word(word.substr(0, equals));
    const std::string_view value = word.substr(std::min(equals + 1, word.size()));
    const bool packed = key == "session" || key == "commands" || key == "lesson_text";
    try {
      if (++word_count > max_words) {
        add_warning(moment.warnings, "there are more than {} words", max_words);
        break;
      }
      if (!packed && key != "hold" &&
          word.size() > max_word_length)  // hold names any number of joints
        throw base::Error(in_quotes(key) + " is too long");
      read_word(moment, key, packed ? std::string(value) : plain_word(value), options);
    } catch (const base::Error& error) {
      add_warning(moment.warnings, error.what());
      ++wrong_count;
    }
  }
  moment.broken |= word_count > 0 && wrong_count == word_count;
  reconcile(moment);
  return moment;
}

std::string to_link(const Moment& moment) {
  std::string link = "#";
  const auto add_word = [&](std::string_view key, std::string_view value) {
    link += (link.size() > 1 ? "&" : "") + to_word(key, value);
  };
  const auto add_text = [&](std::string_view key, const std::string& value) {
    if (!value.empty()) add_word(key, value);
  };
  const auto add_runs = [&](const std::vector<Moment::Run>& runs) {
    for (const Moment::Run& run : runs) {
      add_text("method", run.method);
      for (const KeyValue& one : run.set) add_word(one.key, one.value);
    }
  };
  add_text("lesson", moment.lesson);
  if (moment.step > 0) add_word("step", std::to_string(moment.step));
  add_text("scene", moment.scene);
  add_runs(moment.runs);
  if (!moment.compare.empty()) add_word("compare", text_of_compared(moment.compare));
  add_runs(moment.compared);
  add_text("hold", joined(moment.held_joints, ","));
  for (const Moment::HeldTarget& one : moment.targets)
    add_word("target", base::format("{}:{}", one.effector, joined_numbers(one.position)));
  if (moment.selected > 0) add_word("select", std::to_string(moment.selected));
  add_text("mute", joined_numbers(moment.muted_runs));
  for (const KeyValue& one : moment.view)
    add_word(one.key == panel_option ? panel_word : one.key, one.value);
  add_text("map_x", moment.map_axes[0]);
  add_text("map_y", moment.map_axes[1]);
  add_text("log", joined(moment.log, ","));
  add_text("linear", joined(moment.linear, ","));
  for (const KeyValue& one : moment.hidden)
    add_word("hide", base::format("{}:{}", one.key, one.value));
  if (moment.camera) add_word("camera", text_of(*moment.camera));
  if (moment.time) add_word("time", shortest(*moment.time));
  if (moment.paused) add_word("paused", *moment.paused ? "1" : "0");
  if (moment.speed) add_word("speed", shortest(*moment.speed));
  if (moment.embedded) add_word("embed", "1");
  add_text("show", joined(moment.show, ","));
  add_text("controls", joined(moment.controls, ","));
  if (moment.height > 0) add_word("height", std::to_string(moment.height));
  if (!moment.commands.empty()) add_word("commands", pack(moment.commands));
  if (!moment.session.empty()) add_word("session", pack(moment.session));
  if (!moment.lesson_text.empty()) add_word("lesson_text", pack(moment.lesson_text));
  return link;
}

std::string to_word(std::string_view key, std::string_view value) {
  return base::format("{}={}", percent_encoded(key), percent_encoded(value));
}

}  // namespace formats
