// The services that a session of a file server uses: connections, time and the store.
#pragma once

#include <cstdint>
#include <string_view>

#include "network/leader.hpp"
#include "network/servers/file_store.hpp"
#include "utah10/word/virtual_time.hpp"

namespace utah10 {

// A data connection requested by a session.
struct FtpDataCall {
  bool sending = false;  // from the server to the user
  HostId host;
  std::uint32_t socket = 0;  // the user's
  unsigned byteSize = 8;
};

// The server as a session sees it; `session` identifies the session.
class FtpHost {
 public:
  virtual ~FtpHost() = default;
  virtual Instant now() const = 0;
  virtual FileStore& store() = 0;
  virtual std::uint32_t dataSocket(std::uint32_t session, bool sending) const = 0;
  virtual void reply(std::uint32_t session, std::string_view lines) = 0;
  virtual void openData(std::uint32_t session, const FtpDataCall& call) = 0;
  virtual void sendData(std::uint32_t session, const BitString& bytes) = 0;
  virtual void closeData(std::uint32_t session) = 0;  // after sending queued data
  virtual void abortData(std::uint32_t session) = 0;
  virtual void hangUp(std::uint32_t session) = 0;  // after sending queued replies
  // Logs a refusal for the operator.
  virtual void note(std::uint32_t session, std::string_view what) = 0;
};

}  // namespace utah10
