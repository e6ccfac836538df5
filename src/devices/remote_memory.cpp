#include "devices/remote_memory.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace utah10 {

namespace {
constexpr std::uint32_t kReset = 0400000;
constexpr std::uint32_t kAnswer = 0200;
constexpr std::uint32_t kRoom = 0100;
constexpr std::uint32_t kLost = 040;
constexpr std::uint32_t kChannel = 7;
constexpr std::uint64_t kErrorBits = 0340000000000;
constexpr unsigned kLeastPacket = 84;  // a whole short message must fit into one packet
constexpr unsigned kMostPacket = 65535;

constexpr BitName kConi[] = {{0777777ull << 18, "pages"},
                             {kAnswer, "answer waits"},
                             {kRoom, "room for a command"},
                             {kLost, "command lost"},
                             {kChannel, "PI channel"}};
constexpr BitName kCono[] = {{kReset, "reset"}, {kLost, "clear command lost"}, {kChannel, "PI channel"}};
constexpr const char* kUnknown = "rmm: unknown state";
constexpr const char* kDifferent = "rmm: a different adapter, link or host in the snapshot";

void sameLink(Archive& a, const RemoteMemoryConfig& c) {
  a.sameU32(c.pages, kDifferent);
  a.sameU64(c.bitsPerSecond, kDifferent);
  a.sameFlag(c.fullDuplex, kDifferent);
  for (const Duration d : {c.latency, c.adapterTime, c.hostTime, c.timeLimit}) a.sameDuration(d, kDifferent);
  a.sameU32(c.packetOctets, kDifferent);
  a.sameU32(c.attempts, kDifferent);
}
}  // namespace

Expected<void> RemoteMemory::check(const RemoteMemoryConfig& c) {
  if (c.pages < 1 || c.pages > kMostPages)
    return fail("remote-memory", "not a number of pages", fmt::format("1 to {}", kMostPages));
  if (c.bitsPerSecond < 1) return fail("remote-memory", "not a rate", "at least 1 bit per second");
  if (c.latency < Duration{} || c.adapterTime < Duration{} || c.hostTime < Duration{} || c.timeLimit <= Duration{})
    return fail("remote-memory", "not a time", "times are not negative, and the time limit is not zero");
  if (c.packetOctets < kLeastPacket || c.packetOctets > kMostPacket)
    return fail("remote-memory", "not a packet size", fmt::format("{} to {} octets", kLeastPacket, kMostPacket));
  if (c.loss < 0 || c.loss > 1) return fail("remote-memory", "not a fraction of messages", "0 to 1");
  if (c.attempts < 1) return fail("remote-memory", "there must be an attempt");
  return {};
}

RemoteMemory::RemoteMemory(Scheduler& clock, PiSystem& pi, CoreMemory& core, const RemoteMemoryConfig& config)
    : clock_(clock),
      request_(pi.line("rmm")),
      core_(core, clock, "rmm", config.port, kBuffered, [](const MemoryPort::Result&) {}),
      link_(clock, config, [this](unsigned n, bool answered) { exchanged(n, answered); }),
      config_(config) {
  step_ = clock_.add("rmm.step", [this] { step(); });
}

void RemoteMemory::update() { request_.set(answers_.empty() ? 0 : pi_); }

bool RemoteMemory::hasRoom() const {
  const auto open = std::ranges::count_if(commands_, [](const Command& c) { return c.phase != Phase::Free; });
  return static_cast<std::size_t>(open) + answers_.size() < kCommands;
}

Word36 RemoteMemory::coni() const {
  const std::uint32_t status = (answers_.empty() ? 0 : kAnswer) | (hasRoom() ? kRoom : 0) | (lost_ ? kLost : 0) | pi_;
  return Word36::halves(config_.pages, status);
}

void RemoteMemory::cono(HalfWord conditions) {
  const std::uint32_t c = conditions.bits();
  if ((c & kReset) != 0) stopAll();
  if ((c & kLost) != 0) lost_ = false;
  pi_ = c & kChannel;
  update();
}

Word36 RemoteMemory::datai() {
  if (answers_.empty()) return Word36{};
  const Word36 w = answers_.front();
  answers_.pop_front();
  update();
  return w;
}

