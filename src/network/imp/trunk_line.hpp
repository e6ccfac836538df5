// Our end of a line to another subnet: a modem line whose frames the federation carries.
#pragma once

#include <deque>

#include "network/imp/imp.hpp"
#include "network/imp/trunk.hpp"

namespace utah10::subnet {

class TrunkLine final : public TrunkEnd {
 public:
  TrunkLine(SubnetContext& context, Imp& imp, unsigned line, std::uint8_t index)
      : context_(context), imp_(imp), line_(line), index_(index) {}

  Duration lookahead() const override;
  std::vector<TrunkFrame> sent() override;
  void deliver(const TrunkFrame& frame) override;
  // The next frame arrives: its instant has come.
  void arrival();

  void state(Archive& a);

 private:
  struct Coming {
    Instant at{};
    Frame frame;
  };
  SubnetContext& context_;
  Imp& imp_;
  unsigned line_;
  std::uint8_t index_;
  std::deque<Coming> coming_;
};

}  // namespace utah10::subnet
