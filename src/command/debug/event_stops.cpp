#include "command/debug/event_stops.hpp"

#include <algorithm>

#include "command/console/numbers.hpp"
#include "trace/io_names.hpp"
#include "trace/jsys_names.hpp"
#include "trace/pager_names.hpp"
#include "word/pager_words.hpp"

namespace utah10 {

namespace {

using In = Breakpoint::In;

bool writes(CycleKind kind) {
  return kind == CycleKind::Write || kind == CycleKind::WriteRestart || kind == CycleKind::FastWrite;
}
bool reads(CycleKind kind) {
  return kind == CycleKind::Read || kind == CycleKind::ReadPause || kind == CycleKind::FastRead;
}

// "JSYS 50 (BIN)".
std::string callText(std::uint32_t number) {
  const JsysCall* call = jsysCall(number);
  return call != nullptr ? fmt::format("JSYS {:o} ({})", number, call->name) : fmt::format("JSYS {:o}", number);
}

Space spaceOf(In in) { return in == In::User ? Space::User : Space::Exec; }

}  // namespace

// Notes the present values of watched words, so that the first change has an old value.
EventStops::EventStops(Session& session) : s_(session) {
  for (Breakpoint& b : s_.breakpoints().all()) {
    if (!b.enabled) continue;
    byKind_[static_cast<std::size_t>(b.kind)].push_back(&b);
    if (b.kind == Kind::Change || b.kind == Kind::Coni)
      for (std::uint32_t n = b.first; n <= b.last; ++n) changes_.push_back(look(b, n));
  }
  noteWords();
  s_.cpu().connect(*this);
}

// Notes words of write watches that have not been seen yet.
void EventStops::noteWords() {
  remapped_ = false;
  each(Kind::Write, [&](Breakpoint& b) {
    for (std::uint32_t n = b.first; n <= b.last; ++n)
      if (const Watched w = look(b, n); w.core && w.word) core_.try_emplace(*w.core, *w.word);
  });
}

// Notes the words of a page that is mapped now, before the reference that caused the reload.
void EventStops::notePage(const PagerRecord& record) {
  each(Kind::Write, [&](Breakpoint& b) {
    const bool space = b.in == In::Any || (b.in == In::User) == (record.space != Space::Exec);
    const std::uint32_t first = record.virtualAddress.bits() & ~0777u;
    if (!space || b.in == In::Physical) return;
    for (std::uint32_t n = std::max(b.first, first); n <= std::min(b.last, first | 0777); ++n) {
      const PhysicalAddress real{record.core << 9 | (n & 0777)};
      core_.try_emplace(real.bits(), s_.machine().core().peek(real));
    }
  });
}

EventStops::~EventStops() { s_.cpu().disconnect(*this); }

template <class F>
void EventStops::each(Kind kind, F tell) {
  for (Breakpoint* b : byKind_[static_cast<std::size_t>(kind)]) tell(*b);
}

EventStops::Watched EventStops::look(Breakpoint& b, std::uint32_t n) const {
  const Ka10& cpu = s_.cpu();
  Watched w{&b, n, std::nullopt, std::nullopt, std::nullopt};
  const IoDevice* device = b.kind == Kind::Coni ? s_.machine().bus().at(b.device) : nullptr;
  if (b.kind == Kind::Coni)
    w.word = device != nullptr ? device->coni() & b.bits : Word36{};
  else if (b.in == In::Ac)
    w.word = cpu.ac(AcNo{n});
  else if (b.in == In::Flags)
    w.word = Word36{cpu.flags()};
  else if (b.in == In::Physical)
    w.core = n;
  else if (const auto real = cpu.physical(spaceOf(b.in), VirtualAddress{n}))
    w.core = real->bits();
  if (w.core && b.in != In::Physical)
    w.word = cpu.peek(spaceOf(b.in), VirtualAddress{n});
  else if (w.core && s_.machine().core().exists(PhysicalAddress{n}))
    w.word = s_.machine().core().peek(PhysicalAddress{n});
  return w;
}

bool EventStops::refersTo(const Breakpoint& b, const MemoryRecord& record) const {
  switch (b.in) {
    case In::Physical:
      return b.covers(record.physicalAddress.bits());
    case In::User:
      return record.user && b.covers(record.virtualAddress.bits());
    case In::Exec:
      return !record.user && record.space != Space::Real && b.covers(record.virtualAddress.bits());
    case In::Any:
      return record.space != Space::Real && b.covers(record.virtualAddress.bits());
    default:
      return false;
  }
}

void EventStops::memory(const MemoryRecord& record) {
  const std::uint32_t core = record.physicalAddress.bits();
  if (writes(record.kind)) {
    for (Watched& w : changes_)
      if (w.core == core) w.writer = record.virtualAddress;
    each(Kind::Write, [&](Breakpoint& b) {
      if (!refersTo(b, record)) return;
      const auto old = core_.find(core);
      happened_.push_back({&b, fmt::format("write of {}: {} -> {}",
                                           placeText(b, b.in == In::Physical ? core : record.virtualAddress.bits()),
                                           old != core_.end() ? octal(old->second) : "?", octal(record.word))});
    });
    if (!byKind_[static_cast<std::size_t>(Kind::Write)].empty()) core_[core] = record.word;
  } else if (reads(record.kind)) {
    each(Kind::Read, [&](Breakpoint& b) {
      if (refersTo(b, record))
        happened_.push_back(
            {&b, fmt::format("read of {}: {}", placeText(b, b.in == In::Physical ? core : record.virtualAddress.bits()),
                             octal(record.word))});
    });
  }
}

void EventStops::io(const IoRecord& record) {
  if (record.device == DeviceCode::written(0)) remapped_ = true;  // the relocation registers may have changed
  each(Kind::Device, [&](Breakpoint& b) {
    const bool concerned = b.device == record.device && (b.functions >> record.function & 1) != 0;
    if (concerned && (b.bits.zero() || !(record.word & b.bits).zero()))
      happened_.push_back({&b, ioText(record, s_.machine().bus())});
  });
}

void EventStops::interrupt(const InterruptRecord& record) {
  each(Kind::Level, [&](Breakpoint& b) {
    if (b.covers(record.level)) happened_.push_back({&b, fmt::format("interrupt on level {}", record.level)});
  });
}

void EventStops::pager(const PagerRecord& record) {
  const bool user = record.space != Space::Exec;
  if (record.kind == PagerRecord::Kind::Mode || record.kind == PagerRecord::Kind::Base) remapped_ = true;
  if (record.kind == PagerRecord::Kind::Trap) {
    each(Kind::Fault, [&](Breakpoint& b) {
      const std::uint32_t reasons = TrapStatus{record.status}.reasons();
      bool wanted = b.reasons.empty();
      for (const std::uint32_t r : b.reasons) wanted = wanted || (reasons & r) == r;
      if (wanted)
        happened_.push_back(
            {&b, fmt::format("page fault at {}{}: {}", user ? "u:" : "", placeName(s_, record.virtualAddress, user),
                             trapStatusText(record.status))});
    });
  } else if (record.kind == PagerRecord::Kind::Reload) {
    notePage(record);
    each(Kind::Reload, [&](Breakpoint& b) {
      happened_.push_back({&b, fmt::format("pager reload for {}{}: core page {:o}", user ? "u:" : "",
                                           placeName(s_, record.virtualAddress, user), record.core)});
    });
  }
}

void EventStops::instruction(const InstructionRecord& record) {
  const std::uint32_t op = record.entry.instruction.opcode();
  const bool direct = groupOf(record.entry.instruction) == Group::Jsys;
  each(Kind::Opcode, [&](Breakpoint& b) {
    if (b.covers(op)) happened_.push_back({&b, "executed"});
  });
  each(Kind::Jsys, [&](Breakpoint& b) {
    if (direct && b.covers(record.entry.e)) happened_.push_back({&b, callText(record.entry.e)});
  });
  ended({record.ended, record.entry.pcWord, record.entry.instruction, record.entry.context});
}

void EventStops::abandoned(const AbandonRecord& record) { ended({record.at, record.pcWord, record.instruction, 0}); }

// A word whose page mapping has changed does not count as changed.
void EventStops::compare() {
  for (Watched& w : changes_) {
    Watched now = look(*w.breakpoint, w.n);
    if (now.core == w.core && now.word && w.word && *now.word != *w.word) {
      const bool memory = w.core.has_value();
      const std::string by = memory && !w.writer ? ", not by this instruction" : "";
      const std::string what =
          w.breakpoint->kind == Kind::Coni ? w.breakpoint->what.substr(6) : placeText(*w.breakpoint, w.n);
      happened_.push_back(
          {w.breakpoint, fmt::format("change of {}: {} -> {}{}", what, octal(*w.word), octal(*now.word), by)});
    }
    w = now;
  }
}

void EventStops::ended(const Who& who) {
  if (!changes_.empty()) compare();
  if (remapped_) noteWords();
  if (!happened_.empty()) stop(who);
}

void EventStops::stop(const Who& who) {
  for (const Happened& h : happened_) {
    if (!h.breakpoint->passes(s_.cpu())) continue;
    hits_.push_back({h.breakpoint->number, fmt::format("{}: {}, {}", h.breakpoint->number, h.what, whoText(who))});
  }
  happened_.clear();
  if (!hits_.empty()) s_.cpu().requestStop();
}

std::string EventStops::whoText(const Who& who) const {
  const VirtualAddress pc = who.pcWord.pc();
  const bool user = who.pcWord.user();
  const std::string_view how = (who.context & kHistoryPi) != 0     ? " in a PI cycle"
                               : (who.context & kHistoryTrap) != 0 ? " in a trap"
                               : (who.context & kHistoryXct) != 0  ? " by XCT"
                                                                   : "";
  std::string text = fmt::format("by {}{}/ {}{} at {}", user ? "u:" : "", placeName(s_, pc, user),
                                 disassembled(s_, who.instruction.word(), pc, user), how, timeText(who.at - kPowerOn));
  if (const std::string source = sourceText(s_, pc, user); !source.empty()) text += "\n   " + source;
  return text;
}

std::string EventStops::placeText(const Breakpoint& b, std::uint32_t n) const {
  Place place;
  place.kind = b.in == In::User       ? Place::Kind::User
               : b.in == In::Physical ? Place::Kind::Physical
               : b.in == In::Ac       ? Place::Kind::Ac
               : b.in == In::Flags    ? Place::Kind::Flags
                                      : Place::Kind::Exec;
  std::string text = utah10::placeText(place, n);
  const bool named = b.in == In::Any || b.in == In::Exec || b.in == In::User;
  const SymbolMap& map = s_.symbols().of(b.in == In::User);
  if (named && map.nearest(VirtualAddress{n})) text += " " + map.text(VirtualAddress{n});
  return text;
}

}  // namespace utah10
