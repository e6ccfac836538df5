// The commands of the host-host protocol and the control messages that carry them.
//
// Source: NIC 8246 (docs/sources/ncp.md 2, 4). A control message travels on link 0 and holds at most 120 bytes of 8
// bits, a whole number of commands. Errors: decoding gives the ERR code to send back.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "network/leader.hpp"
#include "network/ncp/socket.hpp"

namespace utah10 {

enum class ControlOp : std::uint8_t { Nop, Rts, Str, Cls, All, Gvb, Ret, Inr, Ins, Eco, Erp, Err, Rst, Rrp };
constexpr unsigned kControlOps = 14;

enum class ErrCode : std::uint8_t {
  Undefined = 0,
  IllegalOp = 1,
  CutShort = 2,
  BadParameter = 3,
  NoSuchSocket = 4,  // no RFC has been sent in either direction
  NotConnected = 5   // requested but not established; or data on a link without a connection
};

struct ControlCommand {
  static constexpr std::size_t kErrorOctets = 10;

  ControlOp op = ControlOp::Nop;
  Socket mine{};   // of the sender
  Socket yours{};  // of the receiver
  std::uint8_t link = 0;
  std::uint8_t byteSize = 0;
  std::uint16_t messages = 0;  // for GVB: in 128ths; the high bit of eight means all
  std::uint32_t bits = 0;
  std::uint8_t data = 0;  // of ECO and ERP; for ERR the code
  std::array<std::uint8_t, kErrorOctets> culprit{};

  friend bool operator==(const ControlCommand&, const ControlCommand&) = default;
};

// "RTS"
std::string_view name(ControlOp op);
// Including the opcode.
unsigned octetsOf(ControlOp op);
BitString encode(const ControlCommand& command);
// "RTS 400 to 15, link 2": for the operator.
std::string describe(const ControlCommand& command);

struct DecodedCommand {
  ControlCommand command;
  std::optional<ErrCode> error;  // IllegalOp or CutShort: nothing after it can be decoded
  std::array<std::uint8_t, ControlCommand::kErrorOctets> octets{};  // for an ERR: from the opcode, zero padded
  unsigned length = 0;                                              // octets
};

// The command that begins at octet `at` of `text`, of which `count` octets are commands.
DecodedCommand decodeCommand(const BitString& text, std::size_t at, std::size_t count);

// The 40 bits between leader and text.
struct NcpHeader {
  static constexpr unsigned kBits = 40;
  static constexpr unsigned kMostControlOctets = 120;

  std::uint8_t first = 0;  // M1, M2: zero
  std::uint8_t byteSize = 0;
  std::uint16_t count = 0;
  std::uint8_t last = 0;

  BitString bits() const;
  static NcpHeader of(const BitString& text);
};

// Link numbers: NIC 8246 (docs/sources/ncp.md 3).
constexpr std::uint8_t kControlLink = 0;
constexpr std::uint8_t kFirstLink = 2;
constexpr std::uint8_t kLastLink = 71;

// A regular message: leader, header, `bytes`.
Message dataMessage(HostId to, std::uint8_t link, unsigned byteSize, const BitString& bytes);
Message controlMessage(HostId to, const BitString& commands);

}  // namespace utah10
