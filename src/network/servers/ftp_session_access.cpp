// Logging in and out, transfer parameters, help and status.
#include <fmt/format.h>

#include <algorithm>

#include "network/servers/ftp_names.hpp"
#include "network/servers/ftp_session.hpp"
#include "word/letters.hpp"

namespace utah10 {

namespace {
// The single letter of TYPE, STRU and MODE; NUL for anything else.
char letter(const std::string& argument) {
  if (argument.size() != 1) return '\0';
  return upperCase(argument.front());
}
}  // namespace

void FtpSession::doUser(const std::string& argument) {
  user_ = argument;
  passed_ = loggedIn_ = false;
  if (loginBy_ == kNever) loginBy_ = host_.now() + config_.loginPatience;
  say(330, "User name accepted. Password, please.");
}

void FtpSession::doPass(const std::string& argument) {
  if (user_.empty()) return say(505, "USER comes first.");
  passed_ = loggedIn_ = false;
  const FtpAccount* mine = account();
  const bool known = config_.accounts.empty() || mine != nullptr;
  if (!known || (mine != nullptr && !mine->password.empty() && !sameWord(mine->password, argument)))
    return loginFailed();
  if (mine != nullptr && !mine->mayUse) return say(432, "This user may not use this service.");
  passed_ = true;
  if (config_.wantsAccount) return say(330, "Password accepted. Account, please.");
  doAcct({});
}

void FtpSession::doAcct(const std::string&) {
  if (!passed_) return say(505, "USER and PASS come first.");
  loggedIn_ = true;
  loginBy_ = kNever;
  say(230, user_ + " is logged in.");
}

void FtpSession::loginFailed() {
  if (++failures_ < config_.tries) return say(431, "User name or password is wrong.");
  say(430, "Log-on tries exceeded, goodbye.");
  gone_ = true;
  host_.hangUp(id_);
}

void FtpSession::doBye(const std::string&) {
  if (busy()) {
    leaving_ = true;
    return say(232, "Goodbye after the transfer.");
  }
  say(231, "Goodbye.");
  gone_ = true;
  host_.hangUp(id_);
}

void FtpSession::doHelp(const std::string&) {
  say(200, "The commands of this server:",
      {"USER PASS ACCT BYE  BYTE SOCK TYPE STRU MODE", "RETR STOR APPE RNFR RNTO DELE LIST ALLO REST STAT ABOR",
       "MAIL MLFL HELP NOOP"});
}

void FtpSession::doNoop(const std::string&) { say(200, "Nothing done."); }

void FtpSession::doLater(const std::string&) { say(506, "Not implemented: this is the protocol of RFC 354 and 385."); }

void FtpSession::doByte(const std::string& argument) {
  const auto size = ftpNumber(argument, 255);
  if (!size || *size == 0) return say(501, "A byte has 1 to 255 bits.");
  const auto& known = config_.byteSizes;
  if (!known.empty() && std::find(known.begin(), known.end(), *size) == known.end())
    return say(506, "Byte size not implemented.");
  form_.byteSize = static_cast<unsigned>(*size);
  say(200, fmt::format("Byte size {}.", *size));
}

void FtpSession::doSock(const std::string& argument) {
  const auto socket = parseFtpSocket(argument);
  if (!socket) return say(501, "A socket is a decimal number, or host-socket.");
  // An even socket receives, an odd one sends: a user may set one of each.
  UserSocket& mine = socket->socket % 2 == 0 ? in_ : out_;
  if (socket->host) mine.host = HostId{*socket->host};
  mine.socket = socket->socket;
  say(200, fmt::format("Socket {}-{}.", mine.host.octet(), mine.socket));
}

void FtpSession::doType(const std::string& argument) {
  const char type = letter(argument);
  if (!isFtpType(type)) return say(501, "A type is one of A E P F I L.");
  form_.type = type;
  say(200, fmt::format("Type {}.", type));
}

void FtpSession::doStru(const std::string& argument) {
  const char structure = letter(argument);
  if (!isFtpStructure(structure)) return say(501, "A structure is F or R.");
  form_.structure = structure;
  say(200, fmt::format("Structure {}.", structure));
}

void FtpSession::doMode(const std::string& argument) {
  const char mode = letter(argument);
  if (mode == 'H') return say(506, "Mode H was never defined.");
  if (!isFtpMode(mode)) return say(501, "A mode is one of S B T.");
  form_.mode = mode;
  say(200, fmt::format("Mode {}.", mode));
}

void FtpSession::doStat(const std::string& argument) {
  if (!argument.empty() && !loggedIn_) return say(451, "Please login with Name, Password and Account.");
  if (!argument.empty()) {
    if (const auto file = host_.store().read(argument))
      return say(150, fmt::format("{}: {} bits in bytes of {}", argument, file->bits.size(), file->byteSize));
    const auto lines = listing(argument);
    if (lines.empty()) return say(450, "File not found.");
    return say(151, "Files:", lines);
  }
  std::vector<std::string> more = {
      loggedIn_ ? "User " + user_ : std::string{"Not logged in"},
      fmt::format("Type {} byte size {} structure {} mode {}", form_.type, form_.byteSize, form_.structure, form_.mode),
      fmt::format("Data to socket {}-{}, from socket {}-{}", in_.host.octet(), in_.socket, out_.host.octet(),
                  out_.socket)};
  if (busy()) more.push_back(fmt::format("{} in transfer: {} bits so far", file_, dataBits_));
  say(100, config_.host + " FTP Server", more);
}

}  // namespace utah10
