// The arithmetic processor as a device, code 000: its conditions, their interrupt channel, the 60 Hz clock flag.
//
// Source: SRM, Processor Conditions; gate flow for what each condition needs before it requests.
//
//   CONI bit            meaning                 CONO
//   18 400000           -                       clear PDL OV
//   19 200000           PDL OV                  I/O bus reset
//   20 100000           user I/O                -
//   21 040000           address break           clear it
//   22 020000           memory protection       clear it
//   23 010000           non-existent memory     clear it
//   24 004000           -                       disable clock interrupt
//   25 002000           clock enabled           enable clock interrupt
//   26 001000           clock flag              clear it
//   27 000400           -                       disable FOV interrupt
//   28 000200           FOV enabled             enable
//   29 000100           FOV                     clear it
//   30 000040           trap offset             disable OV interrupt
//   31 000020           OV enabled              enable
//   32 000010           OV                      clear it
//   33-35               PI channel              PI channel
#pragma once

#include "machine/condition_listener.hpp"
#include "machine/processor.hpp"

namespace utah10 {

class Apr final : public IoDevice {
 public:
  explicit Apr(Processor& p);

  std::string_view name() const override { return "apr"; }
  Word36 coni() const override;
  bool statusNeedsEvents() const override { return true; }
  void cono(HalfWord conditions) override;
  Word36 datai() override { return p_.switches.data; }
  void datao(Word36 w) override;  // protection and relocation
  void ioReset() override;        // bus reset does not touch the processor
  std::span<const BitName> coniBits() const override;
  std::span<const BitName> conoBits() const override;
  void state(Archive& a) override;

  void setPdlOverflow() { set(pdlOverflow_); }
  void setProtection() { set(protection_); }
  void setNonexistent() { set(nonexistent_); }
  void setAddressBreak() { set(addressBreak_); }
  // After any change of a condition, an enable, or PC flags OV and FOV.
  void update();
  void clear();  // RESET key
  // At most one; null: none. It is no part of the state.
  void listen(ConditionListener* listener) { listener_ = listener; }

 private:
  void set(bool& condition) {
    condition = true;
    update();
    tell();
  }
  void tell() const {
    if (listener_ != nullptr) listener_->conditionsChanged();
  }
  void tick();

  Processor& p_;
  PiRequest request_;
  EventId clockEvent_;
  std::int64_t ticks_ = 0;
  bool pdlOverflow_ = false, addressBreak_ = false, protection_ = false, nonexistent_ = false;
  bool clockFlag_ = false, clockEnabled_ = false, floatOverflowEnabled_ = false, overflowEnabled_ = false;
  unsigned channel_ = 0;
  ConditionListener* listener_ = nullptr;
};

}  // namespace utah10
