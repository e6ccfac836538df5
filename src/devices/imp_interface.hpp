// BBN's interface to the IMP, device 550 ("imp"). Sources: TENEX's IMPDRV and IMPDV and BBN's test program IMPTST,
// whose names for the bits are used (docs/sources/imp.md 2-4).
//
//   bit            CONO                                   CONI
//   19    200000   clear "IMP was down"                   power is on
//   20    100000   host ready line down (0: up)           host ready line is down
//   21     40000   clear "ready for output"               IMP ready line has been down
//   22     20000   end of the output message              IMP ready line is down
//   23     10000   end of input seen, next message        end of the input message (with bit 24)
//   24      4000   load the end's channel                 end of the input message
//   25-27   3400   PI channel of the end                  the same
//   28       200   load the output's channel              ready for an output word
//   29-31    160   PI channel of output                   the same
//   32        10   load the input's channel               an input word waits
//   33-35      7   PI channel of input                    the same
//
// Three requests, each a level: the end, output ready and input waiting, each on its own channel, none if that is 0.
// The ready lines and "has been down" request nothing: TENEX checks them once a second.
//
// One word in each direction. DATAO: its bits are sent, bit 0 first; output is ready again when the last has left.
// Bit 22 ends the message; output is ready again when the IMP has been told. DATAI takes the waiting word and so
// admits the next bits; without a word it does nothing. A last word is padded with zeros on the right, and its end
// comes with it; until bit 23 is given, no bit of the next message is accepted. There is no 32-bit mode.
//
// inferred, from what the programs need:
//   Every CONO loads the host ready line: IMPTST raises it by CONO 0, TENEX by CONO 200000; no other of their CONOs
//     has bit 20 unless the network goes down.
//   Bit 22 clears "ready for output" until the end has been sent: IMPTST and TENEX send the next message's first word
//     at the interrupt that follows. If a word is being sent, the end follows it.
//   Bit 21 clears only the flag (IMPTST: "clear empty bit"); a word being sent sets it when it has left. TENEX has
//     code for an unwanted output interrupt: it gives bit 21 once more.
//   DATAO while a word is being sent is lost (IMPTST's history: "wait for output buffer empty").
//   "Has been down" comes up with the line down and cannot be cleared before it is up again.
//   Host ready down withdraws a word being sent: an IMP accepts none from a host that is down. Input that has arrived
//     stays, also when the IMP's line drops in the middle of a message: that is why TENEX discards two messages and
//     an IMP begins with three NOPs.
//   An end without bits, after whole words that have been taken, comes without an input word.
//   Power is always on. I/O reset clears channels and flags, drops host ready and forgets the words of both directions.
// Times: those of the cable's bits (host_link.hpp), no others. Errors: none.
#pragma once

#include "devices/host_link.hpp"
#include "utah10/machine/io_device.hpp"
#include "utah10/machine/pi_system.hpp"

namespace utah10 {

class ImpInterface final : public IoDevice {
 public:
  static constexpr unsigned kWord = 36;

  // The host's end of `cable`, which is saved with the interface.
  ImpInterface(PiSystem& pi, HostLink& cable);

  std::string_view name() const override { return "imp"; }
  Word36 coni() const override;
  void cono(HalfWord conditions) override;
  Word36 datai() override;
  void datao(Word36 w) override;
  void ioReset() override;
  std::span<const BitName> coniBits() const override;
  std::span<const BitName> conoBits() const override;
  void state(Archive& a) override;

 private:
  void arrived(const WireBits& bits);
  void gone();
  void endOutput();
  void hostReady(bool up);
  void makeRoom();
  unsigned room() const { return full_ || end_ ? 0 : kWord - count_; }
  void check(Archive& a) const;
  void update();

  HostLink& cable_;
  PiRequest inputRequest_;
  PiRequest outputRequest_;
  PiRequest endRequest_;
  unsigned inputChannel_ = 0;
  unsigned outputChannel_ = 0;
  unsigned endChannel_ = 0;
  bool wasDown_ = true;
  bool empty_ = false;
  bool full_ = false;
  bool end_ = false;
  bool endWaits_ = false;  // end of output given while a word was on its way
  Word36 word_;            // input: its first bits are at the left
  unsigned count_ = 0;     // of them
};

}  // namespace utah10
