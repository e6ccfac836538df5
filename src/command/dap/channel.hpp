// Where the bytes of the protocol come from and go to: standard input and output, or a connection.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "utah10/word/error.hpp"

namespace utah10 {

// A pair of host descriptors.
class Channel {
 public:
  enum class Ends { Keep, Close };  // what the destructor does with them
  Channel(int in, int out, Ends ends) : in_(in), out_(out), ends_(ends) {}
  ~Channel();
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  // What has come; waits at most that long for it.
  std::string receive(std::chrono::milliseconds wait);
  // Waits until the other end has taken it.
  void send(std::string_view bytes);
  // The other end has gone.
  bool closed() const { return closed_; }
  int descriptor() const { return in_; }

 private:
  int in_, out_;
  Ends ends_;
  bool closed_ = false;
};

struct PortAddress {
  std::string host = "127.0.0.1";
  std::uint16_t port = 0;  // 0: any free one
};

// Waits for clients at a port.
class PortListener {
 public:
  static Expected<std::unique_ptr<PortListener>> open(const PortAddress& address);
  ~PortListener();
  PortListener(const PortListener&) = delete;
  PortListener& operator=(const PortListener&) = delete;

  std::uint16_t port() const;
  // The next client; waits at most that long. Null: none has come.
  std::unique_ptr<Channel> accept(std::chrono::milliseconds wait);

 private:
  struct Socket;
  explicit PortListener(std::unique_ptr<Socket> socket);
  std::unique_ptr<Socket> socket_;
};

// Calls a program that listens.
Expected<std::unique_ptr<Channel>> connectTo(const PortAddress& address);

}  // namespace utah10
