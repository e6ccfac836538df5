// The file server of a modelled host: contact socket 3, one session for each user.
//
// Its own data sockets are S+2 (receive) and S+3 (send), as in TENEX; it connects them to the user's sockets, which
// listen. A data connection is closed after each transfer, and the next one is opened once the old one has closed.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "network/ncp/icp.hpp"
#include "network/servers/ftp_session.hpp"

namespace utah10 {

// One session, for the operator.
struct FtpSessionView {
  HostId host;
  Socket base;  // the server's S
  std::string user;
  bool moving = false;
  std::uint64_t commands = 0;
  std::uint64_t refused = 0;
  std::uint64_t badBlocks = 0;
  std::uint64_t strayBytes = 0;
};

struct FtpNote {
  Instant at;
  HostId host;
  std::string text;
};

class FtpServer final : public NcpUser, public IcpService, private FtpHost {
 public:
  static constexpr Socket kContact{3};
  static constexpr std::size_t kMostNotes = 50;

  // Enrols with the NCP. `name` begins the name of its event slot. The store must outlive the server.
  FtpServer(Scheduler& clock, Ncp& ncp, const std::string& name, FileStore& files, FtpConfig config = {});
  ~FtpServer() override;
  FtpServer(const FtpServer&) = delete;
  FtpServer& operator=(const FtpServer&) = delete;
  void open();
  void close();     // accepts no new users
  void shutDown();  // also sends 436 to every user
  std::vector<FtpSessionView> sessions() const;
  // The most recent refusals, oldest first.
  const std::deque<FtpNote>& notes() const { return notes_; }
  std::uint64_t served() const { return lastId_; }

  Ncp::UserId user() const override { return self_; }
  unsigned sockets() const override { return 4; }
  void started(const IcpPair& pair) override;
  void opened(ConnectionId id) override;
  void received(ConnectionId id) override;
  void drained(ConnectionId id) override;
  void closed(ConnectionId id, CloseReason reason) override;

  // Raw fields, inside a section that the owner opens. The store saves the files.
  void state(Archive& a);

 private:
  struct Caller;
  using Callers = std::vector<std::unique_ptr<Caller>>;

  Instant now() const override { return clock_.now(); }
  FileStore& store() override { return files_; }
  std::uint32_t dataSocket(std::uint32_t session, bool sending) const override;
  void reply(std::uint32_t session, std::string_view lines) override;
  void openData(std::uint32_t session, const FtpDataCall& call) override;
  void sendData(std::uint32_t session, const BitString& bytes) override;
  void closeData(std::uint32_t session) override;
  void abortData(std::uint32_t session) override;
  void hangUp(std::uint32_t session) override;
  void note(std::uint32_t session, std::string_view what) override;

  void callerState(Archive& a, std::size_t n);
  Caller& caller(std::uint32_t session) const;
  Caller* holder(ConnectionId id);
  void connect(Caller& c);
  void controlClosed(Caller& c, ConnectionId id);
  void dataClosed(Caller& c, CloseReason reason);
  void tick();
  void settle();

  Scheduler& clock_;
  Ncp& ncp_;
  FileStore& files_;
  FtpConfig config_;
  Ncp::UserId self_;
  IcpServer icp_;
  EventId slot_;
  Callers callers_;
  std::uint32_t lastId_ = 0;
  unsigned depth_ = 0;  // nested calls; sessions are removed when it is zero
  std::deque<FtpNote> notes_;
};

}  // namespace utah10
