#include "network/ncp/control_message.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace utah10 {

namespace {

enum class Field : std::uint8_t { End, Mine, Yours, Link, Size, Messages, Bits, MessagePart, BitPart, Data, Culprit };

struct Form {
  std::string_view name;
  std::array<Field, 4> fields;
};

// The fields of each command, by opcode (docs/sources/ncp.md 4).
constexpr std::array<Form, kControlOps> kForms{{
    {"NOP", {}},
    {"RTS", {Field::Mine, Field::Yours, Field::Link}},
    {"STR", {Field::Mine, Field::Yours, Field::Size}},
    {"CLS", {Field::Mine, Field::Yours}},
    {"ALL", {Field::Link, Field::Messages, Field::Bits}},
    {"GVB", {Field::Link, Field::MessagePart, Field::BitPart}},
    {"RET", {Field::Link, Field::Messages, Field::Bits}},
    {"INR", {Field::Link}},
    {"INS", {Field::Link}},
    {"ECO", {Field::Data}},
    {"ERP", {Field::Data}},
    {"ERR", {Field::Data, Field::Culprit}},
    {"RST", {}},
    {"RRP", {}},
}};

constexpr unsigned widthOf(Field f) {
  switch (f) {
    case Field::End:
      return 0;
    case Field::Mine:
    case Field::Yours:
    case Field::Bits:
      return 32;
    case Field::Messages:
      return 16;
    case Field::Culprit:
      return 8 * ControlCommand::kErrorOctets;
    default:
      return 8;
  }
}

const Form& formOf(ControlOp op) { return kForms[static_cast<std::size_t>(op) % kControlOps]; }

std::uint64_t get(const ControlCommand& c, Field f) {
  switch (f) {
    case Field::Mine:
      return c.mine.number();
    case Field::Yours:
      return c.yours.number();
    case Field::Link:
      return c.link;
    case Field::Size:
      return c.byteSize;
    case Field::Messages:
    case Field::MessagePart:
      return c.messages;
    case Field::Bits:
    case Field::BitPart:
      return c.bits;
    default:
      return c.data;
  }
}

void set(ControlCommand& c, Field f, std::uint64_t v) {
  switch (f) {
    case Field::Mine:
      c.mine = Socket{static_cast<std::uint32_t>(v)};
      break;
    case Field::Yours:
      c.yours = Socket{static_cast<std::uint32_t>(v)};
      break;
    case Field::Link:
      c.link = static_cast<std::uint8_t>(v);
      break;
    case Field::Size:
      c.byteSize = static_cast<std::uint8_t>(v);
      break;
    case Field::Messages:
    case Field::MessagePart:
      c.messages = static_cast<std::uint16_t>(v);
      break;
    case Field::Bits:
    case Field::BitPart:
      c.bits = static_cast<std::uint32_t>(v);
      break;
    default:
      c.data = static_cast<std::uint8_t>(v);
  }
}

std::string describeField(const ControlCommand& c, Field f) {
  switch (f) {
    case Field::Mine:
      return fmt::format(" from socket {:o}", c.mine.number());
    case Field::Yours:
      return fmt::format(" to socket {:o}", c.yours.number());
    case Field::Link:
      return fmt::format(" link {}", c.link);
    case Field::Size:
      return fmt::format(" bytes of {}", c.byteSize);
    case Field::Messages:
      return fmt::format(" messages {}", c.messages);
    case Field::Bits:
      return fmt::format(" bits {}", c.bits);
    case Field::MessagePart:
      return fmt::format(" messages {}/128", c.messages);
    case Field::BitPart:
      return fmt::format(" bits {}/128", c.bits);
    case Field::Data:
      return fmt::format(" {:o}", c.data);
    case Field::Culprit: {
      std::string text = " about";
      for (const std::uint8_t octet : c.culprit) text += fmt::format(" {:03o}", octet);
      return text;
    }
    case Field::End:
      break;
  }
  return "";
}

}  // namespace

std::string_view name(ControlOp op) { return formOf(op).name; }

unsigned octetsOf(ControlOp op) {
  unsigned bits = 8;
  for (const Field f : formOf(op).fields) bits += widthOf(f);
  return bits / 8;
}

BitString encode(const ControlCommand& command) {
  BitString out;
  out.append(static_cast<std::uint8_t>(command.op), 8);
  for (const Field f : formOf(command.op).fields) {
    if (f == Field::Culprit) {
      for (const std::uint8_t octet : command.culprit) out.append(octet, 8);
    } else {
      out.append(get(command, f), widthOf(f));
    }
  }
  return out;
}

std::string describe(const ControlCommand& command) {
  std::string text{name(command.op)};
  for (const Field f : formOf(command.op).fields) text += describeField(command, f);
  return text;
}

DecodedCommand decodeCommand(const BitString& text, std::size_t at, std::size_t count) {
  DecodedCommand out;
  const std::size_t there = std::min(count, text.size() / 8);
  for (std::size_t i = 0; i < out.octets.size() && at + i < there; ++i)
    out.octets[i] = static_cast<std::uint8_t>(text.field(8 * (at + i), 8));
  const std::uint64_t op = text.field(8 * at, 8);
  if (op >= kControlOps) {
    out.error = ErrCode::IllegalOp;
    return out;
  }
  out.command.op = static_cast<ControlOp>(op);
  out.length = octetsOf(out.command.op);
  if (at + out.length > there) {
    out.error = ErrCode::CutShort;
    return out;
  }
  std::size_t bit = 8 * at + 8;
  for (const Field f : formOf(out.command.op).fields) {
    if (f == Field::Culprit) {
      for (std::size_t i = 0; i < out.command.culprit.size(); ++i)
        out.command.culprit[i] = static_cast<std::uint8_t>(text.field(bit + 8 * i, 8));
    } else if (f != Field::End) {
      set(out.command, f, text.field(bit, widthOf(f)));
    }
    bit += widthOf(f);
  }
  return out;
}

BitString NcpHeader::bits() const {
  BitString out;
  out.append(first, 8);
  out.append(byteSize, 8);
  out.append(count, 16);
  out.append(last, 8);
  return out;
}

NcpHeader NcpHeader::of(const BitString& text) {
  NcpHeader h;
  h.first = static_cast<std::uint8_t>(text.field(0, 8));
  h.byteSize = static_cast<std::uint8_t>(text.field(8, 8));
  h.count = static_cast<std::uint16_t>(text.field(16, 16));
  h.last = static_cast<std::uint8_t>(text.field(32, 8));
  return h;
}

Message dataMessage(HostId to, std::uint8_t link, unsigned byteSize, const BitString& bytes) {
  Message m;
  m.leader.host = to;
  m.leader.link = link;
  NcpHeader h;
  h.byteSize = static_cast<std::uint8_t>(byteSize);
  h.count = static_cast<std::uint16_t>(byteSize == 0 ? 0 : bytes.size() / byteSize);
  m.text = h.bits();
  m.text.append(bytes);
  return m;
}

Message controlMessage(HostId to, const BitString& commands) { return dataMessage(to, kControlLink, 8, commands); }

}  // namespace utah10
