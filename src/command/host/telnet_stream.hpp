// The telnet protocol of one connection, without its socket: converts network bytes to keys and output to bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

struct telnet_t;
union telnet_event_t;

namespace utah10 {

class TelnetStream {
 public:
  explicit TelnetStream(std::string name);  // name of the line, for Are You There
  ~TelnetStream();
  TelnetStream(const TelnetStream&) = delete;
  TelnetStream& operator=(const TelnetStream&) = delete;

  void rename(std::string name) { name_ = std::move(name); }
  void received(std::string_view bytes);
  // The keys received since the last call.
  std::string takeKeys();
  void print(std::uint8_t character);
  void say(std::string_view text);  // a message from the server, not from the guest
  // Bytes for the network; the caller removes what it has sent.
  std::string& output() { return output_; }

 private:
  static void event(telnet_t* telnet, telnet_event_t* event, void* stream);
  void handle(const telnet_event_t& event);
  void typed(std::string_view text);
  void command(unsigned char iac);
  void option(int type, unsigned char option);

  std::string name_;
  telnet_t* telnet_;
  std::string keys_;
  std::string output_;
  bool binaryIn_ = false, binaryOut_ = false;
  bool afterReturn_ = false;  // the last key was CR; a NUL or LF that follows belongs to it
};

}  // namespace utah10
