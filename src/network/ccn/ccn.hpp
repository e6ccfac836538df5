// The implementation of CcnServer: one program of the NCP, its functions grouped into one file per topic.
#pragma once

#include <list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "network/ccn/messages.hpp"
#include "network/ccn/server.hpp"
#include "network/ccn/session.hpp"
#include "network/ncp/icp.hpp"

namespace utah10::ccn {

using Words = std::vector<std::string>;

class Ccn final : public NcpUser {
 public:
  Ccn(Scheduler& clock, Ncp& ncp, const CcnConfig& config, CcnFiles* files);

  // ccn.cpp: calls, connections and time.
  void start();
  void started(const IcpPair& pair, CcnCharset charset);
  bool logged(std::string_view word, const IcpPair& pair);
  void requested(ConnectionId id) override;
  void opened(ConnectionId id) override;
  void received(ConnectionId id) override;
  void drained(ConnectionId id) override;
  void closed(ConnectionId id, CloseReason reason) override;
  void tick();

  // Guards every entry from outside. When the outermost guard ends, settle() removes finished sessions and arms the
  // clock for the next deadline.
  struct Entry {
    explicit Entry(Ccn& of) : ccn(of) { ++ccn.depth; }
    ~Entry() {
      if (--ccn.depth == 0) ccn.settle();
    }
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;
    Ccn& ccn;
  };
  void settle();
  Instant due() const;

  // central.cpp: the central operator.
  void setService(CcnService service);
  void alert(const std::vector<std::string>& lines);
  bool tell(std::string_view from, std::string_view terminal, std::string_view text);
  bool abortSession(unsigned line);
  unsigned readDeck(std::string_view hostFile, std::string_view terminal);

  // console.cpp
  template <class... Operands>
  void say(TerminalSession& s, CcnText text, const Operands&... operands) {
    print(s, ccnSay(config.generation, text, operands...));
  }
  void print(TerminalSession& s, std::string_view message);
  void heard(TerminalSession& s);
  void line(TerminalSession& s, std::string_view text);
  void sayAlert(TerminalSession& s);
  void signOn(TerminalSession& s, const Words& words);
  void signOff(TerminalSession& s);
  void finishSignOff(TerminalSession& s);
  // Closes all connections once the messages already queued have been sent.
  void end(TerminalSession& s);
  // Drops all connections except those of the console.
  void dropChannels(TerminalSession& s);

  // commands.cpp
  bool command(TerminalSession& s, std::string_view text, const Words& words);
  void status(TerminalSession& s, const Words& words);
  void statusOfJobs(TerminalSession& s);
  void message(TerminalSession& s, std::string_view text);
  void set(TerminalSession& s, const Words& words);
  void move(TerminalSession& s, const Words& words, bool deferred);
  void route(TerminalSession& s, const Words& words);
  void abortJob(TerminalSession& s, const Words& words);
  void backspace(TerminalSession& s, const Words& words);
  void cancel(TerminalSession& s, const Words& words);
  void restart(TerminalSession& s, const Words& words);
  void repeat(TerminalSession& s, const Words& words);
  void echo(TerminalSession& s, const Words& words);
  // Outputs for this terminal that belong to the named job.
  std::vector<CcnOutput*> outputsOf(const TerminalSession& s, std::string_view job);

  // reader.cpp
  void readerReceived(TerminalSession& s);
  void card(TerminalSession& s, Octets text);
  void jobComplete(TerminalSession& s);
  void streamFault(TerminalSession& s);
  void readerClosed(TerminalSession& s, CloseReason reason);
  CcnJob newJob(const CcnJobCard& card, std::string_view terminal) const;
  bool accept(CcnJob job);

  // output.cpp
  void offer(CcnOutput& output);  // announces it to its terminal and sends it if a channel is waiting
  void sendNext(TerminalSession& s, OutputChannel& c);
  void sendTransaction(TerminalSession& s, OutputChannel& c);
  void sendData(OutputChannel& c, const BitString& bits);
  void outputDrained(TerminalSession& s, OutputChannel& c);
  void endOfOutput(TerminalSession& s, OutputChannel& c);
  void outputSent(OutputChannel& c);
  void outputClosed(TerminalSession& s, OutputChannel& c, CloseReason reason);
  std::uint64_t backUp(const CcnOutput& output, std::uint64_t from) const;
  void transferTimeout(TerminalSession& s, OutputChannel& c);

  // channels.cpp
  void listen(TerminalSession& s);
  void requestedBy(TerminalSession& s, Channel& c, std::string_view device);
  void stopListening(TerminalSession& s);
  void refused(TerminalSession& s, Channel& c, std::string_view device);
  unsigned buffersInUse() const;

  const CcnTerminal* terminalNamed(std::string_view id) const;
  TerminalSettings& settingsOf(std::string_view id);
  TerminalSession* signedOn(std::string_view terminal);
  void keep(CcnFileKind kind, const std::string& job, const std::string& terminal, Octets contents);
  void note(std::string text);

  void state(Archive& a);

  // A contact socket.
  struct Contact final : IcpService {
    static constexpr unsigned kSockets = 6;  // S to S+5; S+4 is unused
    Contact(Ccn& of, const CcnContact& c) : ccn(of), charset(c.charset), icp(of.ncp, Socket{c.socket}, 8, *this) {}
    Ncp::UserId user() const override { return ccn.self; }
    unsigned sockets() const override { return kSockets; }
    bool admits(HostId host) override;
    void started(const IcpPair& pair) override { ccn.started(pair, charset); }
    Ccn& ccn;
    CcnCharset charset;
    IcpServer icp;
  };

  Scheduler& clock;
  Ncp& ncp;
  CcnConfig config;
  CcnFiles* files;
  Ncp::UserId self;
  EventId slot;
  std::vector<std::unique_ptr<Contact>> contacts;
  unsigned depth = 0;
  CcnService service = CcnService::Up;
  // A list, because callbacks may add sessions while one is in use: references must stay valid.
  std::list<TerminalSession> sessions;
  std::vector<TerminalSettings> settings;  // one per configured terminal
  CcnBatch batch;
  std::vector<std::string> alerts;
  std::uint64_t serial = 0;
  CcnCounts counts;
  std::vector<CcnEvent> events;
};

}  // namespace utah10::ccn
