// Host speed of the processor on four kernels, with exact timing, counters and history on; each in executive mode and,
// as `paged`, as a user process of a machine with the BBN pager.
//
// Each kernel is a loop in (virtual) core at 1000; the figure is millions of PDP-10 instructions per second of host
// time.
#include <benchmark/benchmark.h>

#include "utah10/machine/machine.hpp"

namespace {

using namespace utah10;

constexpr std::uint64_t kChunk = 1'000'000;

struct Kernel {
  std::initializer_list<std::uint64_t> program;  // at 1000
  std::initializer_list<std::uint64_t> data;     // at 2000
  std::initializer_list<std::uint64_t> acs;
};

// MOVE 1,2000 / ADD 1,2001 / MOVEM 1,2002 / JRST 1000
const Kernel kAddStore = {{0200040002000, 0270040002001, 0202040002002, 0254000001000}, {1, 2, 0}, {}};

// ILDB 1,2 / IDPB 1,3 / SOJG 4,1000 / reset both pointers and the count
const Kernel kByteCopy = {
    {0134040000002, 0136040000003, 0367200001000, 0200100002000, 0200140002001, 0200200002002, 0254000001000},
    {0440700003000, 0440700004000, 1000},
    {0, 0, 0440700003000, 0440700004000, 1000}};

// PUSHJ 17,1003 / JRST 1000 / - / POPJ 17,
const Kernel kCallReturn = {
    {0260740001003, 0254000001000, 0, 0263740000000}, {}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0777000003000}};

// MOVE 1,2000 / FMPR 1,2001 / FADR 1,2002 / JRST 1000
const Kernel kFloating = {
    {0200040002000, 0164040002001, 0144040002002, 0254000001000}, {0201525252525, 0177631463146, 0202622077325}, {}};

void load(Machine& m, std::uint32_t at, std::initializer_list<std::uint64_t> words) {
  for (const std::uint64_t w : words) m.core().poke(PhysicalAddress{at++}, Word36{w});
}

void measure(benchmark::State& state, Machine& m, const Kernel& kernel) {
  std::uint32_t a = 0;
  for (const std::uint64_t w : kernel.acs) m.cpu().setAc(AcNo{a++}, Word36{w});
  for (auto _ : state) m.cpu().run({.instructions = kChunk});
  state.counters["MIPS"] =
      benchmark::Counter(static_cast<double>(state.iterations() * kChunk) / 1e6, benchmark::Counter::kIsRate);
}

void real(benchmark::State& state, const Kernel& kernel) {
  Machine m;
  load(m, 01000, kernel.program);
  load(m, 02000, kernel.data);
  m.cpu().setStart(VirtualAddress{01000});
  measure(state, m, kernel);
}

// The user's pages 0-17 are core pages 100-117; PSB 30, page table 31.
void paged(benchmark::State& state, const Kernel& kernel) {
  MachineConfig config;
  config.pager = PagerConfig{};
  Machine m{config};
  load(m, 0101000, kernel.program);
  load(m, 0102000, kernel.data);
  load(m, 071, {0000031460030, 0400200000000});
  for (std::uint32_t page = 0; page < 020; ++page) {
    load(m, 031000 + page, {0160040000100u + page});
    load(m, 04100 + page, {0400000000000});
  }
  m.bus().datao(DeviceCode::written(0), Word36{0776776000000});  // opens the KA10's own relocation
  for (const std::uint64_t cono : {0702600000000u, 0702600000006u}) m.cpu().execute(Word36{cono});
  m.cpu().setFlags(kPcUser);
  m.cpu().setPc(VirtualAddress{01000});
  measure(state, m, kernel);
  if (m.core().peek(PhysicalAddress{04101}).bits() == 0400000000000) state.SkipWithError("nothing was paged");
}

BENCHMARK_CAPTURE(real, addStore, kAddStore);
BENCHMARK_CAPTURE(paged, addStore, kAddStore);
BENCHMARK_CAPTURE(real, byteCopy, kByteCopy);
BENCHMARK_CAPTURE(paged, byteCopy, kByteCopy);
BENCHMARK_CAPTURE(real, callReturn, kCallReturn);
BENCHMARK_CAPTURE(paged, callReturn, kCallReturn);
BENCHMARK_CAPTURE(real, floating, kFloating);
BENCHMARK_CAPTURE(paged, floating, kFloating);

}  // namespace
