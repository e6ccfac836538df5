#include "command/net/connections.hpp"

#include <poll.h>

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>
#include <vector>

#include "command/console/console.hpp"
#include "command/console/terminal.hpp"
#include "command/debug/debugger.hpp"
#include "command/host/udp_port.hpp"
#include "trace/live_capture.hpp"

namespace utah10 {

namespace {

// Limit of a slice while a peer is attached to a cable, so that its datagrams are received in time.
constexpr Duration kLinkedSlice = milliseconds(5);

}  // namespace

class Connections::ConnectedCapture {
 public:
  ConnectedCapture(Observers& observers, std::unique_ptr<LiveCapture> file)
      : observers_(observers), file_(std::move(file)) {
    observers_.connectForMessages(*file_);
  }
  ~ConnectedCapture() { observers_.disconnect(*file_); }
  ConnectedCapture(const ConnectedCapture&) = delete;
  ConnectedCapture& operator=(const ConnectedCapture&) = delete;

  const LiveCapture& file() const { return *file_; }

 private:
  Observers& observers_;
  std::unique_ptr<LiveCapture> file_;
};

Connections::Connections(Debugger& debugger, Console& console)
    : debugger_(debugger),
      console_(console),
      cables_(debugger.machine(), debugger.recorder()),
      pacer_([] { return std::chrono::steady_clock::now(); }, [this](Duration d) { waitForInput(d); }) {
  HostLink* cable = debugger.devices().impCable();
  if (cable != nullptr && cable->impEnd().empty())
    cables_.offer("imp", *cable, DatagramLink::Role::Imp);
  else if (cable != nullptr)
    cables_.watch("imp", *cable);
}

Connections::~Connections() = default;

Expected<void> Connections::attachUdp(const std::string& cable, const UdpAddress& address,
                                      const DatagramSettings& settings) {
  const auto port = cables_.attach(cable, address, settings);
  if (!port) return tl::unexpected(port.error());
  const bool paced = pacer_.setting().mode == PaceSetting::Mode::Auto;
  console_.say("{}: listening on {}, peer {}{}", cable, (*port)->localText(), (*port)->peerText(),
               paced ? "; from now on in real time" : "");
  return {};
}

Expected<void> Connections::beginCapture(const std::string& file) {
  auto capture = LiveCapture::create(file);
  if (!capture) return tl::unexpected(capture.error());
  capture_ = std::make_unique<ConnectedCapture>(debugger_.machine().observers(), std::move(*capture));
  return {};
}

void Connections::endCapture() { capture_.reset(); }

const LiveCapture* Connections::capture() const { return capture_ ? &capture_->file() : nullptr; }

bool Connections::anyAttached() const {
  return cables_.anyAttached() ||
         std::ranges::any_of(others_, [](const Connections* other) { return other->cables_.anyAttached(); });
}

void Connections::servePeers() {
  for (const std::string& told : cables_.poll(debugger_.networkIsLive())) console_.print("{}", told);
}

void Connections::runBegins(bool open) {
  openRun_ = open;
  toldOfPace_ = false;
  pacer_.need(needRealTime());
  servePeers();
  pacer_.begin(debugger_.machine().now());
  sliceEnded();
}

std::optional<Duration> Connections::longestSlice() const {
  const bool linked = anyAttached();
  if (const auto slice = pacer_.slice(linked ? Pacer::kSlice : Pacer::kSliceOfPeople)) return slice;
  return linked ? std::optional{kLinkedSlice} : std::nullopt;
}

// Paces virtual time. Re-execution after going back runs at full speed.
void Connections::sliceEnded() {
  const bool live = debugger_.networkIsLive();
  const Instant now = debugger_.machine().now();
  pacer_.need(live && needRealTime());
  if (!live) return pacer_.begin(now);
  if (!pacer_.keep(now) && !std::exchange(toldOfPace_, true))
    console_.print("pace: the host is too slow, virtual time falls behind; pace shows by how much");
}

std::vector<int> Connections::descriptors() const {
  std::vector<int> all;
  if (telnet_)
    for (const int d : telnet_->descriptors()) all.push_back(d);
  for (const CablePorts::Cable& c : cables_.cables())
    if (c.port) all.push_back(c.port->descriptor());
  return all;
}

// What a person or a peer sends ends the wait, so that it is answered at once.
void Connections::waitForInput(Duration longest) const {
  // Input that is not taken must not let the machine run ahead.
  if (longest > 2 * Pacer::kSliceOfPeople) return std::this_thread::sleep_for(longest - Pacer::kSliceOfPeople);
  std::vector<pollfd> all;
  const auto add = [&all](int descriptor) {
    if (descriptor >= 0) all.push_back({descriptor, POLLIN, 0});
  };
  add(console_.terminal().inputDescriptor());
  for (const int d : descriptors()) add(d);
  for (const Connections* other : others_)
    for (const int d : other->descriptors()) add(d);
  const auto ns = std::chrono::duration_cast<std::chrono::nanoseconds>(longest).count();
  const timespec time{static_cast<time_t>(ns / 1'000'000'000), static_cast<long>(ns % 1'000'000'000)};
  ::ppoll(all.data(), all.size(), &time, nullptr);
}

void Connections::serveStopped() {
  if (telnet_) telnet_->pollStopped();
  for (const Connections* other : others_)
    if (other->telnet_) other->telnet_->pollStopped();
}

void Connections::tellCallers(std::string_view words) {
  if (telnet_) telnet_->tell(words);
}

void Connections::inRealTime(const std::function<void()>& work) {
  forced_ = true;
  work();
  forced_ = false;
}

void Connections::hangUpCallers(std::string_view words) {
  if (telnet_) telnet_->close(words);
}

// Telnet callers wait until re-execution is over.
void Connections::serve() {
  if (telnet_ && !debugger_.recorder().ahead()) telnet_->poll();
  servePeers();
}

}  // namespace utah10
