// Control messages: packs commands into them and obeys the commands that arrive (docs/sources/ncp.md 4).
#include <fmt/format.h>

#include <algorithm>

#include "network/ncp/ncp_state.hpp"

namespace utah10 {

using namespace ncp;

namespace {

constexpr bool isLink(std::uint8_t link) { return link >= kFirstLink && link <= kLastLink; }

bool goodParameters(const ControlCommand& c) {
  switch (c.op) {
    case ControlOp::Rts:
      return c.mine.gender() == Gender::Receive && c.yours.gender() == Gender::Send && isLink(c.link);
    case ControlOp::Str:
      return c.mine.gender() == Gender::Send && c.yours.gender() == Gender::Receive && c.byteSize != 0;
    case ControlOp::Cls:
      return c.mine.gender() != c.yours.gender();
    case ControlOp::All:
    case ControlOp::Gvb:
    case ControlOp::Ret:
    case ControlOp::Inr:
    case ControlOp::Ins:
      return isLink(c.link);
    default:
      return true;
  }
}

// Fractions in 128ths are rounded up (NIC 8246, Flow Control).
std::uint64_t fraction(std::uint64_t whole, std::uint32_t parts) {
  return parts >= 128 ? whole : (whole * parts + 127) / 128;
}

}  // namespace

void Ncp::State::command(HostId host, const ControlCommand& c) {
  RemoteHost& h = hostOf(host);
  if (h.commands.size() >= kMostCommands) {
    note(host, fmt::format("takes no control messages: {} dropped", name(c.op)));
    return;
  }
  ++counters.commandsSent[static_cast<std::size_t>(c.op)];
  h.commands.push_back(encode(c));
}

// Sends as many commands as one message may hold; the next message is sent when the RFNM of this one has arrived.
void Ncp::State::flushCommands(RemoteHost& host) {
  if (host.commands.empty() || !isUp() || flightOn(host.id, kControlLink) != nullptr) return;
  BitString text;
  unsigned count = 0;
  do {
    text.append(host.commands.front());
    host.commands.pop_front();
  } while (++count < config.commandsPerMessage && !host.commands.empty() &&
           text.size() + host.commands.front().size() <= 8 * std::size_t{NcpHeader::kMostControlOctets});
  Flight f;
  f.message = controlMessage(host.id, text);
  launch(std::move(f));
}

void Ncp::State::gotControl(const Message& message) {
  const HostId from = message.leader.host;
  const NcpHeader header = NcpHeader::of(message.text);
  if (header.byteSize != 8 || header.count > NcpHeader::kMostControlOctets) {
    ++counters.malformed;
    note(from, fmt::format("control message of {} bytes of {} bits dropped", header.count, header.byteSize));
    return;
  }
  const BitString text = message.text.from(NcpHeader::kBits);
  for (std::size_t at = 0; at < header.count;) {
    DecodedCommand decoded = decodeCommand(text, at, header.count);
    if (decoded.error.has_value()) return sendErr(from, *decoded.error, decoded.octets);
    // Octets after the command in error do not belong to it.
    for (std::size_t i = decoded.length; i < decoded.octets.size(); ++i) decoded.octets[i] = 0;
    at += decoded.length;
    obey(from, decoded);
  }
}

void Ncp::State::obey(HostId from, const DecodedCommand& decoded) {
  const ControlCommand& c = decoded.command;
  ++counters.commandsReceived[static_cast<std::size_t>(c.op)];
  if (!goodParameters(c)) return sendErr(from, ErrCode::BadParameter, decoded.octets);
  RemoteHost& host = hostOf(from);
  switch (c.op) {
    case ControlOp::Nop:
      return;
    case ControlOp::Rst:
      return gotRst(from);
    case ControlOp::Rrp:
      return gotRrp(from);
    case ControlOp::Err:
      return note(from, "says " + describe(c));
    default:
      break;
  }
  // Commands sent before our RST arrived there have no meaning any more.
  if (host.contact == Contact::Resetting) return;
  if (c.op == ControlOp::Eco) {
    ControlCommand erp = c;
    erp.op = ControlOp::Erp;
    return command(from, erp);
  }
  if (c.op == ControlOp::Erp) {
    if (!host.echoing) note(from, "ERP without an ECO");
    return echoAnswered(host, EchoView::Answer::Erp, c.data);
  }
  if (c.op == ControlOp::Cls) return gotCls(from, decoded);
  if (c.op != ControlOp::Rts && c.op != ControlOp::Str) return obeyLink(from, decoded);
  if (c.op == ControlOp::Rts) forgetLink(from, c.link);
  if (c.op == ControlOp::Rts && linkTaken(from, c.link)) return sendErr(from, ErrCode::BadParameter, decoded.octets);
  // inferred: a host that requests a connection is up and has no old ones; an RST would cancel its request.
  if (host.contact == Contact::None) contactMade(host);
  gotRfc(from, c);
}

// Commands about an established connection.
void Ncp::State::obeyLink(HostId from, const DecodedCommand& decoded) {
  const ControlCommand& c = decoded.command;
  const bool fromReceiver = c.op == ControlOp::All || c.op == ControlOp::Gvb || c.op == ControlOp::Inr;
  Connection* conn = findLink(from, c.link, fromReceiver);
  if (conn == nullptr) {
    const bool asked = fromReceiver && linkTaken(from, c.link);
    return sendErr(from, asked ? ErrCode::NotConnected : ErrCode::NoSuchSocket, decoded.octets);
  }
  // It crossed our CLS.
  if (conn->phase == Phase::ClsSent) return;
  if (conn->phase != Phase::Open) return sendErr(from, ErrCode::NotConnected, decoded.octets);
  switch (c.op) {
    case ControlOp::All:
      return gotAll(*conn, decoded);
    case ControlOp::Gvb:
      return gotGvb(*conn, c);
    case ControlOp::Ret:
      return gotRet(*conn, decoded);
    default:
      return notify(NoticeKind::Interrupted, conn->id);
  }
}

void Ncp::State::gotAll(Connection& c, const DecodedCommand& decoded) {
  const std::uint64_t messages = std::uint64_t{c.messageSpace} + decoded.command.messages;
  const std::uint64_t bits = c.bitSpace + decoded.command.bits;
  if (messages > 0xFFFF || bits > 0xFFFFFFFF) return sendErr(c.host, ErrCode::BadParameter, decoded.octets);
  c.messageSpace = static_cast<std::uint32_t>(messages);
  c.bitSpace = bits;
}

void Ncp::State::gotGvb(Connection& c, const ControlCommand& gvb) {
  ControlCommand ret;
  ret.op = ControlOp::Ret;
  ret.link = c.link;
  ret.messages = static_cast<std::uint16_t>(fraction(c.messageSpace, gvb.messages));
  ret.bits = static_cast<std::uint32_t>(fraction(c.bitSpace, gvb.bits));
  c.messageSpace -= ret.messages;
  c.bitSpace -= ret.bits;
  command(c.host, ret);
}

void Ncp::State::gotRet(Connection& c, const DecodedCommand& decoded) {
  const ControlCommand& ret = decoded.command;
  if (!c.reclaiming || ret.messages > c.messageSpace || ret.bits > c.bitSpace)
    return sendErr(c.host, ErrCode::BadParameter, decoded.octets);
  c.reclaiming = false;
  c.messageSpace -= ret.messages;
  c.bitSpace -= ret.bits;
}

void Ncp::State::sendErr(HostId host, ErrCode code,
                         const std::array<std::uint8_t, ControlCommand::kErrorOctets>& octets) {
  ++counters.malformed;
  ControlCommand err;
  err.op = ControlOp::Err;
  err.data = static_cast<std::uint8_t>(code);
  err.culprit = octets;
  note(host, "told " + describe(err));
  command(host, err);
}

// For a message in error: its header and the first eight bits of its text.
void Ncp::State::sendErr(HostId host, ErrCode code, const Message& message) {
  const BitString bits = message.bits();
  std::array<std::uint8_t, ControlCommand::kErrorOctets> octets{};
  for (std::size_t i = 0; i < octets.size(); ++i) octets[i] = static_cast<std::uint8_t>(bits.field(8 * i, 8));
  sendErr(host, code, octets);
}

}  // namespace utah10
