// The files that ikscope-lab writes: whole or not at all.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <cstring>
#include <set>
#include <thread>

#include "formats/assets.h"
#include "formats/scene/scene_file.h"
#include "ik/methods/method.h"
#include "sim/simulation.h"
#include "support.h"
#include "support/effort.h"

namespace {

using test::Lab;

TEST_F(Lab, ThetaCsvHasTheLayoutOfTheReferenceTraces) {
  succeed("run --scene y --method dls --set lambda=0.6 --steps 400 --warmup 100 --theta-csv t.csv");
  const auto ours = test::lines(test::contents(file("t.csv")));
  const auto reference = test::lines(
      test::contents(std::string(IKSCOPE_SOURCE_DIR) + "/tests/data/reference/y.dls.theta.csv"));
  ASSERT_EQ(ours.size(), 501u);  // the warm-up is in it
  ASSERT_EQ(reference.size(), 501u);
  EXPECT_EQ(ours[0], reference[0]);
  for (size_t row = 1; row < ours.size(); ++row) {
    const auto a = test::numbers(ours[row]), b = test::numbers(reference[row]);
    ASSERT_EQ(a.size(), b.size());
    EXPECT_EQ(a[0], b[0]);
    EXPECT_EQ(a[1], b[1]);
    for (size_t j = 2; j < a.size(); ++j) ASSERT_NEAR(a[j], b[j], 1e-8) << row;
  }
  EXPECT_EQ(files(), std::vector<std::string>{"t.csv"});
}

TEST_F(Lab, ErrorCsv) {
  succeed("run --scene y --set damping=error --steps 10 --warmup 5 --error-csv e.csv");
  const auto rows = test::lines(test::contents(file("e.csv")));
  ASSERT_EQ(rows.size(), 16u);
  EXPECT_EQ(rows[0], "step,T,total,error0,error1,λ [unit/rad]");
  EXPECT_EQ(rows[15].find("14,0.075,"), 0u);
  std::set<double> lambdas;
  for (size_t row = 1; row < rows.size(); ++row) {
    const auto n = test::numbers(rows[row]);
    ASSERT_EQ(n.size(), 6u);
    EXPECT_NEAR(n[2], n[3] + n[4], 1e-15);
    lambdas.insert(n[5]);
  }
  EXPECT_EQ(lambdas.size(), 15u) << "the damping goes with the error";
}

TEST_F(Lab, ErrorCsvHasTheReadingsOfTheMethod) {
  succeed("run --scene y --method dss --steps 40 --warmup 0 --error-csv e.csv");
  const auto rows = test::lines(test::contents(file("e.csv")));
  ASSERT_EQ(rows.size(), 41u);
  EXPECT_EQ(rows[0], "step,T,total,error0,error1,V,β,S,part");
  sim::Simulation simulation(formats::load(formats::find_scene("y")));
  simulation.apply(sim::ChooseMethod{"dss"});
  for (size_t row = 1; row < rows.size(); ++row) {
    simulation.step();
    const auto n = test::numbers(rows[row]);
    ASSERT_EQ(n.size(), 9u);
    EXPECT_GT(n[5], 0);
    for (size_t i = 0; i < 4; ++i) EXPECT_EQ(n[5 + i], simulation.run().solver().readings()[i]);
  }
}

TEST_F(Lab, ErrorCsvLeavesReadingsOfAnotherMethodEmpty) {
  const auto session =
      [&](int at, const char* name) {
        std::ofstream(file("s.toml"))
            << "steps = 6\n" + formats::to_toml(*formats::load(formats::find_scene("y"))) +
                   "[[command]]\nat = " + std::to_string(at) + "\ndo = \"choose\"\nname = \"" +
                   name + "\"\n";
        succeed("run --play s.toml --error-csv e.csv");
        return test::lines(test::contents(file("e.csv")));
      };
  const auto late = session(3, "hybrid");
  ASSERT_EQ(late.size(), 7u);
  EXPECT_EQ(late[0], "step,T,total,error0,error1,λ [unit/rad]");
  for (size_t row = 1; row < late.size(); ++row) {
    EXPECT_EQ(std::count(late[row].begin(), late[row].end(), ','), 5);
    EXPECT_EQ(late[row].ends_with(','), row > 3) << late[row];
  }
  const auto at_once = session(0, "hybrid");
  ASSERT_EQ(at_once.size(), 7u);
  EXPECT_EQ(at_once[0], "step,T,total,error0,error1,Newton,σ_min [unit/rad],σ_min/σ₁");
  EXPECT_FALSE(at_once[1].ends_with(','));
}

TEST_F(Lab, TitlesOfReadingsNeedNoQuotes) {
  int readings = 0;
  for (const ik::MethodInfo* method : ik::methods())
    for (const ik::Reading& reading : method->readings) {
      ++readings;
      EXPECT_EQ(reading.name.find_first_of(",\"\n"), std::string::npos) << reading.name;
      EXPECT_EQ(reading.unit.find_first_of(",\"\n"), std::string::npos) << reading.unit;
    }
  EXPECT_GT(readings, 10);
}

TEST_F(Lab, ReplacesAFileOnlyWhenDone) {
  std::ofstream(file("t.csv")) << "old";
  expect_refusal("run --theta-csv t.csv --set lambda=99", "lambda");
  EXPECT_EQ(test::contents(file("t.csv")), "old");
  succeed("run --steps 5 --theta-csv t.csv");
  EXPECT_EQ(test::contents(file("t.csv")).find("step,T,theta0"), 0u);
}

TEST_F(Lab, PlacesThatCannotBeWritten) {
  expect_refusal("run --steps 5 --theta-csv nowhere/t.csv",
                 "nowhere/t.csv: cannot be written, No such file or directory");
  expect_refusal("run --steps 5 --theta-csv /dev/full",
                 "/dev/full: cannot be written, No space left on device");
  expect_refusal("run --steps 5 --theta-csv .", "this is a folder");
  expect_refusal("run --steps 5 --theta-csv a.csv --error-csv a.csv", "the same file");
  EXPECT_TRUE(files().empty());
}

TEST_F(Lab, DevicesAndLinksStayWhatTheyAre) {
  succeed("run --steps 5 --theta-csv /dev/null");
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
  std::ofstream(file("real.csv")) << "old";
  std::filesystem::create_symlink("real.csv", file("link.csv"));
  succeed("run --steps 5 --error-csv link.csv");
  EXPECT_TRUE(std::filesystem::is_symlink(file("link.csv")));
  EXPECT_EQ(test::contents(file("real.csv")).find("step,T,total"), 0u);
}

/// What would take minutes, started and ended from outside.
class LongWork : public Lab {
 protected:
  /// A shell's command line in which PROGRAM is the program.
  void launch(std::string command) {
    const std::string err = (folder_ / "err").string(), work = (folder_ / "work").string();
    command.replace(command.find("PROGRAM"), 7, "exec '" + program() + "'");
    child_ = fork();
    ASSERT_GE(child_, 0);
    if (child_ == 0) {
      // whoever runs the tests may ignore them, as a shell does for what it runs behind
      for (const int one : {SIGINT, SIGTERM, SIGHUP}) signal(one, SIG_DFL);
      const int fd = open(err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
      dup2(fd, STDERR_FILENO);
      if (chdir(work.c_str()) != 0) _exit(99);
      execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
      _exit(99);
    }
  }
  /// Launches it and waits until so many files are begun.
  void start(const std::string& command, size_t count) {
    launch(command);
    for (int i = 0; i < 6000 && files().size() < count; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    EXPECT_EQ(files().size(), count);  // at work, in temporary files
  }
  void expect_interrupted(int signal) {
    kill(child_, signal);
    int status = 0;
    ASSERT_EQ(waitpid(child_, &status, 0), child_);
    EXPECT_TRUE(WIFEXITED(status)) << strsignal(signal);
    EXPECT_EQ(WEXITSTATUS(status), 128 + signal);
    EXPECT_EQ(test::contents(folder_ / "err"), "ikscope-lab: interrupted; no file was written\n");
  }
  pid_t child_ = -1;
};
const std::string long_run = "PROGRAM run --scene double-y-25 --method sdls --steps 9000000 ";

TEST_F(LongWork, InterruptedLeavesNoFile) {
  const std::string map =
      "PROGRAM map --scene double-y-25 --method sdls --steps 900000 --x max_angle_deg --y dmax "
      "--csv m.csv --svg m.svg";
  for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    for (const std::string& command : {long_run + "--theta-csv t.csv --error-csv e.csv", map}) {
      start(command, 2);
      expect_interrupted(signal);
      EXPECT_TRUE(files().empty());
    }
}

TEST_F(LongWork, WhatNohupWantsIgnoredIs) {
  start("trap '' HUP; " + long_run + "--theta-csv t.csv", 1);
  kill(child_, SIGHUP);
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  EXPECT_EQ(waitpid(child_, nullptr, WNOHANG), 0) << "it goes on";
  expect_interrupted(SIGTERM);
}

/// A task of a job array may be killed at any time: its file is the old one, or there is none,
/// until the same command has written a complete one.
TEST_F(LongWork, AKilledShardIsDoneAgainByTheSameCommand) {
  const auto rows = [&](const std::string& name) {  // without the times of solves
    std::vector<std::string> all = test::lines(test::contents(file(name)));
    if (!all.empty() && all[0].starts_with("# ikscope solve"))
      for (std::string& row : all)
        if (!row.starts_with('#')) row.erase(row.rfind(','));
    return all;
  };
  for (const auto& [before, after] :
       {std::pair("map --scene double-y --method sdls --x max_angle_deg=1:90:8 --y dmax=0.1:2:16 "
                  "--steps ",
                  " --threads 1 --shard 2/4 --csv "),
        std::pair("solve --scene panda --method pinv --updates 500 --poses ",
                  " --threads 1 --shard 2/4 --csv ")}) {
    std::string command;
    int length = 50;  // until there is time to kill it
    for (const int signal : {SIGTERM, SIGKILL})
      for (bool is_killed = false; !is_killed; length *= is_killed ? 1 : 4) {
        ASSERT_LT(length, 100'000);
        command = before + std::to_string(length) + after;
        std::ofstream(file("part.csv")) << "old";
        launch("PROGRAM " + command + "part.csv");
        int status = 0;
        pid_t ended = 0;
        while (files().size() < 2 && (ended = waitpid(child_, &status, WNOHANG)) == 0)
          std::this_thread::sleep_for(std::chrono::milliseconds(1));
        if (ended == 0) {
          kill(child_, signal);
          ASSERT_EQ(waitpid(child_, &status, 0), child_);
        }
        is_killed = !WIFEXITED(status) || WEXITSTATUS(status) != 0;
        if (!is_killed) continue;
        EXPECT_TRUE(signal == SIGKILL ? WIFSIGNALED(status) : WEXITSTATUS(status) == 128 + SIGTERM);
        EXPECT_EQ(test::contents(file("part.csv")), "old");
        for (const std::string& left : files()) {
          if (left == "part.csv") continue;
          EXPECT_EQ(signal, SIGKILL);
          expect_refusal("merge out.csv '" + left + "' part.csv", left + ":1: this is not a map");
          std::filesystem::remove(file(left));
        }
      }
    succeed(command + "part.csv");
    succeed(command + "reference.csv");
    EXPECT_GT(rows("part.csv").size(), 20u);
    EXPECT_EQ(rows("part.csv"), rows("reference.csv"));
    for (const std::string& name : files()) std::filesystem::remove(file(name));
  }
}

TEST_F(LongWork, WaitingForAReaderCanBeInterrupted) {
  ASSERT_EQ(mkfifo(file("pipe").c_str(), 0600), 0);
  start(long_run + "--theta-csv pipe", 1);
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  expect_interrupted(SIGINT);
}

TEST_F(Lab, NobodyReadsTheOutput) {
  const std::string folder = folder_.string();
  const std::string command = "('" + program() + "' list 2>'" + folder + "/err'; echo $? >'" +
                              folder + "/code') | exec 0<&-";
  (void)!std::system(command.c_str());
  EXPECT_EQ(test::contents(folder_ / "err"), "");
  EXPECT_EQ(test::contents(folder_ / "code"), "141\n");
}

TEST_F(Lab, FilesThatGrowTooLargeAndMemoryThatEnds) {
  const auto limited = [&](const std::string& limit, const std::string& words) {
    const std::string command = "cd '" + (folder_ / "work").string() + "' && " + limit + " && '" +
                                program() + "' " + words + " >../out 2>../err";
    EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 1);
    EXPECT_TRUE(files().empty());
    return test::contents(folder_ / "err");
  };
  EXPECT_EQ(limited("ulimit -f 8", "run --scene y --steps 10000 --theta-csv t.csv"),
            "ikscope-lab: t.csv: cannot be written, File too large\n");
  if (test::sanitized) GTEST_SKIP() << "the sanitizer's own memory has no bounds";
  EXPECT_EQ(
      limited("ulimit -v 300000",
              "map --scene y --threads 1 --x lambda=0.1:2:2000 --y dmax=0.1:1:2000"),
      "ikscope-lab: there is not enough memory for this; try fewer --steps, bodies or values\n");
}

TEST_F(Lab, StandardOutputMayBeFull) {
  const std::string command =
      "'" + program() + "' list >/dev/full 2>'" + (folder_ / "err").string() + "'";
  const int status = std::system(command.c_str());
  EXPECT_EQ(WEXITSTATUS(status), 1);
  EXPECT_EQ(test::contents(folder_ / "err"), "ikscope-lab: standard output cannot be written\n");
}

TEST_F(Lab, PlaysASession) {
  std::ofstream(file("s.toml")) << "steps = 30\n" +
                                       formats::to_toml(*formats::load(formats::find_scene("y"))) +
                                       "[[command]]\nat = 10\ndo = \"choose\"\nname = \"sdls\"\n";
  const std::string result = succeed("run --play s.toml --json --theta-csv t.csv");
  EXPECT_TRUE(test::has(result, "\"method\": \"sdls\""));
  EXPECT_TRUE(test::has(result, "\"steps\": 30"));
  EXPECT_TRUE(test::has(result, "\"scene\": \"s.toml\""));
  expect_refusal("run --play s.toml --method dls", "omit");
  expect_refusal("run --play none.toml", "none.toml");
  std::ofstream(file("long.toml")) << "steps = 99999999999\nname = \"long\"\nlike = \"y\"\n";
  expect_refusal("run --play long.toml", "long.toml: the session has 99999999999 steps");
}

}  // namespace
