// A session's side of the network: the cables of its machine, who keeps book beside them, and the sockets that play
// their other ends.
//
// What comes from outside (a plug, a datagram) goes through the recorder and so has an instruction at which it came: a
// recorded run replays bit for bit. Nothing runs by itself: poll() is called between slices of a run. While the machine
// is shown again what it has done, and while a file is replayed that holds datagrams, sockets are neither read nor
// written.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "command/net_table.hpp"
#include "command/udp_port.hpp"
#include "network/datagram_link.hpp"
#include "network/link_watch.hpp"
#include "trace/recorder.hpp"
#include "utah10/machine/machine.hpp"

namespace utah10 {

class CablePorts {
 public:
  static constexpr int kMostAPoll = 64;  // datagrams of one cable

  struct Cable {
    std::string name;  // "imp", "host105"
    HostLink& link;
    std::unique_ptr<LinkWatch> watch;
    std::unique_ptr<DatagramLink> end;   // null: its other end is somebody else's
    std::unique_ptr<UdpPort> port = {};  // null: not attached
  };
  // A report that others add to `net`: "net NAME".
  struct View {
    std::string name, brief;
    std::function<NetTable()> table;
  };

  // Both must outlive it.
  CablePorts(Machine& machine, Recorder& recorder);
  ~CablePorts();
  CablePorts(const CablePorts&) = delete;
  CablePorts& operator=(const CablePorts&) = delete;

  // Before anything runs: these become part of the machine's state.
  // Keeps book beside a cable.
  void watch(const std::string& name, HostLink& cable);
  // The same, and one end of it can be attached: Role::Imp, the IMP's; Role::Host, the host's.
  void offer(const std::string& name, HostLink& cable, DatagramLink::Role role);
  void addView(View view) { views_.push_back(std::move(view)); }

  const std::deque<Cable>& cables() const { return cables_; }
  const std::vector<View>& views() const { return views_; }
  Cable* cable(std::string_view name);

  // Errors: no such cable, an end that is somebody else's, what UdpPort::open says.
  Expected<const UdpPort*> attach(std::string_view name, const UdpAddress& address, const DatagramSettings& settings);
  // False: it was not attached.
  Expected<bool> detach(std::string_view name);
  bool anyAttached() const;

  // Takes what has come. `live`: the machine is where it has never been. Returns what the user is to be told.
  std::vector<std::string> poll(bool live);
  void clearCounts();

 private:
  Cable& add(const std::string& name, HostLink& cable);
  void poll(Cable& c);

  Machine& machine_;
  Recorder& recorder_;
  std::deque<Cable> cables_;
  std::vector<View> views_;
  bool live_ = true;
};

}  // namespace utah10
