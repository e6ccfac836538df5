// Between a client that has started an adapter of its own and the adapter of a running session: an `attach` request with
// a port is for that one.
#pragma once

#include <string>

#include "command/dap/channel.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

// Sends the client's `initialize`, whose response the client has had, and its `attach`; from then on passes everything
// in both directions until one of them goes. Error: nobody listens there; the client is still to be answered.
Expected<void> bridgeTo(const PortAddress& address, Channel& client, const std::string& initialize,
                        const std::string& attach);

}  // namespace utah10
