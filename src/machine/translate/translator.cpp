// Finds what a program executes often, has it translated, and runs it.
#include <algorithm>
#include <cstdlib>

#include "machine/engine.hpp"
#include "machine/translate/families.hpp"
#include "machine/translate/links.hpp"

namespace utah10 {

namespace translate {
namespace {

// Where the interpreter has been found so often, a trace begins. The more traces there are, the more often it must be:
// translated code is large, and what is rarely executed drives the rest out of the host's caches.
constexpr std::size_t kHot = 32, kHotterForEachTrace = 32, kHottest = 10000;
// With so many, they begin only where a program jumps to, and where one ends at an instruction that is interpreted.
constexpr std::size_t kMany = 64;
// The first steps of a recording may belong to other traces, too: longer traces are left less often.
constexpr std::uint64_t kThrough = 16;
// A loop of so many steps is translated as many times as it fits: what an exit puts in place is not needed between its
// turns. Longer ones gain less than the larger code costs.
constexpr std::size_t kShortLoop = 4;
constexpr std::uint8_t kMostAttempts = 6;
constexpr Duration kNear = microseconds(40);
constexpr Duration kShortest = microseconds(4);      // what ends sooner is not worth an entry
constexpr std::uint32_t kMostMisses = 64;            // of a trace that is no longer where it was
constexpr std::uint32_t kOftenEnough = 4;            // executions for each miss, of a trace that is worth keeping
constexpr std::size_t kMostCode = 64 * 1024 * 1024;  // bytes; then all begins again

template <class T>
struct Freed {
  void operator()(T* memory) const { std::free(memory); }
};
// Zeros, of which the host provides only what is used.
template <class T>
using Table = std::unique_ptr<T[], Freed<T>>;
template <class T>
Table<T> tableOf(std::size_t n) {
  return Table<T>{static_cast<T*>(std::calloc(n, sizeof(T)))};
}

class Translator final : public FastEngine {
 public:
  explicit Translator(Processor& p)
      : FastEngine(p.core.words()),
        p_(p),
        modes_{Mode{p.core.words()}, Mode{p.core.words()}},
        routines_(runtime_, p, {modes_[0].spots.get(), modes_[1].spots.get()}),
        links_(routines_.out()) {
    settle();
  }
  Progress proceed(Instant now, Instant until, std::uint64_t most) override;
  void countUp() override;
  std::uint64_t executed() const override { return executed_; }

 private:
  // By the address in core of an instruction.
  struct Mode {
    explicit Mode(std::size_t words) : spots(tableOf<Spot>(words)), failed(tableOf<std::uint64_t>(words)) {}
    Table<Spot> spots;
    Table<std::uint64_t> failed;  // the word for which it was given up
  };
  struct Recording {
    std::uint32_t real = 0;
    std::uint32_t pc = 0;
    bool user = false;
    std::uint64_t from = 0;  // of the history
    bool on = false;
  };

  Mode& modeOf(bool user) { return modes_[user ? 1 : 0]; }
  const Mode& modeOf(bool user) const { return modes_[user ? 1 : 0]; }
  bool few() const { return traces_.size() < kMany; }
  // The number of traces has changed, or whether one is being recorded.
  void settle();
  // The same as wordAtPc; kNowhere, too, if something stands in the way of translated code.
  std::uint32_t place() const;
  void interpreted(std::uint32_t real);
  bool recordsOn() const { return recording_.on && p_.history.count() - recording_.from < kThrough; }
  void endRecording();
  std::vector<Step> recorded() const;
  bool make(const std::vector<Step>& steps);
  bool varies(std::uint32_t pc) const;
  bool mapped(const Trace& trace) const;
  bool learn(const Trace& trace);
  void giveUp(bool user, std::uint32_t real);
  void reconsider(bool user, std::uint32_t real);
  void missed();
  void count(Trace& trace);
  void forgetAll();

