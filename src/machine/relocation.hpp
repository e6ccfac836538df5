// The protection and relocation registers of an unmodified KA10 (SRM, User Mode; DATAO APR).
//
// DATAO APR: bits 0-7 Pl, 9-16 Ph, 17 write-protect high, 18-25 Rl, 27-34 Rh, in units of 2000 words. User addresses
// of the low segment are those whose bits 18-25 do not exceed Pl; of the high segment, those with bit 18 set that do
// not exceed Ph. The low registers win where both apply.
#pragma once

#include "utah10/machine/address_map.hpp"
#include "word/field.hpp"

namespace utah10 {

class Relocation final : public AddressMap {
 public:
  // The fields of DATAO APR.
  static constexpr Field kLowLast{0, 7};     // Pl
  static constexpr Field kHighLast{9, 16};   // Ph
  static constexpr int kHighProtected = 17;  // a bit
  static constexpr Field kLowBase{18, 25};   // Rl
  static constexpr Field kHighBase{27, 34};  // Rh

  explicit Relocation(Duration cost) : cost_(cost) {}

  void load(TranslationWindow& window, Word36 registers);
  void reset(TranslationWindow& window) { load(window, Word36{}); }
  Word36 registers() const { return registers_; }

  void grant(TranslationWindow& window, Space space, VirtualAddress va, Access access) override;
  std::optional<PhysicalAddress> peek(Space space, VirtualAddress va) const override;
  void state(Archive& a) override;

  // For a pager behind the registers.
  struct Segment {
    std::uint32_t base = 0;
    Rights rights;
  };
  Segment segment(VirtualAddress va) const;
  // Every address passes unchanged, with all rights: DATAO APR,[776776,,0].
  bool transparent() const { return kLowLast.of(registers_) == 0377 && kLowBase.of(registers_) == 0; }
  Duration cost() const { return cost_; }

 private:
  Word36 registers_;
  Duration cost_;
};

}  // namespace utah10
