// A modelled user of NETRJS on a host other than CCN: signs on, sends decks, fetches prints and punched cards.
//
// It does what a user's program must (docs/sources/netrjs.md 3-6, 9, 10) and no more: it has no files and spends no
// time of its own. Requests wait until SIGNON has been accepted; stacks of cards go one after another.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "network/ccn/batch.hpp"
#include "network/ccn/charset.hpp"
#include "network/ccn/transaction.hpp"
#include "network/ncp/icp.hpp"
#include "utah10/machine/archive.hpp"

namespace utah10 {

struct NetrjsClientConfig {
  std::string name = "rjs";  // of its section in a snapshot
  HostId server{65};         // UCLA-CCN
  Socket contact{13};
  std::string terminal;
  std::string password;
  CcnCharset charset = CcnCharset::Ascii68;
  RecordForm form = RecordForm::Truncated;  // of its cards
  FillerRule filler = FillerRule::TwoWords;
  std::size_t longest = StreamFormat::kLongestTransaction;
};

// A print or deck of punched cards received from CCN, or the part received before the channel closed.
struct RjsFetched {
  CcnPaper paper = CcnPaper::Print;
  bool complete = false;
  std::vector<Octets> records;  // as sent: the first record holds the job's name

  void state(Archive& a);
};

class NetrjsClient final : public NcpUser, public IcpCaller, public StatePart {
 public:
  NetrjsClient(Ncp& ncp, const NetrjsClientConfig& config);

  void call();
  // Types a line at the operator's console, without CR LF.
  void type(std::string_view line);
  // Sends a stack of cards in the terminal's character set.
  void send(const std::vector<Octets>& cards);
  // Sends these octets unchanged on the reader channel, with nothing after them.
  void sendRaw(const Octets& octets);
  // Fetches `count` more outputs.
  void fetch(CcnPaper paper, unsigned count = 1);
  // Closes data channels as an impatient user would.
  void abortReader();
  void abortFetch(CcnPaper paper);
  void hangUp();

  bool connected() const { return static_cast<bool>(pair_.output); }
  bool signedOn() const { return signedOn_; }
  bool refused() const { return refused_; }  // the call or a data channel was refused
  bool busy() const { return static_cast<bool>(reader_) || !stacks_.empty(); }
  const std::vector<std::string>& console() const { return console_; }
  const std::vector<RjsFetched>& fetched() const { return fetched_; }
  std::uint64_t octetsSent() const { return sent_; }          // on the reader channel
  std::uint64_t octetsReceived() const { return received_; }  // on printer and punch channels

  Ncp::UserId user() const override { return self_; }
  void connected(const IcpPair& pair) override;
  void failed(Socket user, CloseReason reason) override;
  void opened(ConnectionId id) override;
  void received(ConnectionId id) override;
  void closed(ConnectionId id, CloseReason reason) override;

  // Each in a section of its own.
  void state(Archive& a) override;

 private:
  struct Fetch {
    ConnectionId id;
    unsigned wanted = 0;
    TransactionDecoder decoder;
    std::vector<Octets> records;
  };
  Fetch& fetchOf(CcnPaper paper) { return paper == CcnPaper::Print ? printer_ : punch_; }
  void proceed();
  void openFetch(CcnPaper paper);
  void consoleReceived();
  void heard(const std::string& line);
  void fetchReceived(CcnPaper paper);

  Ncp& ncp_;
  NetrjsClientConfig config_;
  Ncp::UserId self_;
  IcpClient icp_;
  IcpPair pair_;
  bool signedOn_ = false;
  bool refused_ = false;
  std::vector<std::string> waiting_;  // lines typed before there was a console
  std::string line_;                  // the line being received
  std::vector<std::string> console_;
  ConnectionId reader_;
  std::deque<Octets> stacks_;  // complete streams, including their end
  Fetch printer_;
  Fetch punch_;
  std::vector<RjsFetched> fetched_;
  std::uint64_t sent_ = 0;
  std::uint64_t received_ = 0;
};

}  // namespace utah10
