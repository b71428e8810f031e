// The fonts that come with the system of the README have every letter that the texts use.

#include "ui/kit/fonts.h"

#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <cmath>
#include <filesystem>
#include <set>
#include <string>

#include "base/numbers.h"
#include "files/read_text.h"
#include "ik/methods/method.h"
#include "ik/objectives/objective.h"

namespace {

void add(std::set<unsigned>& letters, std::string_view utf8) {
  const char* at = utf8.data();
  const char* end = at + utf8.size();
  while (at < end) {
    unsigned letter = 0;
    at += ImTextCharFromUtf8(&letter, at, end);
    letters.insert(letter);
  }
}

void expect_letters(const std::set<unsigned>& letters,
                    std::initializer_list<ImFont * ui::Fonts::*> of_fonts) {
  ImGui::CreateContext();
  const ui::Fonts fonts = ui::build_fonts(1);
  for (const unsigned letter : letters)
    for (const auto font : of_fonts)
      EXPECT_NE((fonts.*font)->FindGlyphNoFallback(static_cast<ImWchar>(letter)), nullptr)
          << "U+" << std::hex << letter;
  ImGui::DestroyContext();
}

TEST(Fonts, HaveEveryLetterOfMethodsAndParameters) {
  std::set<unsigned> letters;
  add(letters, "⇧│");
  for (const ik::MethodInfo* method : ik::methods()) {
    for (std::string_view text :
         {method->title, method->formula, method->when, method->hint, method->source})
      add(letters, text);
    for (const ik::Reading& reading : method->readings)
      for (std::string_view text : {reading.name, reading.unit, reading.explanation})
        add(letters, text);
    for (const base::Parameter& p : method->parameters())
      for (std::string_view text : {p.symbol, p.unit, p.explanation, p.source}) add(letters, text);
  }
  for (const ik::ObjectiveInfo* objective : ik::objectives()) add(letters, objective->formula);
  for (const auto& lesson :
       std::filesystem::directory_iterator(IKSCOPE_SOURCE_DIR "/assets/lessons"))
    add(letters, files::read_text(lesson.path(), files::lesson));
  letters.erase('\n');
  expect_letters(letters, {&ui::Fonts::body, &ui::Fonts::small, &ui::Fonts::strong});
}

TEST(Fonts, HaveEverySignOfLargeNumbers) {
  std::set<unsigned> letters;
  add(letters, "–∞°");
  for (int power = -300; power <= 300; ++power) {
    add(letters, base::significant(-9.03 * std::pow(10, power), 3));
    add(letters, base::superscript(power));
  }
  expect_letters(letters, {&ui::Fonts::large});
}

}  // namespace
