#include "trace/jsys_follower.hpp"

#include <algorithm>

#include "utah10/word/isa.hpp"

namespace utah10 {

void JsysFollower::pass(Instant to, ProcessId process, unsigned level) {
  if (any_ && to > last_ && level == 0) own_[process] += to - last_;
  if (!any_ || to > last_) last_ = to;
  any_ = true;
}

// The first record after a caller's XCT or UUO is that of its target: the caller resumed when the previous instruction
// ended.
void JsysFollower::instruction(const InstructionRecord& r) {
  const bool inner = (r.entry.context & (kHistoryXct | kHistoryTrap)) != 0;
  const bool interrupt = (r.entry.context & kHistoryPi) != 0;
  process_ = r.process;
  level_ = r.level;
  if (inner && any_ && !interrupt) look(r.entry.pcWord, last_);
  pass(r.entry.began, r.process, r.level);
  if (!inner && !interrupt) look(r.entry.pcWord, r.entry.began);
  if ((r.entry.context & kHistoryTrap) == 0 && !interrupt) begin(r);
  pass(r.ended, r.process, r.level);
  ac_ = r.ac;
  before_.ended(r);
}

// A caller that cannot continue at once (its page is not in core) has still returned.
void JsysFollower::abandoned(const AbandonRecord& r) {
  if (any_) look(r.pcWord, last_);
}

void JsysFollower::pager(const PagerRecord& r) {
  if (r.kind == PagerAction::Base) process_ = r.process;
}

void JsysFollower::started(Instant at) {
  if (at >= last_) return;
  stacks_.clear();
  own_.clear();
  any_ = false;
}

void JsysFollower::look(PcWord now, Instant at) {
  const auto found = stacks_.find(process_);
  if (found == stacks_.end()) return;
  Stack& stack = found->second;
  const VirtualAddress pc = now.pc();
  const auto back = stack.returned(
      now.user(), pc.bits(), [&] { return before_.restoredTo(level_, pc); },
      [&](const Pending& p) { return at > p.call.began; });
  if (!back) return;
  drop(stack, back->index + 1);
  stack.cutTo(back->index, [&](Pending& p) {
    p.call.returned = back->place;
    p.call.after = ac_;
    end(p, at);
    returned(p.call);
  });
}

void JsysFollower::begin(const InstructionRecord& r) {
  const std::uint32_t opcode = r.entry.instruction.opcode();
  const auto number = jsysNumber(r.entry.instruction, r.entry.e);
  const bool uuo = opcode != 0 && isUuo(groupOf(r.entry.instruction));
  const bool user = r.entry.pcWord.user();
  if ((!number && !uuo) || (!user && !monitor_)) return;
  Stack& stack = stacks_[r.process];
  FollowedCall call;
  call.serial = ++calls_;
  call.uuo = uuo;
  call.number = number.value_or(opcode);
  call.instruction = r.entry.instruction;
  call.e = r.entry.e;
  call.began = r.entry.began;
  call.process = r.process;
  call.user = user;
  call.address = r.entry.pcWord.pc().bits();
  call.before = r.ac;
  // The same call made again in user mode: the first was abandoned without a return.
  const auto same = [&](const Stack::Open& o) { return o.site.user && user && o.call.call.address == call.address; };
  const auto again = std::ranges::find_if(stack.all(), same);
  drop(stack, static_cast<std::size_t>(again - stack.all().begin()));
  call.depth = static_cast<unsigned>(stack.size());
  // Time of the call's own instruction before `last_`, except for a UUO executed by a trap's instructions.
  const Duration inside = r.level == 0 && last_ > r.entry.began ? last_ - r.entry.began : Duration{};
  stack.push({user, (call.address + 1) & VirtualAddress::kMask}, {call, own_[r.process] - inside});
  called(call);
}

void JsysFollower::end(Pending& p, Instant at) {
  p.call.ended = at;
  p.call.own = own_[p.call.process] - p.ownBefore;
}

void JsysFollower::drop(Stack& stack, std::size_t keep) {
  stack.cutTo(keep, [this](Pending& p) {
    end(p, last_);
    lost(p.call);
  });
}

void JsysFollower::finish() {
  std::vector<Pending> all;
  for (auto& [process, stack] : stacks_) stack.cutTo(0, [&](Pending& p) { all.push_back(std::move(p)); });
  std::ranges::sort(all, {}, [](const Pending& p) { return p.call.serial; });
  for (Pending& p : all) {
    end(p, last_);
    lost(p.call);
  }
  stacks_.clear();
}

}  // namespace utah10
