// counters: instructions by opcode and mode, memory cycles by kind, interrupts by level, time by mode.
#include <nlohmann/json.hpp>

#include "handlers.hpp"
#include "utah10/word/isa.hpp"
#include "values.hpp"

namespace utah10 {

namespace {

constexpr std::string_view kCycleNames[kCycleKinds] = {
    "fetch",       "indirect", "read",     "write",    "read-pause", "write-restart", "ac-fetch",
    "ac-indirect", "ac-read",  "ac-write", "map-read", "cst-read",   "cst-write",     "trap-write"};
constexpr std::string_view kTimeNames[kTimeModes] = {"exec",    "level-1", "level-2", "level-3", "level-4",
                                                     "level-5", "level-6", "level-7", "user",    "stopped"};
constexpr std::string_view kModeNames[2] = {"exec", "user"};

// One number of the report: what it counts, which one, in which mode. Times are in nanoseconds.
struct Row {
  std::string_view section;
  std::string name;
  std::string_view mode;
  std::uint64_t value;
};

std::string opcodeName(unsigned op) {
  const std::string_view name = kInsnTable[op].mnemonic.view();
  return name.empty() ? fmt::format("{:03o}", op) : std::string{name};
}

void addInstructions(std::vector<Row>& rows, const Counters& c) {
  for (std::size_t mode = 0; mode < 2; ++mode)
    for (unsigned op = 0; op < 0700; ++op)
      if (c.instructions[mode][op] != 0)
        rows.push_back({"instruction", opcodeName(op), kModeNames[mode], c.instructions[mode][op]});
  for (std::size_t mode = 0; mode < 2; ++mode) {
    std::uint64_t sum = 0;
    for (unsigned op = 0700; op < 01000; ++op) sum += c.instructions[mode][op];
    if (sum != 0) rows.push_back({"instruction", "in-out", kModeNames[mode], sum});
  }
}

void addIo(std::vector<Row>& rows, const Counters& c, const IoBus& bus) {
  for (std::uint32_t d = 0; d < 128; ++d)
    for (std::size_t f = 0; f < 8; ++f) {
      if (c.io[d][f] == 0) continue;
      const IoDevice* device = bus.at(DeviceCode::field(d));
      const std::string name = device != nullptr ? std::string{device->name()} : fmt::format("{:03o}", d << 2);
      rows.push_back({"in-out", fmt::format("{} {}", kIoMnemonic[f], name), "all", c.io[d][f]});
    }
}

std::vector<Row> rowsOf(const Counters& c, const IoBus& bus) {
  std::vector<Row> rows;
  addInstructions(rows, c);
  addIo(rows, c, bus);
  for (std::size_t mode = 0; mode < 2; ++mode)
    for (std::size_t k = 0; k < kCycleKinds; ++k)
      if (c.cycles[mode][k] != 0)
        rows.push_back({"cycle", std::string{kCycleNames[k]}, kModeNames[mode], c.cycles[mode][k]});
  for (std::size_t n = 1; n < c.interrupts.size(); ++n)
    if (c.interrupts[n] != 0) rows.push_back({"interrupt", fmt::format("level-{}", n), "all", c.interrupts[n]});
  for (std::size_t t = 0; t < kTimeModes; ++t)
    if (c.time[t] != Duration{})
      rows.push_back({"time-ns", std::string{kTimeNames[t]}, "all", static_cast<std::uint64_t>(c.time[t].count())});
  rows.push_back({"time-ns", "memory-wait", "part", static_cast<std::uint64_t>(c.memoryWait.count())});
  rows.push_back({"total", "instructions", "all", c.totalInstructions()});
  rows.push_back({"total", "cycles", "all", c.totalCycles()});
  rows.push_back({"total", "time-ns", "all", static_cast<std::uint64_t>(c.totalTime().count())});
  return rows;
}

void asText(Session& session, const std::vector<Row>& rows) {
  for (const Row& r : rows) {
    const bool time = r.section == "time-ns" || r.name == "time-ns";
    const std::string value =
        time ? timeText(Duration{static_cast<std::int64_t>(r.value)}) : fmt::format("{}.", r.value);
    session.print("{:<12} {:<14} {:<5} {:>22}", time && r.section != "total" ? "time" : r.section,
                  r.name == "time-ns" ? "time" : r.name, r.mode, value);
  }
}

void asCsv(Session& session, const std::vector<Row>& rows) {
  session.print("section,name,mode,value");
  for (const Row& r : rows) session.print("{},{},{},{}", r.section, r.name, r.mode, r.value);
}

void asJson(Session& session, const std::vector<Row>& rows) {
  nlohmann::ordered_json report = nlohmann::ordered_json::object();
  for (const Row& r : rows) report[std::string{r.section}][r.name][std::string{r.mode}] = r.value;
  session.print("{}", report.dump(2));
}

}  // namespace

Expected<void> countersCommand(Session& session, Arguments& arguments) {
  const bool clear = arguments.take("clear");
  const bool csv = !clear && arguments.take("--csv");
  const bool json = !clear && !csv && arguments.take("--json");
  if (auto end = arguments.finish(); !end) return end;
  Counters& counters = session.cpu().counters();
  if (clear) {
    counters = Counters{};
    counters.since = session.machine().now();
    return {};
  }
  const std::vector<Row> rows = rowsOf(counters, session.machine().bus());
  if (csv)
    asCsv(session, rows);
  else if (json)
    asJson(session, rows);
  else
    asText(session, rows);
  return {};
}

}  // namespace utah10