  Processor& p_;
  asmjit::JitRuntime runtime_;
  std::array<Mode, 2> modes_;  // executive, user
  Routines routines_;
  Links links_;
  Recording recording_;
  std::vector<std::unique_ptr<Trace>> traces_;
  std::size_t bytes_ = 0;
  std::uint64_t executed_ = 0;
  std::uint64_t counted_ = 0;  // of these, when the counters were last brought up to date
};

std::uint32_t Translator::place() const {
  const Processor& p = p_;
  if (p.piCycle || p.trapCycle || p.inhibitPi || p.pi.ready() != 0 || p.pc < 020) return kNowhere;
  return wordAtPc(p);
}

FastEngine::Progress Translator::proceed(Instant now, Instant until, std::uint64_t most) {
  Processor& p = p_;
  const Instant horizon = std::min(p.clock.attention(), until);
  if (horizon < now + kShortest) return {now, 0, few()};  // horizon may be the earliest instant that there is
  const std::uint32_t real = place();
  if (real == kNowhere) return {now, 0, few()};
  if (!heat_.begins(p.user(), real) || recordsOn()) {
    interpreted(real);
    return {now, 0, few()};
  }
  endRecording();  // which may forget all code
  if (!heat_.begins(p.user(), real)) return {now, 0, few()};
  const void* const code = modeOf(p.user()).spots[real].code;
  const auto room = p.history.ahead();
  const std::uint64_t budget = std::min<std::uint64_t>(most, room.size());
  TranslatedRun& run = p.translated;
  run.horizon = horizon;
  run.budget = budget;
  run.now = now;
  run.history = room.data();
  run.missed = nullptr;
  routines_.enter(p, code);
  const std::uint64_t executed = budget - run.budget;
  p.history.filled(executed);
  executed_ += executed;
  if (run.missed != nullptr)
    missed();
  else if (const std::uint32_t left = place(); left != kNowhere && !heat_.begins(p.user(), left))
    interpreted(left);
  return {run.now, executed, executed != 0 || horizon - now >= kNear || few()};
}

// The instruction there will be interpreted.
void Translator::interpreted(std::uint32_t real) {
  const bool user = p_.user();
  if (recording_.on) {
    const std::uint64_t steps = p_.history.count() - recording_.from;
    const bool turns = steps != 0 && recording_.real == real && recording_.user == user;
    if (!turns && steps < kLongestTrace) return;
    endRecording();
    if (heat_.begins(user, real)) return;  // it begins there
  }
  if (!heat_.hot(user, real)) return;
  heat_.cool(user, real);
  if (modeOf(user).spots[real].givenUp >= kMostAttempts) return reconsider(user, real);
  recording_ = {real, p_.pc, user, p_.history.count(), true};
  settle();
}

void Translator::settle() {
  heat_.setEnough(static_cast<std::uint16_t>(std::min(kHot + kHotterForEachTrace * traces_.size(), kHottest)));
  mayDecline_ = !few() && !recording_.on;
}

void Translator::endRecording() {
  if (!recording_.on) return;
  recording_.on = false;
  const std::vector<Step> steps = recorded();
  if (steps.empty() || !make(steps)) giveUp(recording_.user, recording_.real);
  settle();
}

// The steps since the recording began, up to one that does not follow the one before it.
std::vector<Step> Translator::recorded() const {
  std::vector<Step> steps;
  const std::uint64_t since = p_.history.count() - recording_.from;
  if (since > p_.history.size()) return steps;
  for (std::uint64_t n = since; n-- != 0 && steps.size() < kLongestTrace;) {
    const HistoryEntry entry = p_.history.ago(n);
    if (entry.context != 0 || entry.pcWord.user() != recording_.user) break;
    if (steps.empty() && entry.pcWord.pc().bits() != recording_.pc) break;  // it has been abandoned
    if (!steps.empty()) steps.back().next = entry.pcWord.pc().bits();
    steps.push_back({entry.pcWord.pc().bits(), entry.instruction, entry.e, entry.accumulator, p_.pc});
  }
  return steps;
}

bool Translator::make(const std::vector<Step>& steps) {
  if (bytes_ > kMostCode) forgetAll();
  asmjit::CodeHolder code;
  code.init(runtime_.environment());
  auto trace = std::make_unique<Trace>();
  trace->real = recording_.real;
  trace->user = recording_.user;
  Block block(p_, routines_, code, *trace, recording_.pc);
  const auto again = std::find_if(steps.begin() + 1, steps.end(), [&](const Step& s) { return s.pc == trace->pc; });
  const auto turn = static_cast<std::size_t>(again - steps.begin());
  const bool shortLoop = turn <= kShortLoop && steps[turn - 1].next == trace->pc;
  const std::size_t most = shortLoop ? kLongestTrace / turn * turn : turn;
  std::size_t translated = 0;
  for (; translated != most; ++translated) {
    const Step& s = steps[translated % turn];
    if (translated != 0 && s.pc != block.pc()) break;
    block.plan(varies(s.pc));
    if (!translate(block, s)) break;
  }
  if (translated == 0) return false;
  block.end();
  void* made = nullptr;
  if (runtime_.add(&made, &code) != asmjit::kErrorOk) return false;
  trace->body = made;
  trace->code = static_cast<const char*>(made) + block.entry();
  trace->bytes = code.codeSize();
  bytes_ += trace->bytes;
  modeOf(trace->user).spots[trace->real].code = trace->code;
  heat_.begin(trace->user, trace->real);
  links_.add(*trace);
  traces_.push_back(std::move(trace));
  return true;
}

bool Translator::varies(std::uint32_t pc) const {
  const WindowEntry& entry = p_.window.entry(p_.space, PageNo{pc >> 9});
  const std::uint32_t real = entry.base | (pc & 0777);
  return real < p_.core.words() && modeOf(recording_.user).spots[real].varies != 0;
}

bool Translator::mapped(const Trace& trace) const {
  const Space space = trace.user ? Space::User : Space::Exec;
  return std::ranges::none_of(
      trace.uses, [&](const PageUse& use) { return p_.window.entry(space, PageNo{use.page}).rights == Rights{}; });
}

// Words that are not where a trace supposes will be looked for. False: none are known.
bool Translator::learn(const Trace& trace) {
  Mode& mode = modeOf(trace.user);
  const Space space = trace.user ? Space::User : Space::Exec;
  bool learned = false, moved = false;
  for (const PageUse& use : trace.uses) {
    if (p_.window.entry(space, PageNo{use.page}).base == use.base) continue;
    moved = true;
    learned = std::exchange(mode.spots[use.step].varies, 1) == 0 || learned;
  }
  if (!moved) learned = std::exchange(mode.spots[trace.real].varies, 1) == 0;
  return learned;
}

// No trace begins there for now, but there may be one later; not for ever.
void Translator::giveUp(bool user, std::uint32_t real) {
  Mode& mode = modeOf(user);
  mode.spots[real].code = nullptr;
  heat_.end(user, real);
  mode.failed[real] = p_.core.cell(PhysicalAddress{real});
  ++mode.spots[real].givenUp;
}

// Another program lies there now.
void Translator::reconsider(bool user, std::uint32_t real) {
  Mode& mode = modeOf(user);
  if (mode.failed[real] == p_.core.cell(PhysicalAddress{real})) return;
  mode.failed[real] = p_.core.cell(PhysicalAddress{real});
  mode.spots[real].givenUp = 0;
}

// A trace that was entered in vain too often, other than near an event or the end of the run, is made again from what
// is there now.
void Translator::missed() {
  const TranslatedRun& run = p_.translated;
  if (run.horizon - run.now < kNear || run.budget < kLongestTrace) return;
  Trace& trace = *run.missed;
  if (++trace.misses < kMostMisses) return;
  count(trace);
  // A page that is not mapped now may be as it was when the interpreter has referred to it.
  if (std::exchange(trace.executed, 0) > kMostMisses * kOftenEnough || !mapped(trace)) {
    trace.misses = 0;
    return;
  }
  bytes_ -= trace.bytes;
  runtime_.release(trace.body);
  if (learn(trace)) modeOf(trace.user).spots[trace.real].givenUp = 0;
  giveUp(trace.user, trace.real);
  links_.remove(trace);
  traces_.erase(std::ranges::find(traces_, &trace, &std::unique_ptr<Trace>::get));
  settle();
}

void Translator::count(Trace& trace) {
  Counters& c = p_.counters;
  const std::size_t user = trace.user ? 1 : 0;
  std::uint64_t times = 0;
  for (std::size_t n = trace.steps.size(); n != 0; --n) {
    times += std::exchange(trace.left[n], 0);
    if (times == 0) continue;  // most traces have not run since they were counted
    const StepCounts& step = trace.steps[n - 1];
    c.instructions[user][step.opcode] += times;
    for (std::size_t k = 0; k < kCycleKinds; ++k) c.cycles[user][k] += times * step.cycles[k];
  }
  trace.executed += times;
}

void Translator::countUp() {
  if (std::exchange(counted_, executed_) == executed_) return;
  for (const auto& trace : traces_) count(*trace);
}

void Translator::forgetAll() {
  countUp();
  for (const auto& trace : traces_) {
    modeOf(trace->user).spots[trace->real].code = nullptr;
    heat_.end(trace->user, trace->real);
    runtime_.release(trace->body);
  }
  links_.clear();
  traces_.clear();
  bytes_ = 0;
  settle();
}

}  // namespace
}  // namespace translate

std::unique_ptr<FastEngine> makeTranslator(Processor& p) { return std::make_unique<translate::Translator>(p); }

}  // namespace utah10
