#include "trace/record_text.hpp"

#include <fmt/format.h>

#include "trace/message_names.hpp"
#include "trace/pager_names.hpp"
#include "utah10/machine/ka10.hpp"
#include "utah10/word/isa.hpp"
#include "word/format.hpp"
#include "word/pager_words.hpp"

namespace utah10 {

namespace {

constexpr std::array<std::string_view, kCycleKinds> kCycleNames = {
    "fetch",       "indirect", "read",     "write",    "read-pause", "write-restart", "ac-fetch",
    "ac-indirect", "ac-read",  "ac-write", "map-read", "cst-read",   "cst-write",     "trap-write"};
constexpr std::array<std::string_view, 5> kAbortNames = {"protection", "page trap", "memory stop", "interrupt",
                                                         "endless"};
constexpr std::array<std::string_view, 6> kPagerNames = {"reload", "trap", "base", "ac-base", "clear", "mode"};
constexpr std::array<std::string_view, 3> kEventNames = {"armed", "fired", "cancelled"};

// Values also come from files: an unknown number must not read past a table.
template <std::size_t N, class E>
std::string_view nameOf(const std::array<std::string_view, N>& names, E value) {
  const auto index = static_cast<std::size_t>(value);
  return index < N ? names[index] : "?";
}

std::string opcodeText(Instruction i) {
  const std::string_view mnemonic = mnemonicOf(i);
  return mnemonic.empty() ? fmt::format("{:03o}", i.opcode()) : std::string{mnemonic};
}

// "u:001234"; also for references that the monitor makes to the user's pages.
std::string spaceText(Space space, VirtualAddress a) {
  constexpr std::array<std::string_view, 4> kLetters = {"e", "u", "u", "p"};
  return fmt::format("{}:{}", nameOf(kLetters, space), a);
}

std::string rightsText(Rights rights) {
  return fmt::format("{}{}{}", rights.allow(Access::Read) ? "r" : "-", rights.allow(Access::Write) ? "w" : "-",
                     rights.allow(Access::Execute) ? "x" : "-");
}

std::string_view needText(Access need) {
  switch (need) {
    case Access::Read:
      return "read";
    case Access::Write:
      return "write";
    case Access::ReadModifyWrite:
      return "read and write";
    case Access::Execute:
      return "fetch";
  }
  return "?";
}

struct Text {
  const RecordNames& names;

  std::string operator()(const InstructionRecord* r) const {
    std::string text = names.instruction(r->entry.instruction.word(), r->entry.pcWord.user());
    if ((r->entry.context & kHistoryXct) != 0) text += " xct";
    if ((r->entry.context & kHistoryPi) != 0) text += " pi";
    if ((r->entry.context & kHistoryTrap) != 0) text += " trap";
    return text;
  }
  std::string operator()(const AbandonRecord* r) const {
    const std::string_view why = nameOf(kAbortNames, r->reason);
    if (r->fetching) return fmt::format("abandoned during its fetch: {}", why);
    return fmt::format("abandoned: {}, {}", why, names.instruction(r->instruction.word(), r->pcWord.user()));
  }
  std::string operator()(const MemoryRecord* r) const {
    std::string text = fmt::format("{} {}", nameOf(kCycleNames, r->kind), spaceText(r->space, r->virtualAddress));
    if (r->physicalAddress.bits() != r->virtualAddress.bits() && r->space != Space::Real)
      text += fmt::format(" at {}", r->physicalAddress);
    text += fmt::format(": {}", r->word);
    if (r->waited != Duration{}) text += fmt::format(", waited {}", r->waited);
    return text;
  }
  std::string operator()(const IoRecord* r) const { return names.io(*r); }
  std::string operator()(const InterruptRecord* r) const { return fmt::format("interrupt on level {}", r->level); }
  std::string operator()(const PagerRecord* r) const {
    const std::string what{nameOf(kPagerNames, r->kind)};
    switch (r->kind) {
      case PagerAction::Reload:
        return fmt::format("reload {} core {:03o} {}, for a {}, {}. table words, took {}",
                           spaceText(r->space, r->virtualAddress), r->core, rightsText(Rights::fromBits(r->rights)),
                           needText(r->need), r->chain, r->length);
      case PagerAction::Trap:
        return fmt::format("trap at {}: {}, took {}", spaceText(r->space, r->virtualAddress), trapStatusText(r->status),
                           r->length);
      case PagerAction::Base:
        return fmt::format("base: process {:o}, user's page table in core {:03o}, took {}", r->process, r->core,
                           r->length);
      case PagerAction::Clear:
        return fmt::format("clear registers of {}", r->space == Space::User ? "user" : "monitor") + " space";
      case PagerAction::Mode:
        return fmt::format("mode {}", r->rights == 0 ? "off" : r->rights == 1 ? "on" : "on, resident monitor mapped");
      case PagerAction::AcBase:
        break;
    }
    return what;
  }
  std::string operator()(const EventRecord* r) const {
    std::string text = fmt::format("{} {}", nameOf(kEventNames, r->kind), r->name);
    if (r->kind == EventChange::Armed) text += fmt::format(" for {}", r->due);
    return text;
  }
  std::string operator()(const MessageRecord* r) const {
    return fmt::format("wire {} {}: {}, {}. bits in {}", r->wire, r->fromHost ? "to IMP" : "to host", messageText(*r),
                       r->bits, r->length);
  }
  std::string operator()(const RunRecord* r) const {
    return r->started ? "run begins" : fmt::format("run ends: {}", describe(r->why));
  }
};

struct What {
  std::string operator()(const InstructionRecord* r) const { return opcodeText(r->entry.instruction); }
  std::string operator()(const AbandonRecord* r) const { return std::string{nameOf(kAbortNames, r->reason)}; }
  std::string operator()(const MemoryRecord* r) const { return std::string{nameOf(kCycleNames, r->kind)}; }
  std::string operator()(const IoRecord* r) const { return std::string{kIoMnemonic[r->function & 7]}; }
  std::string operator()(const InterruptRecord*) const { return "interrupt"; }
  std::string operator()(const PagerRecord* r) const {
    if (r->kind == PagerAction::Trap) return faultText(TrapStatus{r->status}.reasons());
    return std::string{nameOf(kPagerNames, r->kind)};
  }
  std::string operator()(const EventRecord* r) const { return std::string{nameOf(kEventNames, r->kind)}; }
  std::string operator()(const MessageRecord* r) const { return r->fromHost ? "to IMP" : "to host"; }
  std::string operator()(const RunRecord* r) const { return r->started ? "begins" : std::string{describe(r->why)}; }
};

}  // namespace

std::string recordText(const RecordView& view, const RecordNames& names) { return std::visit(Text{names}, view); }

std::string recordWhat(const RecordView& view) { return std::visit(What{}, view); }

std::string recordName(const RecordView& view, const RecordNames& names) {
  if (const auto* io = std::get_if<const IoRecord*>(&view)) return names.device((*io)->device);
  if (const auto* event = std::get_if<const EventRecord*>(&view)) return std::string{(*event)->name};
  if (const auto* message = std::get_if<const MessageRecord*>(&view)) return fmt::format("{}", (*message)->wire);
  return {};
}

}  // namespace utah10
