#include "command/host/telnet_stream.hpp"

#include <libtelnet.h>

#include <new>
#include <utility>

namespace utah10 {

namespace {
constexpr telnet_telopt_t kOptions[] = {{TELNET_TELOPT_ECHO, TELNET_WILL, TELNET_DONT},
                                        {TELNET_TELOPT_SGA, TELNET_WILL, TELNET_DO},
                                        {TELNET_TELOPT_BINARY, TELNET_WILL, TELNET_DO},
                                        {-1, 0, 0}};
}  // namespace

TelnetStream::TelnetStream(std::string name)
    : name_(std::move(name)), telnet_(telnet_init(kOptions, &TelnetStream::event, 0, this)) {
  if (telnet_ == nullptr) throw std::bad_alloc();
  telnet_negotiate(telnet_, TELNET_WILL, TELNET_TELOPT_ECHO);
  telnet_negotiate(telnet_, TELNET_WILL, TELNET_TELOPT_SGA);
  telnet_negotiate(telnet_, TELNET_DO, TELNET_TELOPT_SGA);
}

TelnetStream::~TelnetStream() { telnet_free(telnet_); }

void TelnetStream::event(telnet_t*, telnet_event_t* event, void* stream) {
  static_cast<TelnetStream*>(stream)->handle(*event);
}

void TelnetStream::handle(const telnet_event_t& e) {
  switch (e.type) {
    case TELNET_EV_DATA:
      return typed({e.data.buffer, e.data.size});
    case TELNET_EV_SEND:
      output_.append(e.data.buffer, e.data.size);
      return;
    case TELNET_EV_IAC:
      return command(e.iac.cmd);
    case TELNET_EV_WILL:
    case TELNET_EV_WONT:
    case TELNET_EV_DO:
    case TELNET_EV_DONT:
      return option(e.type, e.neg.telopt);
    default:  // ignore subnegotiations and unexpected options
      return;
  }
}

void TelnetStream::option(int type, unsigned char option) {
  if (option != TELNET_TELOPT_BINARY) return;
  if (type == TELNET_EV_WILL || type == TELNET_EV_WONT)
    binaryIn_ = type == TELNET_EV_WILL;
  else
    binaryOut_ = type == TELNET_EV_DO;
}

void TelnetStream::command(unsigned char iac) {
  switch (iac) {
    case TELNET_IP:
      keys_ += '\003';
      return;
    case TELNET_AO:
      keys_ += '\017';
      return;
    case TELNET_EC:
      keys_ += '\177';
      return;
    case TELNET_AYT:
      return say("\r\n[utah10: " + name_ + "]\r\n");
    default:
      return;
  }
}

void TelnetStream::typed(std::string_view text) {
  if (binaryIn_) {
    keys_ += text;
    return;
  }
  for (const char c : text) {
    const bool belongs = afterReturn_ && (c == '\0' || c == '\n');
    afterReturn_ = c == '\r';
    if (!belongs) keys_ += c;
  }
}

void TelnetStream::received(std::string_view bytes) { telnet_recv(telnet_, bytes.data(), bytes.size()); }

std::string TelnetStream::takeKeys() { return std::exchange(keys_, {}); }

void TelnetStream::print(std::uint8_t character) {
  const char c = static_cast<char>(binaryOut_ ? character : character & 0177);
  if (c == '\0' && !binaryOut_) return;
  telnet_send(telnet_, &c, 1);
  if (c == '\r' && !binaryOut_) telnet_send(telnet_, "\0", 1);
}

void TelnetStream::say(std::string_view text) { telnet_send(telnet_, text.data(), text.size()); }

}  // namespace utah10
