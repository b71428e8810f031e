#pragma once
#include <string>
#include <utility>
#include <vector>

#include "formats/film_file.h"
#include "formats/toml/fields.h"
#include "lessons/lesson.h"

namespace formats {

/// A [[cue]] as its file has it.
struct FileCue : FilmCue {
  std::optional<double> second = {}, after = {};  ///< s: of the film, or after the cue before
};

/// Declare the keys of the tables of lessons and films.
void fields(Fields& f, lessons::Lesson& lesson);
void fields(Fields& f, lessons::Step& step);
void fields(Fields& f, lessons::Question& question);
void fields(Fields& f, lessons::Task& task);
void fields(Fields& f, FilmFile& film);
void fields(Fields& f, FileCue& cue);

/// Returns the keys of the parameters of all methods and of the world.
std::vector<std::string> known_parameters();

/// Reads a condition, such as "error left < 0.05", "method = sdls" and "runs >= 2", or a subject
/// alone, "error left", from the list `key`. Effectors are those of the body.
lessons::Condition read_condition(const Reader& table, const char* key, const std::string& text,
                                  const ik::Skeleton& body);
lessons::Condition read_subject(const Reader& table, const char* key, const std::string& text,
                                const ik::Skeleton& body);

/// Reads what look_at names: "panel why", "effector left", "target left", "joint elbow". Panels are
/// checked if there is a window.
std::vector<lessons::Spot> read_spots(const Reader& step, const ik::Skeleton& body,
                                      const lessons::WindowTerms* window);

/// Reads the table [view]: keys and texts of options of the view, checked if there is a window;
/// empty if the table is missing.
std::vector<std::pair<std::string, std::string>> read_view(const Reader& owner,
                                                           const lessons::WindowTerms* window);

}  // namespace formats
