// Host speed and file size of tracing: instructions per second of host time, machine and writer on one core, and bytes
// per instruction, for the kernels of bench_kernels and for programs of roms/diag.
//
// `all` records everything, `instructions` only instructions and rare records. A diagnostic runs from its start for two
// million instructions or until it halts.
#include <benchmark/benchmark.h>

#include <filesystem>
#include <string>

#include "trace/trace_writer.hpp"
#include "utah10/devices/device_set.hpp"
#include "utah10/toolchain/core_image.hpp"

namespace {

using namespace utah10;

constexpr std::uint64_t kInstructions = 2'000'000;
constexpr const char* kFile = "bench_trace.trace";
constexpr std::string_view kSmall = "!memory";

struct Kernel {
  const char* name;
  std::vector<std::uint64_t> program;  // at 1000
  std::vector<std::uint64_t> data;     // at 2000
  std::vector<std::uint64_t> acs;
};

// As in bench_kernels.cpp.
const std::vector<Kernel>& kernels() {
  static const std::vector<Kernel> all = {
      {"addStore", {0200040002000, 0270040002001, 0202040002002, 0254000001000}, {1, 2, 0}, {}},
      {"byteCopy",
       {0134040000002, 0136040000003, 0367200001000, 0200100002000, 0200140002001, 0200200002002, 0254000001000},
       {0440700003000, 0440700004000, 1000},
       {0, 0, 0440700003000, 0440700004000, 1000}},
      {"callReturn",
       {0260740001003, 0254000001000, 0, 0263740000000},
       {},
       {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0777000003000}},
      {"floating",
       {0200040002000, 0164040002001, 0144040002002, 0254000001000},
       {0201525252525, 0177631463146, 0202622077325},
       {}},
  };
  return all;
}

void load(Machine& m, std::uint32_t at, const std::vector<std::uint64_t>& words) {
  for (const std::uint64_t w : words) m.core().poke(PhysicalAddress{at++}, Word36{w});
}

// Measures a run of `m` with a trace.
void traced(benchmark::State& state, Machine& m, std::string_view filter, std::uint64_t limit) {
  TraceOptions options;
  if (!filter.empty()) options.filter = std::move(*RecordFilter::parse(filter));
  auto writer = TraceWriter::create(kFile, describeForTrace(m, filter), std::move(options));
  if (!writer) return state.SkipWithError(writer.error().text().c_str());
  m.cpu().connect(**writer);
  for (auto _ : state) {
    m.cpu().run({.instructions = limit});
    if (const auto closed = (*writer)->close(); !closed) return state.SkipWithError(closed.error().text().c_str());
  }
  m.cpu().disconnect(**writer);
  const TraceTotals t = (*writer)->totals();
  const auto n = static_cast<double>(t.instructions);
  state.counters["MIPS"] = benchmark::Counter(n / 1e6, benchmark::Counter::kIsRate);
  state.counters["bytes/instr"] = static_cast<double>(t.bytes) / n;
  state.counters["records/instr"] = static_cast<double>(t.records) / n;
  state.counters["instr"] = n;
  std::filesystem::remove(kFile);
}

void kernel(benchmark::State& state, const Kernel& k, std::string_view filter) {
  Machine m;
  load(m, 01000, k.program);
  load(m, 02000, k.data);
  std::uint32_t a = 0;
  for (const std::uint64_t w : k.acs) m.cpu().setAc(AcNo{a++}, Word36{w});
  m.cpu().setStart(VirtualAddress{01000});
  traced(state, m, filter, kInstructions);
}

void diagnostic(benchmark::State& state, const std::string& name, std::string_view filter) {
  MachineConfig config;
  if (name == "pager") config.pager = PagerConfig{};
  Machine m{config};
  DeviceSet devices{m};
  const auto image = loadCoreImage("roms/" + name + ".sav");
  if (!image) return state.SkipWithError(image.error().text().c_str());
  for (const auto& s : image->segments) m.load(PhysicalAddress{s.first.bits()}, s.words);
  m.cpu().setStart(*image->startAddress());
  traced(state, m, filter, kInstructions);
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  for (const std::string_view filter : {std::string_view{}, kSmall}) {
    const std::string set = filter.empty() ? "all/" : "instructions/";
    for (const Kernel& k : kernels())
      benchmark::RegisterBenchmark((set + k.name).c_str(), kernel, k, filter)->Iterations(1);
    for (const char* name :
         {"basic", "arith", "float", "bytes", "blt", "pi", "uuo", "user", "timer", "pager", "consol"})
      benchmark::RegisterBenchmark((set + name).c_str(), diagnostic, std::string{name}, filter)->Iterations(1);
  }
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
