// A TELNET server that greets its user and answers line by line: a partner for conversations through socket 1.
//
// Source: RFC 158 and RFC 318, the old protocol (docs/sources/ncp.md 9): 8-bit codes, 0-127 ASCII, 128-255 controls. It
// assumes that the user's side echoes; ECHO and NO ECHO are obeyed and answered with the new mode. SYNCH: an INS makes
// it pass over what has come up to the DATA MARK, but for BREAK; a DATA MARK that comes first waits for its INS. What
// it answers (greeting, "YOU SAID", HELP, LOGOUT) is ours; no host of 1972 is imitated. Like UCLA-CCN's logger
// (docs/sources/netrjs.md 3.1), it hands a user over to a service when the user types its name.
#pragma once

#include <string>

#include "network/servers/host_service.hpp"

namespace utah10 {

enum class TelnetCode : std::uint8_t {
  DataMark = 0200,
  Break = 0201,
  Nop = 0202,
  NoEcho = 0203,
  Echo = 0204,
  HideInput = 0205,
  Ascii = 0240
};

// A service that users of a logger can request by typing a word in capital letters.
class LoggedService {
 public:
  virtual ~LoggedService() = default;
  // The number of sockets, starting at IcpPair::base, that belong to the session.
  virtual unsigned loggedSockets() const = 0;
  // Returns true if the word is one of the service's names; the service then owns the pair's connections.
  virtual bool takesOver(std::string_view word, const IcpPair& pair) = 0;
};

class TelnetHello final : public SessionServer {
 public:
  static constexpr std::size_t kLongestLine = 512;

  TelnetHello(Ncp& ncp, Socket contact, std::string greeting);
  // Call before anything runs.
  void offer(LoggedService& service) { logged_ = &service; }
  unsigned sockets() const override { return logged_ == nullptr ? IcpService::sockets() : logged_->loggedSockets(); }

 protected:
  void began(ServiceSession& session) override;
  void arrived(ServiceSession& session) override;
  void interrupt(ServiceSession& session) override;

 private:
  void character(ServiceSession& session, std::uint8_t code);
  void control(ServiceSession& session, std::uint8_t code);
  void answer(ServiceSession& session);

  std::string greeting_;
  LoggedService* logged_ = nullptr;
};

}  // namespace utah10
