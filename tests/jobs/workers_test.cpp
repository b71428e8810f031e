// Both kinds of workers do the same, those between two frames without a thread.

#include "jobs/workers.h"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <thread>

#include "support/threads.h"

namespace {

using jobs::Slices;
using namespace std::chrono_literals;

/// Frames until the condition holds; false after many.
template <class Condition>
bool frames(jobs::Workers& workers, Condition condition) {
  for (int frame = 0; frame < 20000; ++frame) {
    workers.work(0.001);
    if (condition()) return true;
    std::this_thread::sleep_for(100us);
  }
  return false;
}

Slices count_to(int end, std::atomic<int>* counter) {
  for (int i = 0; i < end; ++i) {
    ++*counter;
    co_await jobs::pause;
  }
}

Slices fail_after(int end, std::atomic<int>* counter) {
  for (int i = 0; i < end; ++i) {
    ++*counter;
    co_await jobs::pause;
  }
  throw std::runtime_error("the end");
}

using Make = std::unique_ptr<jobs::Workers> (*)();
class Workers : public testing::TestWithParam<Make> {};

TEST_P(Workers, DoAllPiecesToTheirEnd) {
  const auto workers = GetParam()();
  for (int job = 0; job < 3; ++job) {
    std::atomic<int> counter = 0, pieces = 0;
    workers->start(10, [&]() -> std::optional<Slices> {
      if (pieces++ >= 10) return {};
      return count_to(7, &counter);
    });
    EXPECT_TRUE(frames(*workers, [&] { return counter == 70; }));
    EXPECT_FALSE(workers->failure());
    workers->stop();
    EXPECT_EQ(counter, 70);
  }
  EXPECT_GT(workers->worked(), 0);
}

TEST_P(Workers, TellWhatAPieceThrewAndGoOnWithAnotherJob) {
  const auto workers = GetParam()();
  std::atomic<int> counter = 0, pieces = 0;
  workers->start(10, [&]() -> std::optional<Slices> {
    if (pieces++ > 0) return {};
    return fail_after(3, &counter);
  });
  ASSERT_TRUE(frames(*workers, [&] { return workers->failure() != nullptr; }));
  EXPECT_EQ(counter, 3);
  try {
    std::rethrow_exception(workers->failure());
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "the end");
  }
  pieces = 0;
  workers->start(10, [&]() -> std::optional<Slices> {
    if (pieces++ > 0) return {};
    return count_to(4, &counter);
  });
  EXPECT_TRUE(frames(*workers, [&] { return counter == 7; }));
  EXPECT_FALSE(workers->failure());
}

TEST_P(Workers, DropAPieceThatIsHalfDone) {
  const auto workers = GetParam()();
  std::atomic<int> counter = 0;
  const auto alive = std::make_shared<int>(1);
  workers->start(10, [&, alive]() -> std::optional<Slices> {
    return [](std::shared_ptr<int>, std::atomic<int>* of) -> Slices {
      for (;;) {
        ++*of;
        co_await jobs::pause;
      }
    }(alive, &counter);
  });
  EXPECT_TRUE(frames(*workers, [&] { return counter > 0; }));
  workers->stop();
  EXPECT_EQ(alive.use_count(), 1);
}

INSTANTIATE_TEST_SUITE_P(Both, Workers,
                         testing::Values([] { return jobs::threads(2); },
                                         [] { return jobs::between_frames(); }),
                         [](const auto& one) {
                           return one.index == 0 ? "Threads" : "BetweenFrames";
                         });

TEST(BetweenFrames, NeedsNoThreadAndKeepsToItsTime) {
  const long before = test::threads_now();
  const auto workers = jobs::between_frames();
  std::atomic<int> counter = 0;
  workers->start(10, [&]() -> std::optional<Slices> { return count_to(1'000'000'000, &counter); });
  EXPECT_EQ(counter, 0);
  const auto begin = std::chrono::steady_clock::now();
  workers->work(0.02);
  const auto took = std::chrono::steady_clock::now() - begin;
  EXPECT_GE(took, 20ms);
  // other programs may take the processor during one
  for (int more = 0; more < 100 && counter <= 1000; ++more) workers->work(0.02);
  EXPECT_GT(counter, 1000);
  EXPECT_EQ(test::threads_now(), before);
}

Slices wait_for(const bool* answered, int* done, int* asked) {
  while (!*answered) {
    ++*asked;
    co_await jobs::wait;
  }
  ++*done;
}

TEST(BetweenFrames, BeginOthersWhileOneWaitsAndThenReturn) {
  constexpr int ahead = 32;
  for (const int count : {1, 2}) {
    const auto workers = jobs::between_frames(count);
    EXPECT_EQ(workers->count(), count);
    std::array<bool, 100> answered{};
    int begun = 0, done = 0, asked = 0;
    workers->start(answered.size(), [&]() -> std::optional<Slices> {
      if (begun == static_cast<int>(answered.size())) return {};
      return wait_for(&answered[static_cast<size_t>(begun++)], &done, &asked);
    });
    const auto begin = std::chrono::steady_clock::now();
    workers->work(1);
    EXPECT_EQ(begun, count * ahead);
    EXPECT_EQ(asked, begun) << "each once";
    workers->work(1);
    EXPECT_EQ(asked, 2 * begun);
    answered[5] = answered[7] = true;
    workers->work(1);
    EXPECT_EQ(done, 2);
    EXPECT_EQ(begun, count * ahead + 2);
    answered.fill(true);
    workers->work(1);
    EXPECT_EQ(done, 100);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 5s);
  }
}

TEST(BetweenFrames, DoOnePieceAfterTheOtherOfThoseThatDoNotWait) {
  const auto workers = jobs::between_frames(4);
  std::atomic<int> counter = 0;
  int begun = 0;
  workers->start(10, [&]() -> std::optional<Slices> {
    if (begun == 10) return {};
    EXPECT_EQ(counter, 7 * begun);
    ++begun;
    return count_to(7, &counter);
  });
  EXPECT_TRUE(frames(*workers, [&] { return counter == 70; }));
}

Slices part_of(Slices part) {
  while (part.advance()) co_await part.paused();
}

TEST(Slices, PauseAsTheirPartDoes) {
  bool answered = false;
  int done = 0, asked = 0;
  Slices waits = part_of(wait_for(&answered, &done, &asked));
  EXPECT_TRUE(waits.advance());
  EXPECT_TRUE(waits.waits());
  std::atomic<int> counter = 0;
  Slices works = part_of(count_to(2, &counter));
  EXPECT_TRUE(works.advance());
  EXPECT_FALSE(works.waits());
}

}  // namespace
