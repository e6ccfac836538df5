// The small servers of the network: echo, discard, a character generator, and servers that send one text.
//
// Sources: RFC 347 (echo), RFC 348 (discard); docs/sources/ncp.md 8.2. The caller chooses the sockets because hosts
// differed: UTAH's echo was at 5 (docs/sources/ncp.md 8.1).
#pragma once

#include <functional>
#include <string>

#include "network/servers/host_service.hpp"

namespace utah10 {

// Returns every byte, bit for bit. It reads no faster than it can write: an unread echo stops its user by allocation.
class EchoServer final : public SessionServer {
 public:
  EchoServer(Ncp& ncp, Socket contact, unsigned byteSize = 8);

 protected:
  void arrived(ServiceSession& session) override { pump(session); }
  void wentOut(ServiceSession& session) override { pump(session); }

 private:
  static constexpr std::size_t kMostUnsent = 32768;  // bits
  void pump(ServiceSession& session);
};

// Reads and never sends.
class DiscardServer final : public SessionServer {
 public:
  DiscardServer(Ncp& ncp, Socket contact, unsigned byteSize = 8);
  std::uint64_t discarded() const { return discarded_; }  // bits
  void state(Archive& a) override;

 protected:
  void arrived(ServiceSession& session) override;

 private:
  std::uint64_t discarded_ = 0;
};

// Sends as fast as its allocation permits and ignores its input. Inferred for 1972 (the pattern is that of RFC 864):
// lines of 72 of the 95 printing characters of ASCII and CR LF, each beginning one character after the start of the
// previous line.
class CharacterGenerator final : public SessionServer {
 public:
  CharacterGenerator(Ncp& ncp, Socket contact, unsigned byteSize = 8);
  // The character at a position of the endless text.
  static char at(std::uint64_t position);

 protected:
  void began(ServiceSession& session) override { more(session); }
  void arrived(ServiceSession& session) override;
  void wentOut(ServiceSession& session) override { more(session); }

 private:
  static constexpr std::uint64_t kAtOnce = 37 * 74;  // characters: 37 lines
  void more(ServiceSession& session);
};

// Sends one text and closes: date and time, the host's status, the tables of its NCP.
class TextServer final : public SessionServer {
 public:
  // `text` is invoked once per connection; it must depend on saved state only.
  TextServer(Ncp& ncp, std::string name, Socket contact, std::function<std::string()> text);

 protected:
  void began(ServiceSession& session) override;
  void arrived(ServiceSession& session) override;

 private:
  std::function<std::string()> text_;
};

// "SUNDAY, OCTOBER 1, 1972 00:00:00" of seconds since 1 January 1970.
std::string dateText(std::int64_t secondsSince1970);

}  // namespace utah10
