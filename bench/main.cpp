#include <benchmark/benchmark.h>

#include "bench/listed.h"

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  for (const bench::Listed::Register list : bench::Listed::all()) list();
  benchmark::RunSpecifiedBenchmarks();
}
