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
#include <vector>

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
  // Called some times a second while the machine is stopped, with those that run with it.
  void serveStopped();
  // Tells the callers on terminal lines.
  void tellCallers(std::string_view words);
  // Tells them, and ends their calls.
  void hangUpCallers(std::string_view words);
  // With pace auto, the runs of `work` are in real time.
  void inRealTime(const std::function<void()>& work);
  std::size_t callers() const { return telnet_ ? telnet_->callers() : 0; }
  // With pace auto, somebody needs real time when the machine runs on.
  bool realTime() const { return people_ || anyAttached(); }
  // The parts of the modelled network behind the machine's IMP interface; empty if there is none.
  const std::vector<Network*>& modelled() const { return modelled_; }
  void adopt(std::vector<Network*> parts) { modelled_ = std::move(parts); }
  // Other machines that run with this one: their peers need real time, too.
  void runWith(std::vector<Connections*> others) { others_ = std::move(others); }

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
  bool anyAttached() const;
  void waitForInput(Duration longest) const;
  // Host descriptors of its callers and peers.
  std::vector<int> descriptors() const;
  bool needRealTime() const { return anyAttached() || forced_ || (people_ && openRun_); }

  Debugger& debugger_;
  Console& console_;
  std::unique_ptr<TelnetServer> telnet_;
  std::unique_ptr<ConnectedCapture> capture_;
  CablePorts cables_;
  Pacer pacer_;
  std::vector<Network*> modelled_;
  std::vector<Connections*> others_;
  bool people_ = false, forced_ = false;
  bool openRun_ = false;     // the present run has no end of its own
  bool toldOfPace_ = false;  // in this run
};

}  // namespace utah10
