#include "devices/data_line.hpp"

#include <algorithm>

namespace utah10 {

namespace {
constexpr int kReceivedHalves = 19;  // start to the middle of the first stop unit
constexpr Duration kLongest = seconds(10);
}  // namespace

DataLine::DataLine(Scheduler& clock, int number, const DataLineConfig& config, bool modem,
                   std::function<void()> changed)
    : clock_(clock), number_(number), config_(config), modem_(modem), changed_(std::move(changed)) {}

std::string DataLine::port() const { return "tty" + std::to_string(number_); }

Duration DataLine::halves(int n) const { return seconds(1) * n / (2 * std::int64_t{config_.baud}); }

void DataLine::type(std::string_view keys) {
  if (modem_ && !connected_) return;  // no call on the line
  keys_.insert(keys_.end(), keys.begin(), keys.end());
  receiveNext();
  changed_();
}

void DataLine::receiveNext() {
  if (!open() || received_ || receives_ != kNever || keys_.empty()) return;
  const Instant start = std::max(clock_.now(), lineFree_);
  lineFree_ = start + characterTime();
  receives_ = start + halves(kReceivedHalves);
}

std::uint8_t DataLine::take() {
  if (delivered_) keys_.pop_front();
  received_ = delivered_ = false;
  receiveNext();
  return buffer_;
}

void DataLine::send(std::uint8_t character) {
  sent_ = false;
  sends_ = clock_.now() + characterTime();
  if (!open()) return;  // not connected: the character is lost
  if (print_) print_(sends_, character);
  if (!config_.loopback) return;
  keys_.push_back(static_cast<char>(character));
  receiveNext();
}

void DataLine::connect() {
  if (connected_) return;
  connected_ = true;
  if (!modem_) return;
  if (busyUntil_ == kNever) ring();
  changed_();
}

void DataLine::ring() {
  ringing_ = modemChanged_ = true;
  if (ready_) answer();
}

void DataLine::answer() {
  ringing_ = false;
  carrier_ = modemChanged_ = true;
  receiveNext();
}

void DataLine::disconnect() {
  if (!connected_) return;
  if (carrier_) busyUntil_ = clock_.now() + kBusy;
  loseCall();
  changed_();
}

// Both sides have hung up: a caller who waits gets through.
void DataLine::endCall() {
  if (busyUntil_ == kNever) return;
  busyUntil_ = kNever;
  if (connected_) ring();
}

// Without a modem the guest cannot notice, and a key in transit still arrives.
void DataLine::loseCall() {
  connected_ = false;
  if (modem_) {
    carrier_ = ringing_ = false;
    modemChanged_ = true;
    hangsUp_ = receives_ = kNever;
  }
  keys_.erase(keys_.begin() + (delivered_ || receives_ != kNever ? 1 : 0), keys_.end());
}

void DataLine::setReady(bool ready) {
  if (!modem_) return;
  ready_ = ready;
  if (config_.loopback) return followPlug();
  if (!ready) endCall();
  if (ready) {
    hangsUp_ = kNever;
    if (ringing_) answer();
  } else if (carrier_ && hangsUp_ == kNever) {
    hangsUp_ = clock_.now() + kHangUp;
  }
}

// The test plug connects ready to carrier.
void DataLine::followPlug() {
  if (ready_ == carrier_) return;
  connected_ = ready_;
  ready_ ? answer() : loseCall();
}

void DataLine::hangUp() {
  hangsUp_ = kNever;
  loseCall();
  if (hangUp_) hangUp_();
}

void DataLine::clear() {
  received_ = sent_ = delivered_ = modemChanged_ = false;
  receives_ = sends_ = kNever;
  buffer_ = 0;
  setReady(false);
  receiveNext();
}

Instant DataLine::next() const { return std::min({receives_, sends_, hangsUp_, busyUntil_}); }

void DataLine::advance() {
  const Instant now = clock_.now();
  if (sends_ <= now) {
    sends_ = kNever;
    sent_ = true;
  }
  if (receives_ <= now) {
    receives_ = kNever;
    buffer_ = static_cast<std::uint8_t>(keys_.front());
    received_ = delivered_ = true;
  }
  if (hangsUp_ <= now) hangUp();
  if (busyUntil_ <= now) endCall();
}

void DataLine::state(Archive& a) {
  a.sameU32(config_.baud, port() + " has a different speed");
  a.sameFlag(config_.loopback, port() + " is wired differently");
  a.sameFlag(modem_, port() + " is wired differently");
  a.flag(received_, sent_, modemChanged_, delivered_, connected_, ready_, carrier_, ringing_);
  a.u8(buffer_);
  a.instant(receives_, sends_, hangsUp_, busyUntil_, lineFree_);
  a.text(keys_);
  if (a.reading()) check(a);
}

void DataLine::check(Archive& a) const {
  const Instant last = clock_.now() + kLongest;
  if (keys_.empty() && (delivered_ || receives_ != kNever))
    a.reject(port() + ": a character is on the line, but none is waiting");
  if (received_ && receives_ != kNever) a.reject(port() + ": a character is received before one is taken");
  if (lineFree_ > last) a.reject(port() + ": the line is busy for too long");
  for (const Instant t : {receives_, sends_, hangsUp_, busyUntil_})
    if (t != kNever && (t > last || t < kPowerOn)) a.reject(port() + ": an event at an impossible time");
  if (!modem_ && (ready_ || carrier_ || ringing_)) a.reject(port() + ": modem state on a line without a modem");
}

}  // namespace utah10