void RemoteMemory::datao(Word36 w) {
  if (!hasRoom()) {
    lost_ = true;
    return;
  }
  const auto free = std::ranges::find(commands_, Phase::Free, &Command::phase);
  const auto n = static_cast<unsigned>(free - commands_.begin());
  *free = {Phase::Away, Word36{w.bits() & ~kErrorBits}, clock_.now()};
  if (!placeGood(free->word)) return answer(n, kNoPlace);
  if (writing(n)) return wantCore(n);
  link_.begin(n, false, kPage.of(free->word));
}

bool RemoteMemory::placeGood(Word36 command) const {
  return kPage.of(command) < config_.pages && command.right().bits() % RemoteLink::kPageWords == 0;
}

void RemoteMemory::exchanged(unsigned n, bool answered) {
  if (!answered) return answer(n, kNoAnswer);
  if (writing(n)) return answer(n, 0);
  wantCore(n);
}

void RemoteMemory::wantCore(unsigned n) {
  commands_[n].phase = Phase::Core;
  forCore_.push_back(n);
  if (forCore_.size() == 1) beginCore();
}

void RemoteMemory::beginCore() {
  const unsigned n = forCore_.front();
  at_ = 0;
  coreSince_ = clock_.now();
  core_.begin(commands_[n].word.right().bits(), RemoteLink::kPageWords, !writing(n));
  clock_.after(step_, kWordTime);
}

// A word between the page's buffer and those for core, if there is one or room for one; at the end, core is awaited.
void RemoteMemory::step() {
  const unsigned n = forCore_.front();
  std::vector<Word36>& words = link_.words(n);
  if (at_ < RemoteLink::kPageWords) {
    if (!writing(n))
      at_ += core_.store(words[at_]) ? 1 : 0;
    else if (const auto w = core_.take())
      words[at_++] = *w;
  }
  const bool moved = at_ == RemoteLink::kPageWords && core_.through();
  if (moved || core_.nonexistent()) return coreDone();
  clock_.after(step_, kWordTime);
}

void RemoteMemory::coreDone() {
  const unsigned n = forCore_.front();
  forCore_.pop_front();
  counts_.core += clock_.now() - coreSince_;
  const bool bad = core_.nonexistent() || (core_.parityError() && writing(n));
  core_.reset();
  if (!forCore_.empty()) beginCore();
  commands_[n].phase = Phase::Away;
  if (bad) return answer(n, kCore);
  if (!writing(n)) return answer(n, 0);
  link_.begin(n, true, kPage.of(commands_[n].word));
}

void RemoteMemory::answer(unsigned n, unsigned error) {
  Command& c = commands_[n];
  c.phase = Phase::Free;
  counts_.whole += clock_.now() - c.since;
  if (error == 0) ++(writing(n) ? counts_.writes : counts_.reads);
  answers_.push_back(Word36{c.word.bits() | (error == 0 ? 0 : Word36::kSign >> error)});
  update();
}

void RemoteMemory::ioReset() {
  stopAll();
  pi_ = 0;
  update();
}

void RemoteMemory::stopAll() {
  clock_.cancel(step_);
  core_.reset();
  link_.reset();
  for (Command& c : commands_) c.phase = Phase::Free;
  forCore_.clear();
  answers_.clear();
  lost_ = false;
}

std::span<const BitName> RemoteMemory::coniBits() const { return kConi; }
std::span<const BitName> RemoteMemory::conoBits() const { return kCono; }

void RemoteMemory::state(Archive& a) {
  a.section("rmm", [&] {
    sameLink(a, config_);
    core_.state(a);
    link_.state(a, kUnknown);
    for (Command& c : commands_) {
      a.choice(c.phase, Phase::Away, kUnknown);
      a.word(c.word);
      a.instant(c.since);
      a.check(c.phase == Phase::Free || placeGood(c.word), kUnknown);
    }
    a.list(forCore_, kCommands, kUnknown, [&](std::uint32_t& n) { a.u32(n); });
    a.u32(at_, pi_);
    a.instant(coreSince_);
    a.list(answers_, kCommands, kUnknown, [&](Word36& w) { a.word(w); });
    a.flag(lost_);
    a.check(pi_ <= kChannel && at_ <= RemoteLink::kPageWords && coreGood(), kUnknown);
  });
  if (a.restored()) update();
}

// The commands that want core are in phase Core, and one of them has it exactly while a word is on its way.
bool RemoteMemory::coreGood() const {
  return clock_.pending(step_) == !forCore_.empty() && std::ranges::all_of(forCore_, [&](std::uint32_t n) {
           return n < kCommands && commands_[n].phase == Phase::Core;
         });
}

}  // namespace utah10
