#include "devices/loop_plug.hpp"

#include "devices/host_link.hpp"

namespace utah10 {

LoopPlug::LoopPlug(HostLink& link) : link_(link) {
  link_.toImp.onArrival([this](const WireBits& bits) { arrived(bits); });
  link_.toHost.onGone([this] { send(); });
  link_.hostReady.onChange([this](bool up) { ready(up); });
  link_.toImp.allow(kRoom);
}

void LoopPlug::arrived(const WireBits& bits) {
  held_.value = held_.value << bits.count | bits.value;  // one bit kept and a word at most
  held_.count += bits.count;
  held_.last = bits.last;
  due_ = held_.last || held_.count > 1;
  link_.toImp.allow(0);
  send();
}

void LoopPlug::send() {
  if (link_.toHost.busy()) return;
  if (due_) {
    const WireBits kept = held_.last ? WireBits{} : WireBits{held_.value & 1, 1, false};
    link_.toHost.offer({held_.value >> kept.count, held_.count - kept.count, held_.last});
    held_ = kept;
    due_ = false;
  }
  link_.toImp.allow(kRoom);
}

void LoopPlug::ready(bool up) {
  if (!up) {
    link_.toHost.withdraw();
    held_ = {};
    due_ = false;
    link_.toImp.allow(kRoom);
  }
  link_.impReady.set(up);
}

void LoopPlug::state(Archive& a) {
  a.u64(held_.value);
  a.u8(held_.count);
  a.flag(held_.last, due_);
  const bool fits = held_.count <= kRoom + 1 && held_.value >> held_.count == 0;
  a.check(fits && due_ == (held_.last || held_.count > 1), "a plug with impossible bits");
  a.check(!due_ || (link_.toHost.busy() && link_.toImp.room() == 0), "a plug that does not return its bits");
  if (a.good()) return;
  held_ = {};
  due_ = false;
}

}  // namespace utah10
