#include "network/servers/ftp_session.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "network/servers/ftp_content.hpp"
#include "network/servers/ftp_names.hpp"
#include "network/servers/ftp_verbs.hpp"
#include "word/letters.hpp"

namespace utah10 {

namespace {
constexpr std::size_t kMostMail = 1u << 20;  // characters
}  // namespace

void FtpSession::run(FtpVerb verb, const std::string& argument) {
  switch (verb) {
    case FtpVerb::User:
      return doUser(argument);
    case FtpVerb::Pass:
      return doPass(argument);
    case FtpVerb::Acct:
      return doAcct(argument);
    case FtpVerb::Bye:
      return doBye(argument);
    case FtpVerb::Byte:
      return doByte(argument);
    case FtpVerb::Sock:
      return doSock(argument);
    case FtpVerb::Type:
      return doType(argument);
    case FtpVerb::Stru:
      return doStru(argument);
    case FtpVerb::Mode:
      return doMode(argument);
    case FtpVerb::Retr:
      return doRetr(argument);
    case FtpVerb::Stor:
      return doStor(argument);
    case FtpVerb::Appe:
      return doAppe(argument);
    case FtpVerb::Rnfr:
      return doRnfr(argument);
    case FtpVerb::Rnto:
      return doRnto(argument);
    case FtpVerb::Dele:
      return doDele(argument);
    case FtpVerb::List:
      return doList(argument);
    case FtpVerb::Allo:
      return doAllo(argument);
    case FtpVerb::Rest:
      return doRest(argument);
    case FtpVerb::Stat:
      return doStat(argument);
    case FtpVerb::Abor:
      return doAbor(argument);
    case FtpVerb::Mail:
      return doMail(argument);
    case FtpVerb::Mlfl:
      return doMlfl(argument);
    case FtpVerb::Help:
      return doHelp(argument);
    case FtpVerb::Noop:
      return doNoop(argument);
    case FtpVerb::Later:
      return doLater(argument);
  }
}

FtpSession::FtpSession(std::uint32_t id, FtpHost& host, const FtpConfig& config, HostId user, std::uint32_t base)
    : id_(id), host_(host), config_(config), in_{user, base + 4}, out_{user, base + 5} {
  form_.markEvery = config.markEvery;
}

void FtpSession::greet() {
  loginBy_ = host_.now() + config_.loginPatience;
  const std::int64_t up = (host_.now() - kPowerOn) / seconds(1);
  say(300, fmt::format("{} FTP Server {} - at {}", config_.host, config_.version, ftpDate(config_.startedAt + up)));
}

void FtpSession::turnAway() {
  say(401, "Not accepting users now, goodbye.");
  gone_ = true;
  host_.hangUp(id_);
}

void FtpSession::control(const BitString& octets) {
  const std::uint64_t controls = reader_.controls();
  for (std::size_t at = 0; at + 8 <= octets.size() && !gone_; at += 8)
    if (const auto complete = reader_.take(static_cast<std::uint8_t>(octets.field(at, 8)))) line(*complete);
  strayBytes_ += reader_.controls() - controls;
  lineBy_ = reader_.midLine() && !gone_ ? host_.now() + config_.linePatience : kNever;
}

void FtpSession::line(const FtpLineReader::Line& line) {
  if (!mailTo_.empty()) {
    strayBytes_ += line.cut ? 1 : 0;
    return mailLine(line.text);
  }
  ++commands_;
  if (line.cut) return say(500, "The line is too long.");
  const auto parsed = parseFtpCommand(line.text);
  if (!parsed) return say(500, "Command not recognized.");
  if (parsed->name.empty()) return say(200, "Blank line ignored");
  command(*parsed);
}

void FtpSession::command(const FtpCommand& command) {
  const FtpVerbEntry* entry = findFtpVerb(command.name);
  if (entry == nullptr && command.name.front() == 'X') return say(506, "Experimental commands are not implemented.");
  if (entry == nullptr) return say(500, command.name + " is not a command.");
  if (busy() && !entry->whileBusy) return say(504, "Not while a file is in transfer.");
  if (entry->needsLogin && !loggedIn_) return say(451, "Please login with Name, Password and Account.");
  if (entry->needsArgument && command.argument.empty()) return say(502, command.name + " needs a parameter.");
  // REST and RNFR apply only to the command that follows immediately.
  const bool transfers = command.name == "RETR" || command.name == "STOR" || command.name == "APPE";
  if (!transfers && !busy()) restart_.reset();
  if (command.name != "RNTO") renaming_.clear();
  run(entry->verb, command.argument);
}

void FtpSession::say(int code, std::string_view text, const std::vector<std::string>& more) {
  if (gone_) return;
  if (code >= 400) {
    ++refused_;
    host_.note(id_, fmt::format("{} {}", code, text));
  }
  std::string lines = fmt::format("{:03} {}\r\n", code, text);
  for (const std::string& l : more) lines += "   " + l + "\r\n";
  host_.reply(id_, lines);
}

const FtpAccount* FtpSession::account() const {
  const auto at = std::find_if(config_.accounts.begin(), config_.accounts.end(),
                               [&](const FtpAccount& a) { return sameWord(a.name, user_); });
  return at == config_.accounts.end() ? nullptr : &*at;
}

bool FtpSession::mayWrite() {
  const FtpAccount* mine = account();
  if (mine == nullptr || mine->mayWrite) return true;
  say(451, "You may not change files here.");
  return false;
}

void FtpSession::mailLine(const std::string& text) {
  if (text != ".") {
    if (mail_.size() < kMostMail) mail_ += text + "\r\n";
    return;
  }
  const std::string name = mailboxName(mailTo_);
  mailTo_.clear();
  StoredFile box = host_.store().read(name).value_or(StoredFile{});
  appendFile(box, textFile(mail_));
  mail_.clear();
  const StoreResult result = host_.store().write(name, box);
  if (result != StoreResult::Done) return refuse(result);
  say(256, "Mail completed.");
}

Instant FtpSession::nextDeadline() const { return gone_ ? kNever : std::min({loginBy_, lineBy_, dataBy_}); }

void FtpSession::tick() {
  const Instant now = host_.now();
  if (lineBy_ <= now) {
    lineBy_ = kNever;
    say(301, "The command is incomplete; CR LF ends it.");
  }
  if (dataBy_ <= now) {
    if (moving_ == Moving::Opening)
      giveUp(454, "UNABLE TO ESTABLISH DATA CONNECTION.");
    else
      giveUp(452, "No progress on the data connection.");
  }
  if (loginBy_ <= now && !gone_) {
    loginBy_ = kNever;
    say(430, "Log-on time exceeded, goodbye.");
    gone_ = true;
    host_.hangUp(id_);
  }
}

void FtpSession::shutDown() {
  if (gone_) return;
  if (busy()) giveUp(452, "The service is shutting down.");
  say(436, "Service shutting down, goodbye.");
  gone_ = true;
  host_.hangUp(id_);
}

}  // namespace utah10
