// Host speed of the processor on four kernels, exact timing, counters and history on.
//
// Each kernel is a loop in core at 1000; the figure is millions of PDP-10 instructions a second of host time.
#include <benchmark/benchmark.h>

#include "utah10/machine/machine.hpp"

namespace {

using namespace utah10;

constexpr std::uint64_t kChunk = 1'000'000;

void runKernel(benchmark::State& state, std::initializer_list<std::uint64_t> program,
               std::initializer_list<std::uint64_t> data, std::initializer_list<std::uint64_t> acs) {
  Machine m;
  const auto load = [&](std::uint32_t at, std::initializer_list<std::uint64_t> words) {
    for (const std::uint64_t w : words) m.core().poke(PhysicalAddress{at++}, Word36{w});
  };
  load(01000, program);
  load(02000, data);
  std::uint32_t a = 0;
  for (const std::uint64_t w : acs) m.cpu().setAc(AcNo{a++}, Word36{w});
  m.cpu().setStart(VirtualAddress{01000});
  for (auto _ : state) m.cpu().run({.instructions = kChunk});
  state.counters["MIPS"] =
      benchmark::Counter(static_cast<double>(state.iterations() * kChunk) / 1e6, benchmark::Counter::kIsRate);
}

// MOVE 1,2000 / ADD 1,2001 / MOVEM 1,2002 / JRST 1000
void addStore(benchmark::State& state) {
  runKernel(state, {0200040002000, 0270040002001, 0202040002002, 0254000001000}, {1, 2, 0}, {});
}
BENCHMARK(addStore);

// ILDB 1,2 / IDPB 1,3 / SOJG 4,1000 / set both pointers and the count again
void byteCopy(benchmark::State& state) {
  runKernel(state,
            {0134040000002, 0136040000003, 0367200001000, 0200100002000, 0200140002001, 0200200002002, 0254000001000},
            {0440700003000, 0440700004000, 1000}, {0, 0, 0440700003000, 0440700004000, 1000});
}
BENCHMARK(byteCopy);

// PUSHJ 17,1003 / JRST 1000 / - / POPJ 17,
void callReturn(benchmark::State& state) {
  runKernel(state, {0260740001003, 0254000001000, 0, 0263740000000}, {},
            {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0777000003000});
}
BENCHMARK(callReturn);

// MOVE 1,2000 / FMPR 1,2001 / FADR 1,2002 / JRST 1000
void floating(benchmark::State& state) {
  runKernel(state, {0200040002000, 0164040002001, 0144040002002, 0254000001000},
            {0201525252525, 0177631463146, 0202622077325}, {});
}
BENCHMARK(floating);

}  // namespace
