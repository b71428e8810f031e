// Work in pieces on several threads: each piece once, and the work can be left at any moment.

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <chrono>
#include <latch>
#include <optional>
#include <thread>
#include <vector>

#include "jobs/workers.h"
#include "support/effort.h"
#include "support/threads.h"

namespace {

using namespace std::chrono_literals;
using jobs::Priority;

/// Waits for what other threads do; false after a minute.
template <class Condition>
bool comes(Condition condition) {
  const auto end = std::chrono::steady_clock::now() + 60s;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(100us);
  }
  return true;
}

/// A piece in one slice.
template <class Work>
jobs::Slices one(Work work) {
  work();
  co_return;
}

/// A piece that has no end.
jobs::Slices endless(std::atomic<int>* inside) {
  ++*inside;
  struct Leave {
    std::atomic<int>* of;
    ~Leave() { --*of; }
  } leave{inside};
  for (;;) co_await jobs::pause;
}

TEST(ThreadPool, DoesEachPieceOnce) {
  for (const int threads : {1, 2, 7}) {
    const auto pool = jobs::threads(threads, Priority::Normal);
    for (int job = 0; job < 2; ++job) {
      constexpr size_t pieces = 1000;
      std::vector<std::atomic<int>> times(pieces);
      std::atomic<size_t> next = 0;
      pool->start(pieces, [&]() -> std::optional<jobs::Slices> {
        const size_t piece = next++;
        if (piece >= pieces) return {};
        return one([&, piece] { ++times[piece]; });
      });
      pool->finish();
      for (size_t i = 0; i < pieces; ++i) ASSERT_EQ(times[i], 1) << threads << " " << i;
      EXPECT_FALSE(pool->failure());
    }
    EXPECT_GT(pool->worked(), 0);
  }
}

TEST(ThreadPool, WorksOnSoManyThreadsAtOnce) {
  for (const auto priority : {Priority::Normal, Priority::Background}) {
    const int niceness = priority == Priority::Background ? 10 : 0;
    const auto pool = jobs::threads(3, priority);
    std::latch all(3);  // goes on only once three are here
    std::atomic<int> found = 0, others = 0;
    const int own = getpriority(PRIO_PROCESS, 0);
    pool->start(1000, [&]() -> std::optional<jobs::Slices> {
      all.arrive_and_wait();
      ++(getpriority(PRIO_PROCESS, 0) == std::max(own, niceness) ? found : others);
      return {};
    });
    ASSERT_TRUE(comes([&] { return all.try_wait() && found + others == 3; }));
    EXPECT_EQ(others, 0);
    EXPECT_EQ(getpriority(PRIO_PROCESS, 0), own);  // the caller gives way to nobody
  }
}

TEST(ThreadPool, MakesNoMoreThreadsThanThereArePieces) {
  const long before = test::threads_now();
  const auto pool = jobs::threads(500, Priority::Normal);
  for (const size_t pieces : {3, 2, 5}) {
    pool->start(pieces, []() -> std::optional<jobs::Slices> { return {}; });
    pool->stop();
  }
  EXPECT_EQ(test::threads_now(), before + 5);
}

TEST(ThreadPool, CanBeLeftAtAnyMoment) {
  for (int i = 0; i < (test::sanitized ? 60 : 300);
       ++i) {                     // threads_test has the sanitizer for threads
    std::atomic<int> inside = 0;  // gone after the round: who came later would write to nothing
    const auto pool = jobs::threads(1 + i % 4, i % 2 ? Priority::Background : Priority::Normal);
    for (int k = 0; k < 3; ++k) {
      pool->start(1000, [&]() -> std::optional<jobs::Slices> { return endless(&inside); });
      if (i % 3 == 0) {
        ASSERT_TRUE(comes([&] { return inside > 0; }));
      }
      if (k == 2) continue;  // left at work
      pool->stop();
      EXPECT_EQ(inside, 0);
    }
  }
}

}  // namespace
