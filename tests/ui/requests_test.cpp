#include "ui/requests.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace {

using Names = std::vector<std::string>;

/// Executes all; a key asks for a scene of its name and one more.
Names execute(ui::Requests& requests, auto when_opened) {
  Names names;
  requests.execute([&](ui::Request& request) {
    if (const auto* open = std::get_if<ui::Open>(&request)) {
      names.push_back(open->name);
      when_opened();
    } else if (const auto* key = std::get_if<ui::PressKey>(&request)) {
      requests.add(ui::Open{std::string(1, static_cast<char>(key->chord.key))});
      requests.add(ui::Open{"more"});
    } else {
      names.push_back("command");
    }
  });
  return names;
}

TEST(Requests, ComeInTheirOrderAndWhatAKeyAsksForBeforeTheNext) {
  ui::Requests requests;
  requests.add(ui::Open{"first"});
  requests.add(ui::PressKey{{'A'}});
  requests.add(ui::PressKey{{'B'}});
  requests.add(ui::Open{"last"});
  EXPECT_EQ(execute(requests, [] {}), (Names{"first", "A", "more", "B", "more", "last"}));
  EXPECT_EQ(execute(requests, [] {}), Names());
}

TEST(Requests, ForTheSceneBeforeAreNotForTheNext) {
  ui::Requests requests;
  requests.add(sim::HoldTarget{});
  requests.add(ui::Open{"other"});
  requests.add(sim::HoldTarget{});
  requests.add(ui::Select{});
  requests.add(ui::AddObstacle{});
  requests.add(ui::PressKey{{'A'}});
  EXPECT_EQ(execute(requests, [&] { requests.forget_commands(); }),
            (Names{"command", "other", "A", "more"}));
}

}  // namespace
