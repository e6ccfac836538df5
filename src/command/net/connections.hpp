// What connects the machine to the world outside: callers on its terminal lines, peers at the ends of its network
// cables, the modelled network, and the pace that ties virtual time to the host's clock. Serves them between the slices
// of a run.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "command/debug/run_attendant.hpp"
#include "command/host/pacer.hpp"
#include "command/host/telnet_server.hpp"
#include "command/net/cable_ports.hpp"

namespace utah10 {

class Console;
class Debugger;
class LiveCapture;
class Network;

class Connections final : public RunAttendant {
 public:
  // Both must outlive the connections.
  Connections(Debugger& debugger, Console& console);
  ~Connections() override;
  Connections(const Connections&) = delete;
  Connections& operator=(const Connections&) = delete;

  // Serves the terminal lines over telnet from now on.
  void answerCalls(std::unique_ptr<TelnetServer> telnet) { telnet_ = std::move(telnet); }
  TelnetServer* telnet() { return telnet_.get(); }
  CablePorts& cables() { return cables_; }
  Pacer& pacer() { return pacer_; }
  // People use the machine: with pace auto, a run without an end of its own is in real time.
  void peopleUseIt() { people_ = true; }
  // Called some times a second while the machine is stopped.
  void serveStopped();
  // Tells the callers on terminal lines.
  void tellCallers(std::string_view words);
  // Tells them, and ends their calls.
  void hangUpCallers(std::string_view words);
  // With pace auto, the runs of `work` are in real time.
  void inRealTime(const std::function<void()>& work);
  std::size_t callers() const { return telnet_ ? telnet_->callers() : 0; }
  // With pace auto, somebody needs real time when the machine runs on.
  bool realTime() const { return people_ || cables_.anyAttached(); }
  // The modelled network behind the machine's IMP interface; null if there is none.
  Network* modelled() { return modelled_; }
  void adopt(Network& network) { modelled_ = &network; }

  // Attaches a UDP peer to the end of a cable, and says so. Errors: those of CablePorts::attach.
  Expected<void> attachUdp(const std::string& cable, const UdpAddress& address, const DatagramSettings& settings);

  // Writes all messages on the cables to a new pcap file, until endCapture() or the end of the session.
  Expected<void> beginCapture(const std::string& file);
  void endCapture();
  // Null: nothing is being captured.
  const LiveCapture* capture() const;

  void runBegins(bool open) override;
  std::optional<Duration> longestSlice() const override;
  void sliceEnded() override;
  void serve() override;

 private:
  class ConnectedCapture;
  void servePeers();
  void waitForInput(Duration longest) const;
  bool needRealTime() const { return cables_.anyAttached() || forced_ || (people_ && openRun_); }

  Debugger& debugger_;
  Console& console_;
  std::unique_ptr<TelnetServer> telnet_;
  std::unique_ptr<ConnectedCapture> capture_;
  CablePorts cables_;
  Pacer pacer_;
  Network* modelled_ = nullptr;
  bool people_ = false, forced_ = false;
  bool openRun_ = false;     // the present run has no end of its own
  bool toldOfPace_ = false;  // in this run
};

}  // namespace utah10
