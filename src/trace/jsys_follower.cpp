#include "utah10/trace/jsys_follower.hpp"

#include <algorithm>
#include <optional>

#include "utah10/machine/ka10.hpp"
#include "utah10/trace/jsys_names.hpp"

namespace utah10 {

namespace {

constexpr std::uint32_t kMostSkips = 3;
constexpr std::uint32_t kLastUuo = 077;

bool userMode(std::uint64_t pcWord) { return (pcWord >> 18 & kPcUser) != 0; }

// Which return of a call this address is, from 1; nothing: none.
std::optional<unsigned> returnAt(const FollowedCall& call, std::uint64_t pcWord) {
  if (call.user != userMode(pcWord)) return std::nullopt;
  const std::uint32_t skips = VirtualAddress{static_cast<std::uint32_t>(pcWord) - call.address - 1}.bits();
  return skips <= kMostSkips ? std::optional{skips + 1} : std::nullopt;
}

}  // namespace

void JsysFollower::pass(Instant to, ProcessId process, unsigned level) {
  if (any_ && to > last_ && level == 0) own_[process] += to - last_;
  if (!any_ || to > last_) last_ = to;
  any_ = true;
}

// The first record of an XCT or UUO of the caller is that of its target: the caller went on when the last instruction
// before it ended.
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
  if (interrupt) return;
  before_[r.level] = {r.entry.instruction, r.entry.e};
}

// A caller that cannot go on at once (its page has gone) has returned all the same.
void JsysFollower::abandoned(const AbandonRecord& r) {
  if (any_) look(r.pcWord, last_);
}

void JsysFollower::pager(const PagerRecord& r) {
  if (r.kind == PagerRecord::Kind::Base) process_ = r.process;
}

void JsysFollower::started(Instant at) {
  if (at >= last_) return;
  stacks_.clear();
  own_.clear();
  any_ = false;
}

void JsysFollower::look(std::uint64_t pcWord, Instant at) {
  const auto found = stacks_.find(process_);
  if (found == stacks_.end()) return;
  Stack& stack = found->second;
  for (std::size_t n = stack.size(); n-- > 0;) {
    const auto place = returnAt(stack[n].call, pcWord);
    if (!place || at <= stack[n].call.began) continue;
    if (!stack[n].call.user && !restoresTo(before_[level_].instruction, before_[level_].e, pcWord)) continue;
    drop(stack, n + 1);
    FollowedCall call = std::move(stack[n].call);
    call.returned = *place;
    call.ended = at;
    call.own = own_[process_] - stack[n].ownBefore;
    call.after = ac_;
    stack.pop_back();
    returned(call);
    return;
  }
}

void JsysFollower::begin(const InstructionRecord& r) {
  const std::uint32_t opcode = r.entry.instruction.field(0, 8);
  const auto number = jsysNumber(r.entry.instruction, r.entry.e);
  const bool uuo = opcode != 0 && opcode <= kLastUuo;
  const bool user = userMode(r.entry.pcWord);
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
  call.address = VirtualAddress{static_cast<std::uint32_t>(r.entry.pcWord)}.bits();
  call.before = r.ac;
  // The same call made again in user mode: the first one has been given up without a return.
  const auto same = [&](const Pending& p) { return p.call.user && user && p.call.address == call.address; };
  const auto again = std::ranges::find_if(stack, same);
  drop(stack, static_cast<std::size_t>(again - stack.begin()));
  call.depth = static_cast<unsigned>(stack.size());
  // Its own instruction has not been passed yet, unless a trap's instructions were (UUO).
  const Duration inside = r.level == 0 && last_ > r.entry.began ? last_ - r.entry.began : Duration{};
  stack.push_back({call, own_[r.process] - inside});
  called(call);
}

void JsysFollower::drop(Stack& stack, std::size_t keep) {
  while (stack.size() > keep) {
    FollowedCall call = std::move(stack.back().call);
    call.ended = last_;
    call.own = own_[call.process] - stack.back().ownBefore;
    stack.pop_back();
    lost(call);
  }
}

void JsysFollower::finish() {
  std::vector<Pending> all;
  for (auto& [process, stack] : stacks_) all.insert(all.end(), stack.begin(), stack.end());
  std::ranges::sort(all, {}, [](const Pending& p) { return p.call.serial; });
  for (Pending& p : all) {
    p.call.ended = last_;
    p.call.own = own_[p.call.process] - p.ownBefore;
    lost(p.call);
  }
  stacks_.clear();
}

}  // namespace utah10
