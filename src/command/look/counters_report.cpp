// The command counters: instructions by opcode and mode, memory cycles by kind, interrupts by level, monitor calls,
// pager work, time by mode. Its subcommands on, off, time and every use the ledger.
#include <nlohmann/json.hpp>

#include "command/console/arguments.hpp"
#include "command/console/console.hpp"
#include "command/console/numbers.hpp"
#include "command/debug/debugger.hpp"
#include "command/look/commands.hpp"
#include "command/look/connected_ledger.hpp"
#include "command/look/probes.hpp"
#include "utah10/word/isa.hpp"

namespace utah10 {

namespace {

constexpr std::string_view kTimeNames[kTimeModes] = {"exec",    "level-1", "level-2", "level-3", "level-4",
                                                     "level-5", "level-6", "level-7", "user",    "stopped"};
constexpr std::string_view kModeNames[2] = {"exec", "user"};

// One number of the report: section, name, mode and value. Times are in nanoseconds.
struct CounterRow {
  std::string_view section;
  std::string name;
  std::string_view mode;
  std::uint64_t value;
};

std::string opcodeName(unsigned op) {
  const std::string_view name = kInsnTable[op].mnemonic.view();
  return name.empty() ? fmt::format("{:03o}", op) : std::string{name};
}

void addInstructions(std::vector<CounterRow>& rows, const Counters& c) {
  for (std::size_t mode = 0; mode < 2; ++mode)
    for (unsigned op = 0; op < Instruction::kFirstIo; ++op)
      if (c.instructions[mode][op] != 0)
        rows.push_back({"instruction", opcodeName(op), kModeNames[mode], c.instructions[mode][op]});
  for (std::size_t mode = 0; mode < 2; ++mode) {
    std::uint64_t sum = 0;
    for (unsigned op = Instruction::kFirstIo; op < 01000; ++op) sum += c.instructions[mode][op];
    if (sum != 0) rows.push_back({"instruction", "in-out", kModeNames[mode], sum});
  }
}

void addIo(std::vector<CounterRow>& rows, const Counters& c, const IoBus& bus) {
  for (std::uint32_t d = 0; d < 128; ++d)
    for (std::size_t f = 0; f < 8; ++f) {
      if (c.io[d][f] == 0) continue;
      const IoDevice* device = bus.at(DeviceCode::field(d));
      const std::string name = device != nullptr ? std::string{device->name()} : fmt::format("{:03o}", d << 2);
      rows.push_back({"in-out", fmt::format("{} {}", kIoMnemonic[f], name), "all", c.io[d][f]});
    }
}

std::uint64_t ns(Duration d) { return static_cast<std::uint64_t>(d.count()); }

void addCalls(std::vector<CounterRow>& rows, const Counters& c, const LedgerNames& names) {
  for (std::size_t mode = 0; mode < 2; ++mode)
    for (std::size_t n = 0; n < 512; ++n)
      if (c.jsys[mode][n] != 0)
        rows.push_back(
            {"jsys", bucketName(ledger::bucket(ledger::kCalls, n), names), kModeNames[mode], c.jsys[mode][n]});
}

// The times of reloads and faults are also contained in the time by mode.
void addPager(std::vector<CounterRow>& rows, const PagerCounters& p, const LedgerNames& names) {
  constexpr std::string_view kSpaces[2] = {"exec", "user"};
  for (std::size_t space = 0; space < 2; ++space)
    for (std::size_t chain = 0; chain < PagerCounters::kChains; ++chain) {
      const PagerCounters::Reloads& r = p.reloads[space][chain];
      if (r.number == 0) continue;
      rows.push_back({"reload", fmt::format("chain-{}", chain), kSpaces[space], r.number});
      rows.push_back({"reload-ns", fmt::format("chain-{}", chain), kSpaces[space], ns(r.time)});
    }
  for (std::size_t f = 0; f < p.faults.size(); ++f)
    if (p.faults[f] != 0)
      rows.push_back({"fault", bucketName(ledger::bucket(ledger::kFaults, f), names), "all", p.faults[f]});
  if (p.faultTime != Duration{}) rows.push_back({"fault-ns", "to-status", "all", ns(p.faultTime)});
  if (p.bases != 0) rows.push_back({"pager", "base-load", "all", p.bases});
  for (std::size_t space = 0; space < 2; ++space)
    if (p.clears[space] != 0) rows.push_back({"pager", "clear", kSpaces[space], p.clears[space]});
}

std::vector<CounterRow> rowsOf(const Counters& c, Machine& machine) {
  const LedgerNames names = ledgerNames(machine.bus());
  std::vector<CounterRow> rows;
  addInstructions(rows, c);
  addIo(rows, c, machine.bus());
  for (std::size_t mode = 0; mode < 2; ++mode)
    for (std::size_t k = 0; k < kCycleKinds; ++k)
      if (c.cycles[mode][k] != 0)
        rows.push_back(
            {"cycle", std::string{cycleName(static_cast<CycleKind>(k))}, kModeNames[mode], c.cycles[mode][k]});
  for (std::size_t n = 1; n < c.interrupts.size(); ++n)
    if (c.interrupts[n] != 0) rows.push_back({"interrupt", fmt::format("level-{}", n), "all", c.interrupts[n]});
  addCalls(rows, c, names);
  addPager(rows, c.pager, names);
  for (std::size_t t = 0; t < kTimeModes; ++t)
    if (c.time[t] != Duration{}) rows.push_back({"time-ns", std::string{kTimeNames[t]}, "all", ns(c.time[t])});
  rows.push_back({"time-ns", "memory-wait", "part", ns(c.memoryWait)});
  rows.push_back({"total", "instructions", "all", c.totalInstructions()});
  rows.push_back({"total", "cycles", "all", c.totalCycles()});
  rows.push_back({"total", "time-ns", "all", ns(c.totalTime())});
  rows.push_back({"total", "elapsed-ns", "all", ns(machine.now() - c.since)});
  return rows;
}

void asText(Console& console, const std::vector<CounterRow>& rows) {
  const auto bare = [](std::string_view name) { return name.substr(0, name.size() - (name.ends_with("-ns") ? 3 : 0)); };
  for (const CounterRow& r : rows) {
    const bool time = r.section.ends_with("-ns") || r.name.ends_with("-ns");
    const std::string value =
        time ? timeText(Duration{static_cast<std::int64_t>(r.value)}) : fmt::format("{}.", r.value);
    console.print("{:<12} {:<14} {:<5} {:>22}", bare(r.section), bare(r.name), r.mode, value);
  }
  const std::uint64_t sum = (rows.end() - 2)->value;
  const std::uint64_t elapsed = rows.back().value;
  console.print("time by mode and time elapsed: {}", sum == elapsed ? "equal" : "THEY DIFFER");
}

void asCsv(Console& console, const std::vector<CounterRow>& rows) {
  console.print("section,name,mode,value");
  for (const CounterRow& r : rows) console.print("{},{},{},{}", r.section, r.name, r.mode, r.value);
}

void asJson(Console& console, const std::vector<CounterRow>& rows) {
  nlohmann::ordered_json report = nlohmann::ordered_json::object();
  for (const CounterRow& r : rows) report[std::string{r.section}][r.name][std::string{r.mode}] = r.value;
  console.print("{}", report.dump(2));
}

}  // namespace

Expected<void> countersCommand(Debugger& debugger, Console& console, Probes& probes, Arguments& arguments) {
  if (arguments.take("on")) return countersOn(debugger, console, probes, arguments);
  if (arguments.take("off")) return countersOff(probes, arguments);
  if (arguments.take("time")) return countersTime(debugger, console, probes, arguments);
  if (arguments.take("every")) return countersEvery(debugger, console, probes, arguments);
  const bool clear = arguments.take("clear");
  const bool csv = !clear && arguments.take("--csv");
  const bool json = !clear && !csv && arguments.take("--json");
  if (auto end = arguments.finish(); !end) return end;
  Counters& counters = debugger.cpu().counters();
  if (clear) {
    counters = Counters{};
    counters.since = debugger.machine().now();
    if (probes.ledger() != nullptr) probes.ledger()->ledger().clear(debugger.machine().now());
    return {};
  }
  const std::vector<CounterRow> rows = rowsOf(counters, debugger.machine());
  if (csv)
    asCsv(console, rows);
  else if (json)
    asJson(console, rows);
  else
    asText(console, rows);
  return {};
}

}  // namespace utah10
