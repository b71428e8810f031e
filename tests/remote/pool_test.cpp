// Who is given what, and what becomes of it when somebody fails.

#include "remote/pool.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/error.h"
#include "remote/wire.h"

namespace remote_pool_tests {

using What = remote::Message::What;
using Numbers = std::optional<std::vector<double>>;

/// A connection to nobody: the test answers.
struct Nobody final : remote::Connection {
  struct Log {
    std::vector<int> started, ended;
    std::vector<std::pair<int, remote::Message>> sent;
    int count(int worker, What what) const {
      return static_cast<int>(std::ranges::count_if(
          sent, [&](const auto& one) { return one.first == worker && one.second.what == what; }));
    }
    int last_piece(int worker) const {
      for (auto one = sent.rbegin(); one != sent.rend(); ++one)
        if (one->first == worker && one->second.what == What::Piece) return one->second.piece;
      return -1;
    }
  };
  explicit Nobody(Log& to) : log(to) {}
  void start(int worker) override { log.started.push_back(worker); }
  void end(int worker) override { log.ended.push_back(worker); }
  void send(int worker, const remote::Message& message) override {
    log.sent.emplace_back(worker, message);
  }
  Log& log;
};

struct Office {
  explicit Office(int count) : pool(count, std::make_unique<Nobody>(log)) {}
  /// Asks for so many pieces.
  void ask(int pieces) {
    for (int i = 0; i < pieces; ++i) {
      found.push_back(std::make_unique<Numbers>());
      asked.push_back(job.run({static_cast<double>(i)}, *found.back()));
      asked.back().advance();
    }
  }
  Nobody::Log log;
  remote::Pool pool;
  remote::Job job{pool, {.kind = "any", .text = "text", .numbers = {7}}};
  std::vector<std::unique_ptr<Numbers>> found;
  std::vector<jobs::Slices> asked;
};

TEST(RemotePool, StartsWhoIsNeededAndGivesTwoPiecesAtFirst) {
  Office office(3);
  EXPECT_TRUE(office.log.started.empty());
  office.ask(2);
  EXPECT_EQ(office.log.started, (std::vector{0, 1}));
  EXPECT_EQ(office.log.sent[0].second.text, "text");
  office.ask(10);
  EXPECT_EQ(office.log.started, (std::vector{0, 1, 2}));
  for (const int worker : {0, 1, 2}) {
    EXPECT_EQ(office.log.count(worker, What::Job), 1) << worker;
    EXPECT_EQ(office.log.count(worker, What::Piece), 2) << worker;
  }
}

TEST(RemotePool, GivesMoreAheadToWhoIsQuick) {
  Office office(1);
  office.ask(60);
  ASSERT_EQ(office.log.count(0, What::Piece), 2);
  office.pool.receive(0, {.what = What::Answer, .piece = 0, .seconds = 0.02});
  EXPECT_EQ(office.log.count(0, What::Piece), 11) << "0.2 s, beside the one that is done";
  office.pool.receive(0, {.what = What::Answer, .piece = 1, .seconds = 1e-5});
  EXPECT_EQ(office.log.count(0, What::Piece), 34) << "but no more than 32";
  office.pool.receive(0, {.what = What::Answer, .piece = 2, .seconds = 5});
  EXPECT_EQ(office.log.count(0, What::Piece), 34);
}

TEST(RemotePool, AJobThatIsOverIsStoppedAndItsAnswersAreDropped) {
  Office office(1);
  {
    const remote::Job other(office.pool, {.kind = "other"});
    Numbers found;
    jobs::Slices asked = other.run({1}, found);
    asked.advance();
    EXPECT_TRUE(asked.waits());
  }
  EXPECT_EQ(office.log.count(0, What::Stop), 1);
  const int late = office.log.last_piece(0);
  office.ask(1);
  office.pool.receive(0, {.what = What::Answer, .piece = late, .numbers = {1, 2, 3}});
  EXPECT_TRUE(office.asked[0].advance());
  EXPECT_FALSE(*office.found[0]);
  office.pool.receive(0, {.what = What::Answer, .piece = office.log.last_piece(0), .numbers = {4}});
  EXPECT_FALSE(office.asked[0].advance());
  EXPECT_EQ(*office.found[0], std::vector<double>{4});
}

TEST(RemotePool, WhoCannotBeStartedIsNotAskedAgain) {
  Office office(2);
  office.ask(3);
  office.pool.failed(0, "no");
  EXPECT_EQ(office.log.ended, std::vector{0});
  EXPECT_TRUE(office.pool.usable());
  EXPECT_EQ(office.log.count(1, What::Piece), 2);
  office.pool.failed(1, "no");
  EXPECT_FALSE(office.pool.usable());
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_FALSE(office.asked[i].advance()) << "who asks, computes it";
    EXPECT_FALSE(*office.found[i]);
  }
  office.ask(1);
  EXPECT_FALSE(office.asked[3].advance());
  EXPECT_EQ(office.log.started.size(), 2u);
  office.pool.failed(1, "again");
}

TEST(RemotePool, WhoDiesFailsOnePieceAndIsStartedAgain) {
  Office office(1);
  office.ask(4);
  office.pool.receive(0, {.what = What::Answer, .piece = 0, .numbers = {1}, .seconds = 1});
  office.pool.failed(0, "It is dead.");
  EXPECT_EQ(office.log.started, (std::vector{0, 0}));
  EXPECT_EQ(office.log.count(0, What::Job), 2) << "the new one does not know it";
  try {
    office.asked[1].advance();
    FAIL();
  } catch (const base::Error& error) {
    EXPECT_STREQ(error.what(), "It is dead.");
  }
  EXPECT_TRUE(office.asked[2].advance());
  office.pool.receive(0, {.what = What::Answer, .piece = 2, .numbers = {2}});
  office.pool.receive(0, {.what = What::Answer, .piece = 3, .numbers = {3}});
  EXPECT_FALSE(office.asked[2].advance());
  EXPECT_FALSE(office.asked[3].advance());
  EXPECT_EQ(*office.found[3], std::vector<double>{3});
}

TEST(RemotePool, WhoDiesAtOnceAgainIsLeft) {
  Office office(1);
  office.ask(4);
  office.pool.receive(0, {.what = What::Answer, .piece = 0, .numbers = {1}, .seconds = 1});
  office.pool.failed(0, "dead");
  office.pool.failed(0, "dead");
  EXPECT_FALSE(office.pool.usable());
  EXPECT_FALSE(office.asked[3].advance());
  EXPECT_FALSE(*office.found[3]);
}

TEST(RemotePool, WithoutAnyoneTheCallerComputes) {
  Office office(0);
  EXPECT_FALSE(office.pool.usable());
  office.ask(1);
  EXPECT_FALSE(office.asked[0].advance());
}

TEST(RemoteWorker, LeavesToTheCallerWhatItDoesNotKnow) {
  test::Wire wire(1);
  for (const char* kind : {"cells", "reach", "anything"}) {
    const remote::Job job(wire.pool, {.kind = kind, .text = "no scene\n\n", .numbers = {1, 2}});
    Numbers found{{1}};
    jobs::Slices asked = job.run({}, found);
    asked.advance();
    wire.turn();
    ASSERT_EQ(wire.delivered, 1) << kind;
    EXPECT_FALSE(asked.advance());
    wire.delivered = 0;
  }
}

}  // namespace remote_pool_tests
