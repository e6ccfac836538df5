#include "engine_twins.hpp"

#include <fmt/format.h>

namespace utah10::test {

namespace {
constexpr std::uint64_t kLongPause = 2'000'000, kShortPause = 30'000;  // nanoseconds

bool same(const HistoryEntry& a, const HistoryEntry& b) {
  return a.began == b.began && a.instruction == b.instruction && a.pcWord == b.pcWord &&
         a.accumulator == b.accumulator && a.data == b.data && a.e == b.e && a.context == b.context;
}
}  // namespace

Disturber::Disturber(Machine& m, std::uint64_t seed)
    : clock_(m.clock()),
      request_(m.pi().line("disturber")),
      port_(m.core(), m.clock(), "disturber", 0, [](MemoryPort::Result) {}),
      random_(seed),
      event_(clock_.add("disturber", [this] { act(); })) {
  m.bus().connect(kDevice, *this);
}

void Disturber::next() {
  const std::uint64_t longest = random_() % 4 == 0 ? kShortPause : kLongPause;
  clock_.after(event_, nanoseconds(static_cast<std::int64_t>(random_() % longest)));
}

void Disturber::act() {
  ++times_;
  if (once_) return request_.set(5);
  const std::uint64_t choice = random_() % 4;
  if (choice == 0) request_.set(5);
  if (choice < 3 && !port_.busy() && !places.empty())
    port_.write(places[random_() % places.size()], words[random_() % words.size()], true);
  if (!leisurely_) clock_.hastenAll();
  next();
}

EngineTwins::EngineTwins(const MachineConfig& config, std::uint64_t seed) {
  MachineConfig reference = config, fast = config;
  reference.engine = Engine::Reference;
  fast.engine = Engine::Fast;
  sides_ = {std::make_unique<Side>(reference, seed), std::make_unique<Side>(fast, seed)};
  sides_[0]->disturber.neverAtLeisure();
}

std::string EngineTwins::run(const RunLimit& limit) {
  const std::array<StopReason, 2> why{reference().cpu().run(limit), fast().cpu().run(limit)};
  stopped_ = why[0];
  if (why[0] != why[1]) return fmt::format("{}, not {}", describe(why[1]), describe(why[0]));
  const std::string text = difference();
  if (text.empty()) return text;
  return fmt::format("{} at PC {:06o}, {} ns", text, reference().cpu().pc().bits(),
                     reference().now().time_since_epoch().count());
}

// What is not part of the state first, then the state with the counters.
std::string EngineTwins::difference() {
  Machine &a = reference(), &b = fast();
  if (a.now() != b.now()) return fmt::format("time {}", (b.now() - a.now()).count());
  if (a.cpu().executed() != b.cpu().executed()) return "instructions executed";
  const History &x = a.cpu().history(), &y = b.cpu().history();
  if (x.size() != y.size()) return "size of history";
  for (std::size_t n = 0; n < x.size(); ++n)
    if (!same(x.ago(n), y.ago(n))) return fmt::format("history {} instructions ago", n);
  for (std::size_t n = 0; n < a.core().boxes().size(); ++n) {
    const CoreMemory::Box &p = a.core().boxes()[n], &q = b.core().boxes()[n];
    if (p.freeAt != q.freeAt) return fmt::format("box {} free {}", n, (q.freeAt - p.freeAt).count());
    if (p.waited != q.waited) return fmt::format("box {} waited {}", n, (q.waited - p.waited).count());
  }
  return a.save(true) == b.save(true) ? "" : "state or counters";
}

}  // namespace utah10::test
