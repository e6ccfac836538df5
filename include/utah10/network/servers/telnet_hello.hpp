// A TELNET server that says hello and answers line by line: something to talk to behind socket 1.
//
// Source: RFC 158 and RFC 318, the old protocol (ncp_protocols.md 8): 8-bit codes, 0-127 ASCII, 128-255 controls. It
// assumes that the user's side echoes; ECHO and NO ECHO are obeyed and answered with the new mode. SYNCH: an INS makes
// it pass over what has come up to the DATA MARK, but for BREAK; a DATA MARK that comes first waits for its INS. What
// it answers (greeting, "YOU SAID", HELP, LOGOUT) is ours; no host of 1972 is imitated.
#pragma once

#include <string>

#include "utah10/network/servers/host_service.hpp"

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

class TelnetHello final : public SessionServer {
 public:
  static constexpr std::size_t kLongestLine = 512;

  TelnetHello(Ncp& ncp, Socket contact, std::string greeting);

 protected:
  void began(Session& session) override;
  void arrived(Session& session) override;
  void interrupt(Session& session) override;

 private:
  void character(Session& session, std::uint8_t code);
  void control(Session& session, std::uint8_t code);
  void answer(Session& session);

  std::string greeting_;
};

}  // namespace utah10
