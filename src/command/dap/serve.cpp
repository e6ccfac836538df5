#include "command/dap/serve.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <random>

#include "command/console/console.hpp"
#include "command/dap/adapter.hpp"
#include "command/host/interruption.hpp"
#include "command/net/connections.hpp"

namespace utah10 {

namespace {

constexpr const char* kTokenVariable = "UTAH10_DAP_TOKEN";
constexpr std::chrono::milliseconds kLook{200};

// The user's own, or one that nobody can guess.
std::string tokenForPort() {
  if (const char* own = std::getenv(kTokenVariable); own != nullptr && *own != '\0') return own;
  constexpr int kWords = 4;
  std::random_device random;
  std::string token;
  for (int n = 0; n < kWords; ++n) token += fmt::format("{:08x}", random());
  return token;
}

std::string placeText(const PortListener& listener, const std::string& host, const std::string& token) {
  return fmt::format("an editor may connect to {} port {}; token {}", host, listener.port(), token);
}

}  // namespace

Expected<int> dapProgram(const DapOptions& o, Interruption& interruption) {
  ::signal(SIGPIPE, SIG_IGN);
  if (!o.port) {
    Channel channel{STDIN_FILENO, STDOUT_FILENO, Channel::Ends::Keep};
    Adapter adapter{channel, {}};
    adapter.serve();
    return 0;
  }
  const auto listener = PortListener::open({o.host, *o.port});
  if (!listener) return tl::unexpected(listener.error());
  const std::string token = tokenForPort();
  fmt::print(stderr, "utah10 dap: {}\n", placeText(**listener, o.host, token));
  while (interruption.asked() == 0) {
    const auto channel = (*listener)->accept(kLook);
    if (!channel) continue;
    Adapter adapter{*channel, {.attached = nullptr, .below = nullptr, .token = token}};
    adapter.serve();
  }
  return 0;
}

Expected<void> serveSession(Session& session, std::uint16_t port) {
  const PortAddress address{.port = port};
  const auto listener = PortListener::open(address);
  if (!listener) return tl::unexpected(listener.error());
  const std::string token = tokenForPort();
  Console& console = session.console();
  console.print("{}; ^C ends it", placeText(**listener, address.host, token));
  for (bool served = false; !served && !console.terminal().attention().stop;) {
    session.connections().serveStopped();
    const auto channel = (*listener)->accept(kLook);
    if (!channel) continue;
    Adapter adapter{*channel, {.attached = &session, .below = &console.terminal(), .token = token}};
    adapter.serve();
    served = adapter.admitted();
  }
  return {};
}

}  // namespace utah10
