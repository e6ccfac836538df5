#include "network/imp/host_output.hpp"

#include <algorithm>

#include "network/imp/imp.hpp"

namespace utah10::subnet {

HostOutput::HostOutput(SubnetContext& context, Imp& imp, HostId host, HostLink& cable)
    : context_(context), imp_(imp), host_(host), cable_(cable) {}

void HostOutput::open() {
  open_ = true;
  offer();
}

void HostOutput::close() {
  open_ = false;
  drop(PacketKind::Dead, static_cast<std::uint8_t>(Dead::Host));
}

void HostOutput::drop(PacketKind kind, std::uint8_t subtype) {
  cable_.toHost.withdraw();
  std::deque<Item> left;
  std::swap(left, queue_);
  at_ = 0;
  offering_ = false;
  tardy_.clear();
  for (const Item& item : left)
    if (item.regular) imp_.destination().lost(item.about, item.buffers, kind, subtype);
}

void HostOutput::push(Item item) {
  if (!open_) {
    if (item.regular)
      imp_.destination().lost(item.about, item.buffers, PacketKind::Dead, static_cast<std::uint8_t>(Dead::Host));
    return;
  }
  // Behind the messages of equal urgency, and never ahead of one already being sent.
  auto place = queue_.end();
  if (item.urgent)
    place =
        std::find_if(queue_.begin() + (queue_.empty() ? 0 : 1), queue_.end(), [](const Item& i) { return !i.urgent; });
  queue_.insert(place, std::move(item));
  offer();
}

// The end of the current packet, in bits of the message.
std::size_t HostOutput::boundary() const {
  const std::size_t size = queue_.front().bits.size();
  if (at_ < Leader::kBits) return std::min(size, Leader::kBits + Packet::kText);
  const std::size_t piece = (at_ - Leader::kBits) / Packet::kText + 1;
  return std::min(size, Leader::kBits + piece * Packet::kText);
}

void HostOutput::offer() {
  if (!open_ || offering_ || queue_.empty()) return;
  const Item& item = queue_.front();
  WireBits group;
  group.count = static_cast<unsigned>(std::min<std::size_t>(64, boundary() - at_));
  group.value = item.bits.field(at_, group.count);
  group.last = at_ + group.count == item.bits.size();
  if (at_ == 0 || (at_ > Leader::kBits && (at_ - Leader::kBits) % Packet::kText == 0)) watch();
  offering_ = true;
  cable_.toHost.offer(group);
  at_ += group.count;
}

void HostOutput::watch() {
  since_ = context_.agenda.now();
  tardy_.set(context_.agenda, since_ + context_.parameters.hostTardy, event());
}

void HostOutput::gone() {
  if (!open_ || queue_.empty()) return;
  Item& item = queue_.front();
  const bool whole = at_ == item.bits.size();
  const bool piece = whole || (at_ > Leader::kBits && (at_ - Leader::kBits) % Packet::kText == 0);
  if (piece && item.regular) {
    const Packet about = item.about;
    const auto freed = static_cast<std::uint8_t>(whole ? item.buffers : std::min<unsigned>(item.buffers, 1));
    const bool first = at_ <= Leader::kBits + Packet::kText;
    item.buffers = static_cast<std::uint8_t>(item.buffers - freed);
    imp_.destination().taken(about, freed, first);
  }
  if (whole) {
    queue_.pop_front();
    at_ = 0;
    ++messages_;
    tardy_.clear();
  }
  offering_ = false;
  offer();
}

bool HostOutput::timer() {
  if (!tardy_.passed(context_.agenda, event()) || !open_ || queue_.empty()) return false;
  drop(PacketKind::Incomplete, static_cast<std::uint8_t>(Lost::Tardy));
  return true;
}

void HostOutput::Item::state(Archive& a) {
  bits.state(a);
  a.flag(regular, urgent);
  about.state(a);
  a.u8(buffers);
  a.check(bits.size() >= Leader::kBits, "a message shorter than a leader");
}

void HostOutput::state(Archive& a) {
  a.flag(open_);
  a.list(queue_, [&](Item& i) { i.state(a); });
  a.u64(at_);
  a.flag(offering_);
  a.instant(since_);
  tardy_.state(a);
  a.u64(messages_);
  a.check(at_ <= (queue_.empty() ? 0 : queue_.front().bits.size()), "a position beyond the end of the message");
}

}  // namespace utah10::subnet
