#include "network/imp/host_input.hpp"

#include <algorithm>

#include "network/imp/imp.hpp"

namespace utah10::subnet {

namespace {
constexpr std::size_t kMostText = Message::kMostBits - Leader::kBits;
}

HostInput::HostInput(SubnetContext& context, Imp& imp, HostId host, HostLink& cable)
    : context_(context), imp_(imp), host_(host), cable_(cable) {}

void HostInput::open() {
  open_ = true;
  allow();
}

void HostInput::close() {
  open_ = false;
  if (stage_ == Stage::Leader && !head_.empty()) owed_ = 1;
  if (stage_ == Stage::Text) {
    owed_ = 2;
    if (numbered_) imp_.source().abort(host_, leader_.host, number_);
  }
  next();
  cable_.toImp.allow(0);
}

std::optional<Leader> HostInput::takeOwed() {
  if (owed_ == 0) return {};
  Leader l;
  l.type = code(owed_ == 1 ? ToHost::ErrorInLeader : ToHost::ErrorInData);
  if (owed_ == 2) {
    l.host = leader_.host;
    l.link = leader_.link;
    l.id = leader_.id;
  }
  owed_ = 0;
  return l;
}

void HostInput::allow() {
  std::size_t room = 0;
  if (stage_ == Stage::Leader) room = Leader::kBits - head_.size();
  if (stage_ == Stage::Text && !ended_) room = Packet::kText - std::min(text_.size(), Packet::kText);
  if (stage_ == Stage::Swallow) room = 64;
  cable_.toImp.allow(open_ ? static_cast<unsigned>(room) : 0);
}

void HostInput::arrived(const WireBits& bits) {
  if (!open_) return;
  if (stage_ == Stage::Leader) {
    head_.append(bits.value, bits.count);
    if (head_.size() == Leader::kBits) leaderComplete();
    if (bits.last) leaderEnded();
  } else if (stage_ == Stage::Text) {
    text_.append(bits.value, bits.count);
    textBits_ += bits.count;
    if (textBits_ > kMostText) {
      ended_ = bits.last;
      abandon(ToHost::Incomplete, static_cast<std::uint8_t>(Lost::TooLong));
    } else if (bits.last) {
      ended();
    }
  } else if (bits.last) {
    next();
  }
  cut();
  allow();
}

void HostInput::leaderComplete() {
  leader_ = Leader::of(head_);
  ++messages_;
  stage_ = Stage::Swallow;
  const std::uint8_t type = leader_.type;
  if (type == code(ToImp::Regular)) {
    stage_ = Stage::Text;
    patience_.set(context_.agenda, context_.agenda.now() + context_.parameters.sourceTardy, event());
  } else if (type == code(ToImp::GoingDown)) {
    return imp_.host(host_.host())->goingDown(static_cast<std::uint16_t>(head_.field(16, 16)));
  } else if (type == code(ToImp::ErrorWithoutId) || type == code(ToImp::ErrorWithId)) {
    context_.journal.add(NetEventKind::HostError, host_.imp(), host_, "host reports an error in a message it received");
  } else if (type != code(ToImp::Nop)) {
    answer(ToHost::ErrorInLeader, static_cast<std::uint8_t>(LeaderError::IllegalType));
  }
  if (type == code(ToImp::Regular) || type == code(ToImp::Nop)) imp_.host(host_.host())->speaks();
}

void HostInput::leaderEnded() {
  if (head_.size() < Leader::kBits) {
    ++messages_;
    answer(ToHost::ErrorInLeader, static_cast<std::uint8_t>(LeaderError::TooShort));
    return next();
  }
  if (stage_ == Stage::Text) return ended();
  next();
}

// The IMP's padding: a one, then zeros up to a word of sixteen bits.
void HostInput::ended() {
  ended_ = true;
  text_.append(1, 1);
  text_.resize((text_.size() + 15) / 16 * 16);
}

void HostInput::cut() {
  if (stage_ != Stage::Text || waiting_) return;
  if (!ended_ && text_.size() < Packet::kText) return;
  piece_ = {};
  piece_.source = host_;
  piece_.destination = leader_.host;
  piece_.link = leader_.link;
  piece_.id = leader_.id;
  piece_.octal = leader_.octal;
  piece_.priority = leader_.priority;
  piece_.trace = leader_.trace;
  piece_.toFake = leader_.imp;
  piece_.piece = pieces_++;
  piece_.last = ended_ && text_.size() <= Packet::kText;
  piece_.text = text_.part(0, std::min(text_.size(), Packet::kText));
  text_.drop(piece_.text.size());
  waiting_ = true;
  programmed_ = false;
  imp_.programHost(host_.host());
}

void HostInput::programmed() {
  programmed_ = true;
  dispatch();
}

bool HostInput::dispatch() {
  if (!waiting_ || !programmed_) return false;
  if (!numbered_ && !opened()) return false;
  if (!piece_.last && piece_.piece == 0 && !allocated_ && !provided()) return false;
  if (!imp_.room(piece_.destination.imp())) {
    wait(Wait::Buffers);
    return false;
  }
  if (wait_ != Wait::Nothing)
    patience_.set(context_.agenda, context_.agenda.now() + context_.parameters.sourceTardy, event());
  wait_ = Wait::Nothing;
  piece_.number = number_;
  waiting_ = false;
  const bool last = piece_.last;
  imp_.source().sent(piece_);
  imp_.send(piece_);
  if (last) next();
  cut();
  allow();
  return true;
}

bool HostInput::opened() {
  if (!imp_.reachable(piece_.destination.imp())) {
    abandon(ToHost::DestinationDead, static_cast<std::uint8_t>(Dead::Imp));
    return false;
  }
  const std::optional<std::uint32_t> number = imp_.source().number(piece_);
  if (!number) {
    wait(Wait::Window);
    return false;
  }
  numbered_ = true;
  number_ = *number;
  return true;
}

bool HostInput::provided() {
  piece_.number = number_;
  if (!requested_) {
    allocated_ = imp_.source().buffers(piece_);
    requested_ = true;
  }
  if (!allocated_) wait(Wait::Allocation);
  return allocated_;
}

bool HostInput::allocated(const Packet& answer) {
  if (!numbered_ || allocated_ || !waiting_ || number_ != answer.number || leader_.host != answer.source) return false;
  if (!requested_) return false;
  allocated_ = true;
  dispatch();
  return true;
}

void HostInput::cancelled(const Packet& answer) {
  if (!numbered_ || number_ != answer.number || leader_.host != answer.source) return;
  numbered_ = false;
  swallow();
  cut();
  allow();
}

void HostInput::timer() {
  if (!patience_.passed(context_.agenda, event()) || stage_ != Stage::Text) return;
  abandon(ToHost::Incomplete,
          static_cast<std::uint8_t>(wait_ == Wait::Nothing ? Lost::SourceTardy : Lost::NoResources));
  cut();
  allow();
}

void HostInput::abandon(ToHost type, std::uint8_t subtype) {
  if (numbered_) imp_.source().abort(host_, leader_.host, number_);
  answer(type, subtype);
  swallow();
}

// Takes and discards the rest of this message.
void HostInput::swallow() {
  if (ended_) return next();
  const Leader leader = leader_;
  next();
  leader_ = leader;
  stage_ = Stage::Swallow;
  allow();
}

void HostInput::next() {
  stage_ = Stage::Leader;
  head_.clear();
  text_.clear();
  textBits_ = 0;
  ended_ = false;
  pieces_ = 0;
  waiting_ = programmed_ = false;
  numbered_ = requested_ = allocated_ = false;
  wait_ = Wait::Nothing;
  patience_.clear();
  allow();
}

void HostInput::wait(Wait w) {
  if (wait_ == Wait::Nothing) {
    waitsSince_ = context_.agenda.now();
    patience_.set(context_.agenda, context_.agenda.now() + context_.parameters.sourceTardy, event());
  }
  wait_ = w;
}

void HostInput::answer(ToHost type, std::uint8_t subtype) {
  Leader l;
  l.type = code(type);
  l.subtype = subtype;
  if (type != ToHost::ErrorInLeader) {
    l.host = leader_.host;
    l.link = leader_.link;
    l.id = leader_.id;
  }
  imp_.tell(host_, l);
}

void HostInput::state(Archive& a) {
  a.flag(open_);
  a.choice(stage_, Stage::Swallow, "a message in an unknown stage");
  head_.state(a);
  text_.state(a);
  leader_.state(a);
  a.u32(textBits_);
  a.flag(ended_, waiting_, programmed_, numbered_, requested_, allocated_);
  a.u8(pieces_);
  if (a.reading()) piece_ = {};
  if (waiting_) piece_.state(a);
  a.u32(number_);
  a.choice(wait_, Wait::Buffers, "a host in an unknown wait");
  a.instant(waitsSince_);
  patience_.state(a);
  a.u8(owed_);
  a.u64(messages_);
  a.check(
      head_.size() <= Leader::kBits && text_.size() <= Packet::kText + 16 && pieces_ <= Packet::kPieces && owed_ <= 2,
      "a message longer than the limit");
}

}  // namespace utah10::subnet
