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
  drop(Packet::Kind::Dead, static_cast<std::uint8_t>(Dead::Host));
}

void HostOutput::drop(Packet::Kind kind, std::uint8_t subtype) {
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
      imp_.destination().lost(item.about, item.buffers, Packet::Kind::Dead, static_cast<std::uint8_t>(Dead::Host));
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
  drop(Packet::Kind::Incomplete, static_cast<std::uint8_t>(Lost::Tardy));
  return true;
}

void HostOutput::save(StateWriter& out) const {
  out.flag(open_);
  out.u32(static_cast<std::uint32_t>(queue_.size()));
  for (const Item& i : queue_) {
    i.bits.save(out);
    out.flag(i.regular);
    out.flag(i.urgent);
    i.about.save(out);
    out.u8(i.buffers);
  }
  out.u64(at_);
  out.flag(offering_);
  out.instant(since_);
  tardy_.save(out);
  out.u64(messages_);
}

void HostOutput::restore(StateReader& in) {
  open_ = in.flag();
  queue_.clear();
  const std::uint32_t n = in.u32();
  for (std::uint32_t k = 0; k < n && in.good(); ++k) {
    Item& i = queue_.emplace_back();
    i.bits.restore(in);
    i.regular = in.flag();
    i.urgent = in.flag();
    i.about.restore(in);
    i.buffers = in.u8();
    if (i.bits.size() < Leader::kBits) in.reject("a message shorter than a leader");
  }
  at_ = in.u64();
  offering_ = in.flag();
  since_ = in.instant();
  tardy_.restore(in);
  messages_ = in.u64();
  if (at_ > (queue_.empty() ? 0 : queue_.front().bits.size())) in.reject("a position beyond the end of the message");
}

}  // namespace utah10::subnet
