// Work in pieces on several threads: each piece once, what is thrown reaches the caller, and the
// work can be left at any moment.

#include "sweep/thread_pool.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <chrono>
#include <latch>
#include <stdexcept>
#include <thread>

namespace {

using namespace std::chrono_literals;

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

TEST(ThreadPool, DoesEachPieceOnce) {
  sweep::ThreadPool pool(0);
  for (const int threads : {1, 2, 7, 3}) {  // a pool that grows, and one that is larger than asked
    constexpr size_t pieces = 1000;
    std::vector<std::atomic<int>> times(pieces);
    std::atomic<size_t> next = 0, done = 0;
    pool.start(threads, [&](const std::atomic<bool>&) {
      const size_t piece = next++;
      if (piece >= pieces) return false;
      ++times[piece];
      ++done;
      return true;
    });
    ASSERT_TRUE(comes([&] { return done == pieces; })) << threads;
    pool.stop();
    for (size_t i = 0; i < pieces; ++i) ASSERT_EQ(times[i], 1) << threads << " " << i;
    EXPECT_FALSE(pool.failure());
  }
}

TEST(ThreadPool, WorksOnSoManyThreadsAtOnce) {
  for (const int niceness : {0, 7}) {
    sweep::ThreadPool pool(niceness);
    std::latch all(3);  // goes on only once three are here
    std::atomic<int> found = 0, others = 0;
    const int own = getpriority(PRIO_PROCESS, 0);
    pool.start(3, [&](const std::atomic<bool>&) {
      all.arrive_and_wait();
      ++(getpriority(PRIO_PROCESS, 0) == std::max(own, niceness) ? found : others);
      return false;
    });
    ASSERT_TRUE(comes([&] { return all.try_wait() && found + others == 3; }));
    EXPECT_EQ(others, 0);
    EXPECT_EQ(getpriority(PRIO_PROCESS, 0), own);  // the caller gives way to nobody
  }
}

TEST(ThreadPool, TellsWhatAPieceThrew) {
  sweep::ThreadPool pool(0);
  std::atomic<int> waiting = 0;
  pool.start(3, [&](const std::atomic<bool>& stopped) -> bool {
    if (waiting++ == 2) throw std::runtime_error("the third");
    while (!stopped) std::this_thread::yield();
    return true;
  });
  ASSERT_TRUE(comes([&] { return pool.failure() != nullptr; }));
  pool.stop();
  try {
    std::rethrow_exception(pool.failure());
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "the third");
  }
  std::atomic<bool> worked = false;
  pool.start(3, [&](const std::atomic<bool>&) {
    worked = true;
    return false;
  });
  EXPECT_FALSE(pool.failure());
  EXPECT_TRUE(comes([&] { return worked.load(); }));
}

TEST(ThreadPool, CanBeLeftAtAnyMoment) {
  for (int i = 0; i < 300; ++i) {
    std::atomic<int> inside = 0;  // gone after the round: who came later would write to nothing
    std::atomic<bool> begun = false;
    sweep::ThreadPool pool(i % 2);
    for (int k = 0; k < 3; ++k) {
      begun = false;
      pool.start(1 + i % 4, [&](const std::atomic<bool>& stopped) {
        ++inside;
        begun = true;
        while (!stopped) std::this_thread::yield();
        --inside;
        return true;  // for ever
      });
      if (i % 3 == 0) {
        ASSERT_TRUE(comes([&] { return begun.load(); }));
      }
      if (k == 2) continue;  // left at work
      pool.stop();
      EXPECT_EQ(inside, 0);
    }
  }
}

}  // namespace
