#include "command/dap/bridge.hpp"

#include <poll.h>

#include <array>

#include "command/dap/framing.hpp"

namespace utah10 {

namespace {

constexpr std::chrono::milliseconds kAtOnce{0};
constexpr std::chrono::milliseconds kPatience{10'000};

// The first message from the other adapter answers `initialize`.
Expected<void> skipAnswer(Channel& adapter) {
  MessageReader reader;
  while (!adapter.closed()) {
    const std::string bytes = adapter.receive(kPatience);
    if (bytes.empty()) break;
    reader.add(bytes);
    const auto message = reader.next();
    if (!message) return tl::unexpected(message.error());
    if (*message) return {};
  }
  return fail("attach", "the adapter at that port does not answer");
}

}  // namespace

Expected<void> bridgeTo(const PortAddress& address, Channel& client, const std::string& initialize,
                        const std::string& attach) {
  auto adapter = connectTo(address);
  if (!adapter) return tl::unexpected(adapter.error());
  (*adapter)->send(framed(initialize));
  if (auto answered = skipAnswer(**adapter); !answered) return answered;
  (*adapter)->send(framed(attach));
  while (!client.closed() && !(*adapter)->closed()) {
    std::array<pollfd, 2> ends{pollfd{client.descriptor(), POLLIN, 0}, pollfd{(*adapter)->descriptor(), POLLIN, 0}};
    if (::poll(ends.data(), ends.size(), -1) < 0) continue;
    (*adapter)->send(client.receive(kAtOnce));
    client.send((*adapter)->receive(kAtOnce));
  }
  return {};
}

}  // namespace utah10
