// The two device codes of a tape control (TD10, TM10): both only pass the bus's transfers on to its logic, which
// holds all the state. Private to the devices layer.
#pragma once

#include "utah10/machine/io_device.hpp"

namespace utah10 {

// The name and the bits of one code; the tables must outlive it.
struct TapeControlFace {
  std::string_view name;
  std::span<const BitName> coni;
  std::span<const BitName> cono;
};

// The first code: orders, data and read-in. Its reset, save and restore act on the whole control.
template <class Logic>
class TapeControl final : public IoDevice {
 public:
  TapeControl(Logic& logic, const TapeControlFace& face) : logic_(logic), face_(face) {}
  std::string_view name() const override { return face_.name; }
  Word36 coni() const override { return logic_.controlStatus(); }
  void cono(HalfWord conditions) override { logic_.command(conditions.bits()); }
  Word36 datai() override { return logic_.take(); }
  void datao(Word36 w) override { logic_.give(w); }
  void ioReset() override { logic_.reset(); }
  void readInStart() override { logic_.readIn(); }
  bool readInReady() const override { return logic_.readingIn && logic_.dataRequest; }
  bool readInPending() const override { return logic_.readInPending(); }
  std::span<const BitName> coniBits() const override { return face_.coni; }
  std::span<const BitName> conoBits() const override { return face_.cono; }
  void state(Archive& a) override { logic_.state(a); }

 private:
  Logic& logic_;
  TapeControlFace face_;
};

// The second code: the transports' status, and the conditions that go with it.
template <class Logic>
class TapeStatus final : public IoDevice {
 public:
  TapeStatus(Logic& logic, const TapeControlFace& face) : logic_(logic), face_(face) {}
  std::string_view name() const override { return face_.name; }
  Word36 coni() const override { return logic_.tapeStatus(); }
  void cono(HalfWord conditions) override { logic_.statusCommand(conditions.bits()); }
  void ioReset() override {}  // the control's
  std::span<const BitName> coniBits() const override { return face_.coni; }
  std::span<const BitName> conoBits() const override { return face_.cono; }
  void state(Archive&) override {}

 private:
  Logic& logic_;
  TapeControlFace face_;
};

}  // namespace utah10
