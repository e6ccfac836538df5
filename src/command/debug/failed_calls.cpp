#include "command/debug/failed_calls.hpp"

#include <algorithm>

namespace utah10 {

namespace {

std::optional<std::uint32_t> symbolAddress(const SymbolMap& monitor, const char* name) {
  const auto value = monitor.value(name);
  return value ? std::optional{value->right().bits()} : std::nullopt;
}

}  // namespace

FailedCalls::FailedCalls(const SymbolMap& monitor)
    : giveUp_(symbolAddress(monitor, "ITRAP")),
      request_(symbolAddress(monitor, "PSIRQ0")),
      error_(symbolAddress(monitor, "LSTERR")) {}

FailedCalls::Open* FailedCalls::current() {
  const auto found = open_.find(process());
  return found == open_.end() || found->second.empty() ? nullptr : &found->second.back();
}

void FailedCalls::memory(const MemoryRecord& record) {
  const bool writes = record.kind == CycleKind::Write || record.kind == CycleKind::WriteRestart;
  if (!writes || record.space != Space::Exec || record.virtualAddress.bits() != error_) return;
  if (Open* call = current()) call->error = record.word;
}

void FailedCalls::instruction(const InstructionRecord& record) {
  JsysFollower::instruction(record);
  const std::uint32_t pc = record.entry.pcWord.pc().bits();
  if (record.entry.pcWord.user() || record.level != 0 || (pc != giveUp_ && pc != request_)) return;
  Open* call = current();
  if (call == nullptr || call->uuo) return;
  if (pc == request_) call->requested = call->error.has_value();
  if (pc != giveUp_ || call->given) return;
  call->given = true;
  failed_.push_back({call->number, call->address, call->error, true});
}

void FailedCalls::called(const FollowedCall& call) {
  open_[call.process].push_back({call.serial, call.number, call.address, call.uuo, {}, false, false});
}

// The call's own notes; those of calls within it are dropped.
FailedCalls::Open FailedCalls::ended(const FollowedCall& call) {
  auto& calls = open_[call.process];
  const auto own = std::ranges::find(calls, call.serial, &Open::serial);
  const Open notes = own == calls.end() ? Open{} : *own;
  calls.erase(own, calls.end());
  return notes;
}

void FailedCalls::returned(const FollowedCall& call) {
  const Open notes = ended(call);
  const JsysCall* known = call.uuo ? nullptr : jsysCall(call.number);
  if (known == nullptr || notes.given || call.returned != 1) return;
  if (known->returns == JsysReturns::Skip) failed_.push_back({call.number, call.address, {}, false});
  if (known->returns == JsysReturns::One && notes.requested)
    failed_.push_back({call.number, call.address, notes.error, true});
}

}  // namespace utah10
