// Stores what a probe received as plain values that can be compared and refer to nothing else.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "utah10/machine/ka10.hpp"
#include "utah10/machine/probe.hpp"

namespace utah10::test {

struct PlainRecord {
  std::string kind;
  std::vector<std::uint64_t> fields;
  std::string text;  // name of an event, octets of a message
  bool operator==(const PlainRecord&) const = default;
};

inline std::ostream& operator<<(std::ostream& out, const PlainRecord& r) {
  out << r.kind << std::oct;
  for (const std::uint64_t f : r.fields) out << ' ' << f;
  return out << ' ' << r.text << std::dec;
}

class RecordLog final : public Probe {
 public:
  std::vector<PlainRecord> all;

  std::size_t count(const std::string& kind) const {
    std::size_t n = 0;
    for (const PlainRecord& r : all) n += r.kind == kind ? 1 : 0;
    return n;
  }

  void instruction(const InstructionRecord& r) override {
    const HistoryEntry& h = r.entry;
    PlainRecord p{"instruction",
                  {of(h.began), h.instruction.word().bits(), h.pcWord.word().bits(), h.accumulator.bits(),
                   h.data.bits(), h.e, h.context, of(r.ended), r.level, r.process},
                  {}};
    for (const Word36 w : r.ac) p.fields.push_back(w.bits());
    all.push_back(p);
  }
  void abandoned(const AbandonRecord& r) override {
    all.push_back(
        {"abandoned", {of(r.at), of(r.reason), r.fetching, r.instruction.word().bits(), r.pcWord.word().bits()}, {}});
  }
  void memory(const MemoryRecord& r) override {
    all.push_back({"memory",
                   {of(r.at), of(r.kind), r.user, r.virtualAddress.bits(), r.physicalAddress.bits(), r.word.bits(),
                    of(r.space), of(r.waited), of(r.length)},
                   {}});
  }
  void io(const IoRecord& r) override {
    all.push_back({"io", {of(r.at), r.device.index(), r.function, r.word.bits()}, {}});
  }
  void interrupt(const InterruptRecord& r) override {
    all.push_back({"interrupt", {of(r.at), r.level, r.pcWord.word().bits()}, {}});
  }
  void pager(const PagerRecord& r) override {
    all.push_back({"pager",
                   {of(r.kind), of(r.at), of(r.length), of(r.space), r.virtualAddress.bits(), of(r.need), r.chain,
                    r.core, r.rights, r.status, r.process},
                   {}});
  }
  void event(const EventRecord& r) override {
    all.push_back({"event", {of(r.kind), of(r.at), r.slot, of(r.due)}, std::string{r.name}});
  }
  void message(const MessageRecord& r) override {
    all.push_back({"message",
                   {of(r.at), of(r.length), r.wire, r.fromHost, r.bits},
                   std::string{r.octets.begin(), r.octets.end()}});
  }
  void started(Instant at) override { all.push_back({"started", {of(at)}, {}}); }
  void stopped(Instant at, StopReason why) override { all.push_back({"stopped", {of(at), of(why)}, {}}); }

 private:
  static std::uint64_t of(Instant t) { return static_cast<std::uint64_t>(t.time_since_epoch().count()); }
  static std::uint64_t of(Duration d) { return static_cast<std::uint64_t>(d.count()); }
  template <class E>
  static std::uint64_t of(E e) {
    return static_cast<std::uint64_t>(e);
  }
};

// Passes records on to several probes.
class Both final : public Probe {
 public:
  Both(Probe& a, Probe& b) : a_(a), b_(b) {}
  void instruction(const InstructionRecord& r) override { a_.instruction(r), b_.instruction(r); }
  void abandoned(const AbandonRecord& r) override { a_.abandoned(r), b_.abandoned(r); }
  void memory(const MemoryRecord& r) override { a_.memory(r), b_.memory(r); }
  void io(const IoRecord& r) override { a_.io(r), b_.io(r); }
  void interrupt(const InterruptRecord& r) override { a_.interrupt(r), b_.interrupt(r); }
  void pager(const PagerRecord& r) override { a_.pager(r), b_.pager(r); }
  void event(const EventRecord& r) override { a_.event(r), b_.event(r); }
  void message(const MessageRecord& r) override { a_.message(r), b_.message(r); }
  void started(Instant at) override { a_.started(at), b_.started(at); }
  void stopped(Instant at, StopReason why) override { a_.stopped(at, why), b_.stopped(at, why); }

 private:
  Probe& a_;
  Probe& b_;
};

}  // namespace utah10::test
