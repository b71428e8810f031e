#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "app/parts.h"
#include "formats/moments/moment.h"

namespace app {

/// Adds the axes of the map to the moment, of runs or of searches, if a map is shown.
void add_map_axes(formats::Moment& moment, const Parts& parts);
/// Shows the moment's axes in the map whose colour the options name. What this body or its method
/// does not have is a sentence in `warnings`, and the default is kept.
void show_map_axes(const formats::Moment& moment, const Parts& parts,
                   std::vector<std::string>& warnings);

/// Returns the words by which a file keeps what the map shows, if one is shown.
std::string map_words(const Parts& parts);
/// Shows what these words of a file that was opened say. Mistakes are shown as errors.
void show_map_words(std::string_view words, const Parts& parts);

}  // namespace app
