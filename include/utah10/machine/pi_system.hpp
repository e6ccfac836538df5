// The priority interrupt system, device 004: seven levels, level 1 the highest.
//
// Source: SRM, Priority Interrupt; the gate-level flow (sampling at memory requests, chain gated by ACTIVE). Levels are
// kept as 7-bit masks in CONO order: level n is 200 >> n (level 1 = 100, level 7 = 1).
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "utah10/machine/io_device.hpp"
#include "utah10/machine/scheduler.hpp"

namespace utah10 {

class PiSystem;

// A device's request line. The device moves it among levels 0 (no request) to 7; the line knows nothing else.
class PiRequest {
 public:
  void set(unsigned level);
  void clear() { set(0); }

 private:
  friend class PiSystem;
  PiRequest(PiSystem& pi, std::size_t line) : pi_(&pi), line_(line) {}
  PiSystem* pi_;
  std::size_t line_;
};

// A wire of a modified processor into its conditions: while it is up the processor requests its own channel, whichever
// CONO APR assigns. Its driver never learns that channel. (The BBN clock of device 020 is wired this way.)
class ProcessorCondition {
 public:
  void set(bool up);

 private:
  friend class PiSystem;
  ProcessorCondition(PiSystem& pi, std::size_t wire) : pi_(&pi), wire_(wire) {}
  PiSystem* pi_;
  std::size_t wire_;
};

// Is told, after the change, whenever a request line, a level or the system's being active has changed. It only looks.
class PiListener {
 public:
  virtual ~PiListener() = default;
  virtual void interruptsChanged() = 0;
};

class PiSystem final : public IoDevice {
 public:
  explicit PiSystem(Scheduler& clock) : clock_(clock) {}

  // A new request line; `name` identifies it in snapshots.
  PiRequest line(std::string name);
  // A new wire into the processor's conditions. Its owner saves its state, and sets it again when restored.
  ProcessorCondition processorCondition();
  bool processorConditions() const { return conditionsUp_ != 0; }

  static constexpr std::uint8_t maskOf(unsigned level) { return static_cast<std::uint8_t>(0200 >> level); }

  // Latches requests of enabled levels into PIR; the processor calls it at memory requests outside PI cycles.
  void sample();
  // The level that may interrupt now (PIR set, none held at or above it, system active), or 0.
  unsigned ready() const { return ready_; }
  // Holds level n and clears its PIR: the interrupt has been accepted for good.
  void hold(unsigned level);
  // Lets go of the highest level held. With the system off nothing is held by the chain, and nothing happens.
  void dismiss();
  // The highest level held, or 0.
  unsigned holding() const { return pih_ == 0 ? 0 : 8 - static_cast<unsigned>(std::bit_width(pih_)); }

  bool active() const { return active_; }
  std::uint8_t requests() const { return pir_; }
  std::uint8_t held() const { return pih_; }
  std::uint8_t enabled() const { return enabled_; }
  std::uint8_t bus() const { return bus_; }

  // At most one; null: none. It is no part of the state, and without it a change pays a comparison.
  void listen(PiListener* listener) { listener_ = listener; }

  // Conditions shown by CONI PI that belong to the processor: power failure and memory parity.
  void setParityError();
  bool parityRequest() const { return parityError_ && parityEnabled_; }
  bool parityError() const { return parityError_; }
  void setPowerFailure();
  bool powerFailure() const { return powerFailure_; }
  // Called whenever the parity or power request or such a wire may have changed; the APR owns the channel.
  void onProcessorRequest(std::function<void()> f) { processorRequestChanged_ = std::move(f); }

  std::string_view name() const override { return "pi"; }
  Word36 coni() const override;
  void cono(HalfWord conditions) override;
  void datao(Word36 lights) override { programData_ = lights; }
  void ioReset() override;
  std::span<const BitName> coniBits() const override;
  std::span<const BitName> conoBits() const override;
  void state(Archive& a) override;

  Word36 programData() const { return programData_; }

 private:
  friend class PiRequest;
  friend class ProcessorCondition;
  struct Line {
    std::string name;
    unsigned level = 0;
  };
  void setLine(std::size_t line, unsigned level);
  void setCondition(std::size_t wire, bool up);
  void update();
  void tell() const {
    if (listener_ != nullptr) listener_->interruptsChanged();
  }

  Scheduler& clock_;
  std::vector<Line> lines_;
  std::vector<bool> conditions_;
  unsigned conditionsUp_ = 0;
  std::array<std::uint16_t, 8> requesters_{};
  std::uint8_t bus_ = 0;  // requests on the bus, by level
  std::uint8_t pir_ = 0;
  std::uint8_t pih_ = 0;
  std::uint8_t enabled_ = 0;
  bool active_ = false;
  bool parityError_ = false;
  bool parityEnabled_ = false;
  bool powerFailure_ = false;
  unsigned ready_ = 0;
  Word36 programData_;
  std::function<void()> processorRequestChanged_;
  PiListener* listener_ = nullptr;
};

}  // namespace utah10
