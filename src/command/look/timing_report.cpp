#include "command/look/timing_report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "command/console/numbers.hpp"
#include "utah10/toolchain/symbolic.hpp"
#include "utah10/word/text.hpp"

namespace utah10 {

namespace {

constexpr std::uint32_t kAt = 0100;

class Parts final : public Probe {
 public:
  bool wantsPhases() const override { return true; }
  void phase(const PhaseRecord& r) override {
    if (r.length != Duration{}) parts.push_back({std::string(r.segment), r.length});
  }
  std::vector<TimingPart> parts;
};

MachineConfig idealMachine(const std::string& profile) {
  MachineConfig config;
  config.timing = profile;
  config.memory = {{*findMemoryKind("ideal"), 0, CoreMemory::kMaxWords, 1, 4}};
  return config;
}

// User mode with both protection registers at their maximum: addresses are unchanged, but references include the
// relocation time.
void enterUser(Machine& m) {
  m.cpu().apr().datao(Word36::halves(0776776, 0));
  m.cpu().setFlags(kPcUser | kPcUserIo);
}

}  // namespace

Expected<TimingBreakdown> explainTiming(const TimingRequest& request) {
  const auto word = assembleLine(request.instruction);
  if (!word) return tl::unexpected(word.error());
  const MachineConfig config = request.machine ? request.machine->machine : idealMachine(request.profile);
  if (auto ok = Machine::check(config); !ok) return tl::unexpected(ok.error());
  Machine m{config};
  for (const auto& [address, value] : request.contents)
    if (!m.cpu().poke(Space::Exec, VirtualAddress{address}, value))
      return fail("timing", fmt::format("there is no memory at {:06o}", address));
  if (!m.core().poke(PhysicalAddress{kAt}, *word)) return fail("timing", "there is no memory at 000100");
  if (request.machine) m.cpu().switches().fastMemory = request.machine->fastMemory;
  if (request.user) enterUser(m);
  m.cpu().setStart(VirtualAddress{kAt});
  Parts parts;
  m.cpu().connect(parts);
  const Instant before = m.now();
  m.cpu().run({.instructions = 1});
  return TimingBreakdown{*word, std::move(parts.parts), m.now() - before};
}

std::string timingText(const TimingBreakdown& breakdown) {
  std::string out = fmt::format("{}  {}\n", formatOctal(breakdown.instruction), disassemble(breakdown.instruction));
  Duration sum{};
  for (const TimingPart& p : breakdown.parts) {
    sum += p.length;
    out += fmt::format("  {:24} {:>8} {:>8}\n", p.segment, formatMicroseconds(p.length), formatMicroseconds(sum));
  }
  return out + fmt::format("  {:24} {:>17} us\n", "total", formatMicroseconds(breakdown.total));
}

std::string timingJson(const TimingBreakdown& breakdown) {
  nlohmann::ordered_json parts = nlohmann::ordered_json::array();
  for (const TimingPart& p : breakdown.parts) parts.push_back({{"segment", p.segment}, {"ns", p.length.count()}});
  const nlohmann::ordered_json all = {{"word", formatOctal(breakdown.instruction)},
                                      {"instruction", disassemble(breakdown.instruction)},
                                      {"parts", parts},
                                      {"total_ns", breakdown.total.count()}};
  return all.dump(2) + "\n";
}

}  // namespace utah10
