// A stream of records that no machine would produce: every field takes any possible value, and often the previous one.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "support/random.hpp"
#include "utah10/machine/ka10.hpp"
#include "utah10/machine/probe.hpp"

namespace utah10::test {

class RandomRecords {
 public:
  explicit RandomRecords(Random& random) : random_(random) {}

  // The head knows slots 0 to 4 by these names; other slots and names are unknown to it.
  static std::vector<std::string> eventNames() { return {"clock", "ptr.character", "tty.output", "", "drum"}; }

  void tell(Probe& to, std::size_t count) {
    for (std::size_t n = 0; n < count; ++n) one(to);
  }

 private:
  Random& random_;
  std::int64_t now_ = 0;
  std::array<Word36, 16> ac_{};
  HistoryEntry entry_;
  MemoryRecord memory_;
  std::string name_;
  std::vector<std::uint8_t> octets_;

  std::uint64_t below(std::uint64_t n) { return random_.below(n); }
  Instant time() {
    if (random_.oneIn(50)) now_ = static_cast<std::int64_t>(random_.bits());  // restored snapshots jump anywhere
    if (random_.oneIn(2)) now_ += static_cast<std::int64_t>(below(3000));
    return Instant{Duration{now_}};
  }
  Duration length() { return Duration{random_.oneIn(40) ? static_cast<std::int64_t>(random_.bits()) : 1000}; }
  VirtualAddress address() { return VirtualAddress{static_cast<std::uint32_t>(random_.bits() >> 20)}; }
  std::uint32_t any32() { return static_cast<std::uint32_t>(random_.bits()); }
  ProcessId process() { return static_cast<ProcessId>(random_.oneIn(3) ? random_.bits() : 030); }

  void one(Probe& to) {
    switch (below(24)) {
      case 0:
        return to.io({time(), DeviceCode::field(any32()), any32(), random_.word()});
      case 1:
        return to.interrupt({time(), any32(), PcWord{random_.word()}});
      case 2:
        return pager(to);
      case 3:
        return event(to);
      case 4:
        return message(to);
      case 5:
        return to.abandoned({time(), static_cast<InstructionAbort::Reason>(below(5)), random_.oneIn(2),
                             Instruction{random_.word()}, PcWord{random_.word()}});
      case 6:
        return random_.oneIn(2) ? to.started(time()) : to.stopped(time(), static_cast<StopReason>(below(11)));
      default:
        return random_.oneIn(3) ? instruction(to) : memory(to);
    }
  }
  void instruction(Probe& to) {
    if (random_.oneIn(2)) entry_.began = time();
    if (random_.oneIn(3)) entry_.instruction = Instruction{random_.word()};
    if (random_.oneIn(3)) entry_.pcWord = PcWord{random_.oneIn(5) ? random_.word() : entry_.pcWord.word() + Word36{1}};
    if (random_.oneIn(3)) entry_.accumulator = random_.word();
    if (random_.oneIn(3)) entry_.data = random_.word();
    if (random_.oneIn(3)) entry_.e = any32();
    if (random_.oneIn(9)) entry_.context = any32();
    if (random_.oneIn(2)) ac_[below(16)] = random_.word();
    to.instruction({entry_, time(), static_cast<unsigned>(below(8)), process(), ac_});
  }
  void memory(Probe& to) {
    if (random_.oneIn(2)) memory_.kind = static_cast<CycleKind>(below(kCycleKinds));
    if (random_.oneIn(5)) memory_.user = !memory_.user;
    if (random_.oneIn(5)) memory_.space = static_cast<Space>(below(4));
    memory_.virtualAddress = random_.oneIn(2) ? address() : memory_.virtualAddress.next();
    if (random_.oneIn(2)) memory_.physicalAddress = PhysicalAddress{any32()};
    if (random_.oneIn(2)) memory_.word = random_.word();
    memory_.at = time();
    memory_.waited = random_.oneIn(3) ? length() : Duration{};
    memory_.length = length();
    to.memory(memory_);
  }
  void pager(Probe& to) {
    PagerRecord r;
    r.kind = static_cast<PagerAction>(below(6));
    r.at = time();
    r.length = length();
    r.space = static_cast<Space>(below(4));
    r.virtualAddress = address();
    r.need = static_cast<Access>(1 + below(4));
    r.chain = static_cast<std::uint8_t>(random_.bits());
    r.core = any32();
    r.rights = any32();
    r.status = any32();
    r.process = process();
    to.pager(r);
  }
  void event(Probe& to) {
    const auto names = eventNames();
    const auto slot = static_cast<std::uint32_t>(below(7));
    name_ = slot < names.size() && !random_.oneIn(4) ? names[slot] : "other" + std::to_string(below(4));
    to.event({static_cast<EventChange>(below(3)), time(), slot, name_, time()});
  }
  void message(Probe& to) {
    octets_.resize(below(40));
    for (auto& o : octets_) o = static_cast<std::uint8_t>(random_.bits());
    to.message({time(), length(), static_cast<std::uint16_t>(random_.bits()), random_.oneIn(2), any32(), octets_});
  }
};

}  // namespace utah10::test
