// One user's session with an FTP server: the dialogue and replies of RFC 354 and RFC 385 (docs/sources/ncp.md 10).
//
// A session has no connections: its FtpHost has them. It is called with control octets and events of the data
// connection, and calls the FtpHost with replies and requests from within those calls. Changes to the store take
// effect at the instant of the call.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "network/servers/ftp_command.hpp"
#include "network/servers/ftp_config.hpp"
#include "network/servers/ftp_framing.hpp"
#include "network/servers/ftp_host.hpp"

namespace utah10 {
enum class FtpVerb : std::uint8_t;

class FtpSession {
 public:
  static constexpr std::size_t kSendBits = 256000;  // passed to the data connection at a time

  // `user` and `base` are the caller's host and its socket U of the initial connection; U+4 and U+5 are the data
  // sockets until SOCK changes them.
  FtpSession(std::uint32_t id, FtpHost& host, const FtpConfig& config, HostId user, std::uint32_t base);

  void greet();
  void turnAway();  // 401: too many users
  void control(const BitString& octets);
  void dataOpened(unsigned byteSize);
  void dataReceived(const BitString& bytes);
  void dataDrained();
  void dataClosed(bool byUser);  // false: refused, host dead or reset
  void tick();                   // call at nextDeadline()
  Instant nextDeadline() const;
  void shutDown();  // 436
  void lost();      // the control connection has closed: a transfer in progress ends
  bool busy() const { return moving_ != Moving::Nothing; }
  bool gone() const { return gone_; }
  const std::string& user() const { return user_; }
  std::uint64_t commands() const { return commands_; }
  std::uint64_t refused() const { return refused_; }        // answered 4xx or 5xx
  std::uint64_t badBlocks() const { return badBlocks_; }    // data that could not be decoded
  std::uint64_t strayBytes() const { return strayBytes_; }  // controls and data that were dropped

  // Raw fields, inside a section that the owner opens.
  void state(Archive& a);

 private:
  enum class Moving : std::uint8_t { Nothing, Opening, Sending, Receiving };
  enum class Purpose : std::uint8_t { Retrieve, Store, Append, List, Mail };
  struct UserSocket {
    HostId host;
    std::uint32_t socket = 0;
  };

  // ftp_session.cpp
  void line(const FtpLineReader::Line& line);
  void command(const FtpCommand& command);
  void run(FtpVerb verb, const std::string& argument);
  void say(int code, std::string_view text, const std::vector<std::string>& more = {});
  const FtpAccount* account() const;
  bool mayWrite();

  // ftp_session_access.cpp
  void doUser(const std::string& argument);
  void doPass(const std::string& argument);
  void doAcct(const std::string& argument);
  void loginFailed();
  void doBye(const std::string& argument);
  void doHelp(const std::string& argument);
  void doByte(const std::string& argument);
  void doSock(const std::string& argument);
  void doType(const std::string& argument);
  void doStru(const std::string& argument);
  void doMode(const std::string& argument);
  void doNoop(const std::string& argument);
  void doLater(const std::string& argument);
  void doStat(const std::string& argument);

  // ftp_session_files.cpp
  void doRetr(const std::string& argument);
  void doStor(const std::string& argument);
  void doAppe(const std::string& argument);
  void doList(const std::string& argument);
  void doRnfr(const std::string& argument);
  void doRnto(const std::string& argument);
  void doDele(const std::string& argument);
  void doAllo(const std::string& argument);
  void doRest(const std::string& argument);
  void doMail(const std::string& argument);
  void doMlfl(const std::string& argument);
  void mailLine(const std::string& text);
  bool mailbox(const std::string& user);
  void refuse(StoreResult why);
  std::vector<std::string> listing(const std::string& prefix);

  // ftp_session_transfer.cpp
  bool legal();
  void open(Purpose purpose, bool sending, const FtpForm& form);
  void send(const StoredFile& file, Purpose purpose, const FtpForm& form);
  void receive(Purpose purpose, const std::string& name);
  bool resume(const std::string& name);
  void pump();
  void received();
  void commit();
  void keepMarked();
  void finish(int code, std::string_view text);
  void giveUp(int code, std::string_view text);
  void doAbor(const std::string& argument);

  std::uint32_t id_;
  FtpHost& host_;
  const FtpConfig& config_;
  FtpLineReader reader_;
  std::string user_;
  bool passed_ = false;
  bool loggedIn_ = false;
  unsigned failures_ = 0;
  bool leaving_ = false;  // BYE arrived during a transfer
  bool gone_ = false;     // the session has hung up
  FtpForm form_;
  UserSocket in_;   // the user receives here
  UserSocket out_;  // the user sends from here
  std::string renaming_;
  std::optional<std::uint64_t> restart_;
  std::string mailTo_;  // recipient of the mail being read from the control connection
  std::string mail_;

  Moving moving_ = Moving::Nothing;
  Purpose purpose_ = Purpose::Retrieve;
  FtpForm moved_;  // the parameters of this transfer
  std::string file_;
  FtpEncoder encoder_;
  FtpDecoder decoder_;
  std::uint64_t dataBits_ = 0;  // in this transfer so far
  std::optional<std::uint64_t> marked_;

  Instant loginBy_ = kNever;
  Instant lineBy_ = kNever;
  Instant dataBy_ = kNever;
  std::uint64_t commands_ = 0;
  std::uint64_t refused_ = 0;
  std::uint64_t badBlocks_ = 0;
  std::uint64_t strayBytes_ = 0;
};

}  // namespace utah10
