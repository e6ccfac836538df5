// One line of the data line scanner: transmitter, receiver and, if present, its modem. This is the scanner's side;
// the outside sees a TerminalPort. It has no events of its own: next() returns when advance() must be called.
//
// Times: a character is a start unit, eight levels and stop units; two stop units up to 110 baud, one above (as usual
// for terminals of the period). Transmission begins at the DATAO and sets the transmitter flag when the last unit has
// ended, connected or not. Reception sets the receiver flag in the middle of the first stop unit, 9.5 units after the
// start. inferred: both (receiver and transmitter modules of the DC10B not consulted); a character sent while another
// is on the line restarts the transmitter; a modem answers at once when it is ready, and hangs up when it has not
// been ready for 50 ms (TENEX hangs up by 100 ms; a bus reset and a quick restart take less); after a caller has hung
// up the telephone line is busy until the guest hangs up too, but no longer than 10 s, so that a guest which watches
// carrier finishes with one caller before the next.
#pragma once

#include <deque>

#include "utah10/devices/device_config.hpp"
#include "utah10/devices/terminal_port.hpp"
#include "utah10/machine/archive.hpp"
#include "utah10/machine/scheduler.hpp"

namespace utah10 {

class DataLine final : public TerminalPort {
 public:
  static constexpr int kSlowest = 10;  // baud
  static constexpr int kFastest = 1'000'000;
  static constexpr Duration kHangUp = milliseconds(50);
  static constexpr Duration kBusy = seconds(10);

  // `changed` is called when the terminal or the passage of time has changed what the scanner sees.
  DataLine(Scheduler& clock, int number, const DataLineConfig& config, bool modem, std::function<void()> changed);

  Duration characterTime() const { return units(stopUnits() + 9); }
  bool hasModem() const { return modem_; }

  // The scanner's side.
  bool received() const { return received_; }  // receiver flag
  bool sent() const { return sent_; }          // transmitter flag
  bool modemChanged() const { return modemChanged_; }
  bool ready() const { return ready_; }  // data terminal ready
  bool carrier() const { return carrier_; }
  bool ringing() const { return ringing_; }
  std::uint8_t take();  // clears the receiver flag
  void send(std::uint8_t character);
  void clearSent() { sent_ = false; }
  void markModem(bool changed) { modemChanged_ = changed; }
  void setReady(bool ready);
  // Clears flags and characters in progress; a key that was not taken comes again.
  void clear();
  Instant next() const;
  void advance();  // to the scheduler's present

  std::string port() const override;
  void connect() override;
  void disconnect() override;
  bool connected() const override { return connected_; }
  void type(std::string_view keys) override;
  std::size_t waiting() const override { return keys_.size(); }
  void onPrint(Print print) override { print_ = std::move(print); }
  void onHangUp(std::function<void()> hangUp) override { hangUp_ = std::move(hangUp); }

  void state(Archive& a);

 private:
  int stopUnits() const { return config_.baud <= 110 ? 2 : 1; }
  Duration units(int n) const { return halves(2 * n); }
  Duration halves(int n) const;
  bool open() const { return !modem_ || carrier_; }
  void receiveNext();
  void ring();
  void answer();
  void endCall();
  void followPlug();
  void hangUp();
  void loseCall();
  void check(Archive& a) const;

  Scheduler& clock_;
  int number_;
  DataLineConfig config_;
  bool modem_;
  std::function<void()> changed_;
  Print print_;
  std::function<void()> hangUp_;

  std::deque<char> keys_;  // the first stays until the guest has taken it
  std::uint8_t buffer_ = 0;
  bool received_ = false, sent_ = false, modemChanged_ = false;
  bool delivered_ = false;  // keys_.front() is in the buffer
  bool connected_ = false, ready_ = false, carrier_ = false, ringing_ = false;
  Instant receives_ = kNever;  // a character is coming in
  Instant sends_ = kNever;     // one is going out
  Instant hangsUp_ = kNever;
  Instant busyUntil_ = kNever;   // the caller has hung up, the guest has not
  Instant lineFree_ = kPowerOn;  // earliest next start unit of the receiver
};

}  // namespace utah10
