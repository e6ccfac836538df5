// What a session of a server of files asks of the server: connections, time and the store.
#pragma once

#include <cstdint>
#include <string_view>

#include "network/leader.hpp"
#include "network/servers/file_store.hpp"
#include "utah10/word/virtual_time.hpp"

namespace utah10 {

// A data connection that a session wants.
struct FtpDataCall {
  bool sending = false;  // from the server to the user
  HostId host;
  std::uint32_t socket = 0;  // the user's
  unsigned byteSize = 8;
};

// What a session has of its server; `session` says which one it is.
class FtpHost {
 public:
  virtual ~FtpHost() = default;
  virtual Instant now() const = 0;
  virtual FileStore& store() = 0;
  virtual std::uint32_t dataSocket(std::uint32_t session, bool sending) const = 0;
  virtual void reply(std::uint32_t session, std::string_view lines) = 0;
  virtual void openData(std::uint32_t session, const FtpDataCall& call) = 0;
  virtual void sendData(std::uint32_t session, const BitString& bytes) = 0;
  virtual void closeData(std::uint32_t session) = 0;  // what was sent goes first
  virtual void abortData(std::uint32_t session) = 0;
  virtual void hangUp(std::uint32_t session) = 0;  // replies go first
  // For the operator: something was refused.
  virtual void note(std::uint32_t session, std::string_view what) = 0;
};

}  // namespace utah10
