// Sockets of the host-host protocol. Source: NIC 8246 (docs/sources/ncp.md 5.1).
#pragma once

#include <compare>
#include <cstdint>

namespace utah10 {

// Which end of a connection a socket is; the low bit of its number.
enum class Gender : std::uint8_t { Receive = 0, Send = 1 };

class Socket {
 public:
  constexpr Socket() = default;
  constexpr explicit Socket(std::uint32_t number) : number_(number) {}
  constexpr std::uint32_t number() const { return number_; }
  constexpr Gender gender() const { return static_cast<Gender>(number_ & 1); }
  constexpr Socket plus(std::uint32_t n) const { return Socket{number_ + n}; }
  friend constexpr auto operator<=>(Socket, Socket) = default;

 private:
  std::uint32_t number_ = 0;
};

// Identifies a connection of one NCP; numbers are never reused while the NCP exists.
class ConnectionId {
 public:
  constexpr ConnectionId() = default;
  constexpr explicit ConnectionId(std::uint32_t n) : n_(n) {}
  constexpr std::uint32_t number() const { return n_; }
  constexpr explicit operator bool() const { return n_ != 0; }
  friend constexpr auto operator<=>(ConnectionId, ConnectionId) = default;

 private:
  std::uint32_t n_ = 0;  // none
};

}  // namespace utah10
