// Two machines that differ in their engine alone: the same program on both, compared in all that can be seen.
#pragma once

#include <memory>
#include <string>

#include "support/random.hpp"
#include "utah10/machine/machine.hpp"

namespace utah10::test {

// What happens to a machine from outside while a program runs: interrupt requests, and words that a channel writes,
// at any nanosecond.
class Disturber final : public IoDevice {
 public:
  static constexpr DeviceCode kDevice = DeviceCode::written(0770);

  Disturber(Machine& m, std::uint64_t seed);
  std::string_view name() const override { return "disturber"; }
  Word36 coni() const override { return Word36{times_}; }
  Word36 datai() override {
    request_.set(0);
    return Word36{times_};
  }
  void cono(HalfWord) override {}
  void ioReset() override {}
  void state(Archive& a) override {
    a.section("disturber", [&] { a.u64(times_); });
  }
  // One of these words is written to one of these places from time to time.
  std::vector<Word36> words;
  std::vector<PhysicalAddress> places;
  void begin() { next(); }
  // The end of a transfer, which changes nothing, is an event like any other.
  void neverAtLeisure() { leisurely_ = false; }
  // Instead: one interrupt request then.
  void requestAfter(Duration d) {
    once_ = true;
    clock_.after(event_, d);
  }

 private:
  void next();
  void act();

  Scheduler& clock_;
  PiRequest request_;
  MemoryPort port_;
  std::mt19937_64 random_;
  EventId event_;
  std::uint64_t times_ = 0;
  bool once_ = false;
  bool leisurely_ = true;
};

class EngineTwins {
 public:
  EngineTwins(const MachineConfig& config, std::uint64_t seed);

  // The same on both.
  template <class F>
  void both(F action) {
    for (const auto& side : sides_) action(side->machine, side->disturber);
  }
  // Runs both; the difference, or "".
  std::string run(const RunLimit& limit);
  StopReason stopped() const { return stopped_; }
  Machine& reference() { return sides_[0]->machine; }
  Machine& fast() { return sides_[1]->machine; }

 private:
  struct Side {
    Side(const MachineConfig& config, std::uint64_t seed) : machine(config), disturber(machine, seed) {}
    Machine machine;
    Disturber disturber;
  };
  std::string difference();

  std::array<std::unique_ptr<Side>, 2> sides_;
  StopReason stopped_ = StopReason::None;
};

}  // namespace utah10::test
