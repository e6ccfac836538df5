#include "command/debug/event_matcher.hpp"

#include <algorithm>

#include "command/console/numbers.hpp"
#include "command/console/suggestion.hpp"
#include "command/debug/debugger.hpp"
#include "command/debug/expressions.hpp"
#include "command/debug/places.hpp"
#include "trace/io_names.hpp"
#include "trace/jsys_names.hpp"
#include "trace/pager_names.hpp"
#include "word/pager_words.hpp"

namespace utah10 {

namespace {

using Where = Breakpoint::Where;

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

// An operation that no processor or monitor has: not a call of either kind, and without a name.
bool isIllegal(Instruction i) {
  constexpr std::uint32_t kFirst = 040, kLast = 077;  // monitor calls of DEC's kind, for a compatibility package
  const bool call = i.opcode() >= kFirst && i.opcode() <= kLast;
  return groupOf(i) == Group::Muuo && !call;
}

Space spaceOf(Where where) { return where == Where::User ? Space::User : Space::Exec; }

}  // namespace

template <class F>
void EventMatcher::each(Trigger trigger, F tell) {
  for (Breakpoint* b : byTrigger_[static_cast<std::size_t>(trigger)]) tell(*b);
}

EventMatcher::EventMatcher(Debugger& debugger, Tell tell)
    : debugger_(debugger), tell_(std::move(tell)), calls_(debugger.symbols().exec) {
  for (Breakpoint& b : debugger_.breakpoints().all())
    if (b.enabled) byTrigger_[static_cast<std::size_t>(b.trigger)].push_back(&b);
  begin();
}

void EventMatcher::begin() {
  changes_.clear();
  core_.clear();
  happened_.clear();
  for (const Trigger trigger : {Trigger::Change, Trigger::Coni})
    each(trigger, [&](Breakpoint& b) {
      for (std::uint32_t n = b.first; n <= b.last; ++n) changes_.push_back(look(b, n));
    });
  noteWords();
}

// Notes words of write watches that have not been seen yet.
void EventMatcher::noteWords() {
  remapped_ = false;
  each(Trigger::Write, [&](Breakpoint& b) {
    for (std::uint32_t n = b.first; n <= b.last; ++n)
      if (const Watched w = look(b, n); w.core && w.word) core_.try_emplace(*w.core, *w.word);
  });
}

// Notes the words of a page that is mapped now, before the reference that caused the reload.
void EventMatcher::notePage(const PagerRecord& record) {
  each(Trigger::Write, [&](Breakpoint& b) {
    const bool space = b.where == Where::Any || (b.where == Where::User) == (record.space != Space::Exec);
    const std::uint32_t first = record.virtualAddress.bits() & ~0777u;
    if (!space || b.where == Where::Physical) return;
    for (std::uint32_t n = std::max(b.first, first); n <= std::min(b.last, first | 0777); ++n) {
      const PhysicalAddress real{record.core << 9 | (n & 0777)};
      core_.try_emplace(real.bits(), debugger_.machine().core().peek(real));
    }
  });
}

EventMatcher::Watched EventMatcher::look(Breakpoint& b, std::uint32_t n) const {
  const Ka10& cpu = debugger_.cpu();
  Watched w{&b, n, std::nullopt, std::nullopt, std::nullopt};
  const IoDevice* device = b.trigger == Trigger::Coni ? debugger_.machine().bus().at(b.device) : nullptr;
  if (b.trigger == Trigger::Coni)
    w.word = device != nullptr ? device->coni() & b.bits : Word36{};
  else if (b.where == Where::Ac)
    w.word = cpu.ac(AcNo{n});
  else if (b.where == Where::Flags)
    w.word = Word36{cpu.flags()};
  else if (b.where == Where::Physical)
    w.core = n;
  else if (const auto real = cpu.physical(spaceOf(b.where), VirtualAddress{n}))
    w.core = real->bits();
  if (w.core && b.where != Where::Physical)
    w.word = cpu.peek(spaceOf(b.where), VirtualAddress{n});
  else if (w.core && debugger_.machine().core().exists(PhysicalAddress{n}))
    w.word = debugger_.machine().core().peek(PhysicalAddress{n});
  return w;
}

bool EventMatcher::refersTo(const Breakpoint& b, const MemoryRecord& record) const {
  switch (b.where) {
    case Where::Physical:
      return b.covers(record.physicalAddress.bits());
    case Where::User:
      return record.user && b.covers(record.virtualAddress.bits());
    case Where::Exec:
      return !record.user && record.space != Space::Real && b.covers(record.virtualAddress.bits());
    case Where::Any:
      return record.space != Space::Real && b.covers(record.virtualAddress.bits());
    default:
      return false;
  }
}

void EventMatcher::memory(const MemoryRecord& record) {
  if (wanted(Trigger::JsysError)) calls_.memory(record);
  const std::uint32_t core = record.physicalAddress.bits();
  if (writes(record.kind)) {
    for (Watched& w : changes_)
      if (w.core == core) w.writer = record.virtualAddress;
    each(Trigger::Write, [&](Breakpoint& b) {
      if (!refersTo(b, record)) return;
      const auto old = core_.find(core);
      happened_.push_back(
          {&b, fmt::format("write of {}: {} -> {}",
                           placeText(b, b.where == Where::Physical ? core : record.virtualAddress.bits()),
                           old != core_.end() ? octal(old->second) : "?", octal(record.word))});
    });
    if (wanted(Trigger::Write)) core_[core] = record.word;
  } else if (reads(record.kind)) {
    each(Trigger::Read, [&](Breakpoint& b) {
      if (refersTo(b, record))
        happened_.push_back(
            {&b, fmt::format("read of {}: {}",
                             placeText(b, b.where == Where::Physical ? core : record.virtualAddress.bits()),
                             octal(record.word))});
    });
  }
}

void EventMatcher::io(const IoRecord& record) {
  if (record.device == DeviceCode::written(0)) remapped_ = true;  // the relocation registers may have changed
  each(Trigger::Device, [&](Breakpoint& b) {
    const bool concerned = b.device == record.device && (b.functions >> record.function & 1) != 0;
    if (concerned && (b.bits.zero() || !(record.word & b.bits).zero()))
      happened_.push_back({&b, ioText(record, debugger_.machine().bus())});
  });
}

void EventMatcher::interrupt(const InterruptRecord& record) {
  each(Trigger::Level, [&](Breakpoint& b) {
    if (b.covers(record.level)) happened_.push_back({&b, fmt::format("interrupt on level {}", record.level)});
  });
}

void EventMatcher::pager(const PagerRecord& record) {
  const bool user = record.space != Space::Exec;
  calls_.pager(record);
  if (record.kind == PagerAction::Mode || record.kind == PagerAction::Base) remapped_ = true;
  if (record.kind == PagerAction::Trap) {
    each(Trigger::Fault, [&](Breakpoint& b) {
      const std::uint32_t reasons = TrapStatus{record.status}.reasons();
      bool wanted = b.reasons.empty();
      for (const std::uint32_t r : b.reasons) wanted = wanted || (reasons & r) == r;
      if (wanted)
        happened_.push_back(
            {&b, fmt::format("page fault at {}{}: {}", user ? "u:" : "",
                             placeName(debugger_, record.virtualAddress, user), trapStatusText(record.status))});
    });
  } else if (record.kind == PagerAction::Reload) {
    notePage(record);
    each(Trigger::Reload, [&](Breakpoint& b) {
      happened_.push_back({&b, fmt::format("pager reload for {}{}: core page {:o}", user ? "u:" : "",
                                           placeName(debugger_, record.virtualAddress, user), record.core)});
    });
  }
}

void EventMatcher::instruction(const InstructionRecord& record) {
  const std::uint32_t op = record.entry.instruction.opcode();
  const bool direct = groupOf(record.entry.instruction) == Group::Jsys;
  each(Trigger::Opcode, [&](Breakpoint& b) {
    if (b.covers(op)) happened_.push_back({&b, "executed"});
  });
  each(Trigger::Jsys, [&](Breakpoint& b) {
    if (direct && b.covers(record.entry.e)) happened_.push_back({&b, callText(record.entry.e)});
  });
  each(Trigger::Illegal, [&](Breakpoint& b) {
    if (isIllegal(record.entry.instruction)) happened_.push_back({&b, "illegal instruction"});
  });
  const Who who{record.ended, record.entry.pcWord, record.entry.instruction, record.entry.context};
  if (wanted(Trigger::JsysError)) {
    calls_.instruction(record);
    noteFailedCalls(who);
  }
  ended(who);
}

// The caller stands behind its call as soon as the monitor's last instruction has ended.
void EventMatcher::noteFailedCalls(const Who& who) {
  calls_.standsAt(debugger_.cpu().pcWord(), who.at);
  for (const FailedCall& call : calls_.take()) {
    const JsysCall* known = jsysCall(call.number);
    const std::uint32_t ac = known != nullptr ? known->errorAc : 0;
    const std::string error = errorName(call.code.value_or(ac == 0 ? Word36{} : debugger_.cpu().ac(AcNo{ac})));
    each(Trigger::JsysError, [&](Breakpoint& b) {
      if (!b.covers(call.number)) return;
      happened_.push_back(
          {&b,
           fmt::format("{} at {} failed{}{}{}", known != nullptr ? known->name : fmt::format("JSYS {:o}", call.number),
                       placeName(debugger_, VirtualAddress{call.address}, true),
                       call.interrupts ? " by an interrupt" : "", error.empty() ? "" : ": ", error)});
    });
  }
}

void EventMatcher::abandoned(const AbandonRecord& record) {
  calls_.abandoned(record);
  ended({record.at, record.pcWord, record.instruction, 0});
}

// A word whose page mapping has changed does not count as changed.
void EventMatcher::compare() {
  for (Watched& w : changes_) {
    Watched now = look(*w.breakpoint, w.n);
    if (now.core == w.core && now.word && w.word && *now.word != *w.word) {
      const bool memory = w.core.has_value();
      const std::string by = memory && !w.writer ? ", not by this instruction" : "";
      const std::string what =
          w.breakpoint->trigger == Trigger::Coni ? w.breakpoint->what.substr(6) : placeText(*w.breakpoint, w.n);
      happened_.push_back(
          {w.breakpoint, fmt::format("change of {}: {} -> {}{}", what, octal(*w.word), octal(*now.word), by)});
    }
    w = now;
  }
}

void EventMatcher::ended(const Who& who) {
  if (!changes_.empty()) compare();
  if (remapped_) noteWords();
  for (const Happened& h : std::exchange(happened_, {}))
    tell_(*h.breakpoint, [&] { return fmt::format("{}: {}, {}", h.breakpoint->number, h.what, whoText(who)); });
}

std::string EventMatcher::whoText(const Who& who) const {
  const VirtualAddress pc = who.pcWord.pc();
  const bool user = who.pcWord.user();
  const std::string_view how = (who.context & kHistoryPi) != 0     ? " in a PI cycle"
                               : (who.context & kHistoryTrap) != 0 ? " in a trap"
                               : (who.context & kHistoryXct) != 0  ? " by XCT"
                                                                   : "";
  std::string text =
      fmt::format("by {}{}/ {}{} at {}", user ? "u:" : "", placeName(debugger_, pc, user),
                  disassembled(debugger_, who.instruction.word(), pc, user), how, timeText(who.at - kPowerOn));
  if (const std::string source = sourceText(debugger_, pc, user); !source.empty()) text += "\n   " + source;
  return text;
}

std::string EventMatcher::placeText(const Breakpoint& b, std::uint32_t n) const {
  Place place;
  place.kind = b.where == Where::User       ? PlaceKind::User
               : b.where == Where::Physical ? PlaceKind::Physical
               : b.where == Where::Ac       ? PlaceKind::Ac
               : b.where == Where::Flags    ? PlaceKind::Flags
                                            : PlaceKind::Exec;
  std::string text = utah10::placeText(place, n);
  const bool named = b.where == Where::Any || b.where == Where::Exec || b.where == Where::User;
  const SymbolMap& map = debugger_.symbols().of(b.where == Where::User);
  if (named && map.nearest(VirtualAddress{n})) text += " " + map.text(VirtualAddress{n});
  return text;
}

}  // namespace utah10
