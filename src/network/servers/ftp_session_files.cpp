// Commands for files and mail.
#include <fmt/format.h>

#include <algorithm>

#include "network/servers/ftp_content.hpp"
#include "network/servers/ftp_names.hpp"
#include "network/servers/ftp_session.hpp"
#include "word/letters.hpp"

namespace utah10 {

void FtpSession::refuse(StoreResult why) {
  switch (why) {
    case StoreResult::NotFound:
      return say(450, "File not found.");
    case StoreResult::Denied:
      return say(451, "File access denied to you.");
    case StoreResult::NoSpace:
      return say(453, "Insufficient storage space.");
    case StoreResult::BadName:
      return say(501, "Not a valid file name.");
    default:
      return say(452, "The file could not be read or written.");
  }
}

void FtpSession::doRetr(const std::string& argument) {
  if (!legal()) return;
  const auto file = host_.store().read(argument);
  if (!file) return refuse(file.error());
  file_ = argument;
  send(*file, Purpose::Retrieve, form_);
}

void FtpSession::doStor(const std::string& argument) {
  if (legal() && mayWrite()) receive(Purpose::Store, argument);
}

void FtpSession::doAppe(const std::string& argument) {
  if (legal() && mayWrite()) receive(Purpose::Append, argument);
}

std::vector<std::string> FtpSession::listing(const std::string& prefix) {
  std::vector<std::string> lines;
  for (const StoredEntry& e : host_.store().list())
    if (e.name.starts_with(prefix))
      lines.push_back(fmt::format("{:<40} {:>10} {}", e.name, (e.bits + e.byteSize - 1) / e.byteSize, e.byteSize));
  return lines;
}

void FtpSession::doList(const std::string& argument) {
  if (!legal()) return;
  const auto lines = listing(argument);
  if (!argument.empty() && lines.empty()) return refuse(StoreResult::NotFound);
  std::string text;
  for (const std::string& l : lines) text += l + "\r\n";
  FtpForm form = form_;
  if (!form.isText()) form.type = 'A';  // a listing is always text
  form.markEvery = 0;
  file_ = "LIST";
  send(textFile(text), Purpose::List, form);
}

void FtpSession::doRnfr(const std::string& argument) {
  if (!mayWrite()) return;
  const auto file = host_.store().read(argument);
  if (!file) return refuse(file.error());
  renaming_ = argument;
  say(200, "RNTO must follow with the new name.");
}

void FtpSession::doRnto(const std::string& argument) {
  if (renaming_.empty()) return say(505, "RNFR comes first.");
  const std::string from = std::exchange(renaming_, {});
  const StoreResult result = host_.store().rename(from, argument);
  if (result != StoreResult::Done) return refuse(result);
  say(253, "Rename completed.");
}

void FtpSession::doDele(const std::string& argument) {
  if (!mayWrite()) return;
  const StoreResult result = host_.store().remove(argument);
  if (result != StoreResult::Done) return refuse(result);
  say(254, "Delete completed.");
}

void FtpSession::doAllo(const std::string& argument) {
  const auto bytes = ftpNumber(argument, std::uint64_t{1} << 48);
  if (!bytes) return say(501, "ALLO takes a decimal number of bytes.");
  const std::uint64_t most = std::min(host_.store().freeBits(), config_.longestFile);
  if (*bytes * form_.connectionByteSize() > most) return refuse(StoreResult::NoSpace);
  say(200, "There is space for that.");
}

void FtpSession::doRest(const std::string& argument) {
  if (form_.mode != 'B') return say(503, "REST needs MODE B.");
  const auto marker = ftpNumber(argument, std::uint64_t{1} << 48);
  if (!marker) return say(501, "Not a marker of this server.");
  restart_ = *marker;
  say(200, "The transfer will start at the marker.");
}

// Mail needs no log-in (RFC 385).
bool FtpSession::mailbox(const std::string& user) {
  const bool known =
      config_.accounts.empty() || std::any_of(config_.accounts.begin(), config_.accounts.end(),
                                              [&](const FtpAccount& a) { return sameWord(a.name, user); });
  if (known && isStoreName(mailboxName(user))) return true;
  say(450, "There is no mailbox of that name.");
  return false;
}

void FtpSession::doMail(const std::string& argument) {
  if (!mailbox(argument)) return;
  mailTo_ = argument;
  mail_.clear();
  say(350, "Enter mail, ended by a line with only a '.'");
}

void FtpSession::doMlfl(const std::string& argument) {
  if (legal() && mailbox(argument)) receive(Purpose::Mail, mailboxName(argument));
}

}  // namespace utah10
