// A scripted user of RFC 354, the client side of a file server: for hosts that fetch and send files, and for tests.
//
// Steps are queued and run in order: a command ends with its reply, a transfer with its last reply and the end of its
// data connection. The dialogue is kept.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "network/ncp/icp.hpp"
#include "network/servers/ftp_framing.hpp"
#include "utah10/word/virtual_time.hpp"

namespace utah10 {

enum class FtpStepKind : std::uint8_t { Command, Store, Retrieve };
struct FtpStep {
  FtpStepKind kind = FtpStepKind::Command;
  std::string command;  // without CR LF
  FtpForm form;         // of a transfer: as the preceding commands have set it
  StoredFile file;      // to be stored

  void state(Archive& a);
};

struct FtpResult {
  std::string command;
  int code = 0;  // of the last reply; 0: the connection ended before a reply
  Instant begun{};
  Instant opened{};  // when the data connection opened
  Instant ended{};
  std::uint64_t dataBits = 0;  // sent over the data connection
  StoredFile file;             // the file retrieved

  void state(Archive& a);
};

class FtpUser final : public NcpUser, public IcpCaller {
 public:
  static constexpr std::size_t kMostLines = 1000;  // lines of the dialogue; the oldest are dropped
  static constexpr std::size_t kSendBits = 256000;

  FtpUser(Scheduler& clock, Ncp& ncp);

  void call(HostId host, Socket contact = Socket{3});
  void command(std::string line);
  void login(const std::string& user, const std::string& password, const std::string& account);
  // TYPE, BYTE for the types that have a byte size, STRU and MODE.
  void form(const FtpForm& form);
  // `verb`: STOR, APPE or MLFL; RETR or LIST.
  void store(const std::string& name, StoredFile file, const FtpForm& form, const std::string& verb = "STOR");
  void retrieve(const std::string& name, const FtpForm& form, const std::string& verb = "RETR");
  // Sends a command at once, even during a step: ABOR, STAT.
  void interject(const std::string& line);
  // Breaks the data connection.
  void breakData();

  bool connected() const { return connected_; }
  bool idle() const { return steps_.empty() && !running_; }
  // "> USER x" and "< 330 ...".
  const std::deque<std::string>& dialogue() const { return dialogue_; }
  const std::vector<FtpResult>& results() const { return results_; }
  const std::vector<std::string>& markers() const { return markers_; }  // received with a file
  const IcpPair& pair() const { return pair_; }

  Ncp::UserId user() const override { return self_; }
  void connected(const IcpPair& pair) override;
  void failed(Socket user, CloseReason reason) override;
  void requested(ConnectionId id) override;
  void opened(ConnectionId id) override;
  void received(ConnectionId id) override;
  void drained(ConnectionId id) override;
  void closed(ConnectionId id, CloseReason reason) override;

  // In a section of its own.
  void state(Archive& a);

 private:
  void control(const BitString& octets);
  void line(const std::string& text);
  void reply(int code);
  void next();
  void begin(const FtpStep& step);
  void pump();
  void endData();
  void finishIfOver();
  void say(const std::string& line);
  void write(std::string line);
  bool storing() const { return step_.kind == FtpStepKind::Store; }

  Scheduler& clock_;
  Ncp& ncp_;
  Ncp::UserId self_;
  IcpClient icp_;
  IcpPair pair_;
  bool connected_ = false;
  bool greeted_ = false;
  std::string partial_;  // an incomplete reply line
  std::deque<FtpStep> steps_;

  bool running_ = false;
  FtpStep step_;
  FtpResult result_;
  bool replied_ = false;  // the last reply of this step has arrived
  ConnectionId data_;
  bool dataOpen_ = false;
  bool dataOver_ = false;  // closed by us
  FtpEncoder encoder_;
  FtpDecoder decoder_;

  std::deque<std::string> dialogue_;
  std::vector<FtpResult> results_;
  std::vector<std::string> markers_;
};

}  // namespace utah10
