// Saves and restores a session.
#include "network/servers/ftp_session.hpp"

namespace utah10 {

namespace {
void saveNumber(StateWriter& out, const std::optional<std::uint64_t>& n) {
  out.flag(n.has_value());
  out.u64(n.value_or(0));
}

std::optional<std::uint64_t> restoreNumber(StateReader& in) {
  const bool is = in.flag();
  const std::uint64_t n = in.u64();
  return is ? std::optional{n} : std::nullopt;
}
}  // namespace

void FtpSession::save(StateWriter& out) const {
  reader_.save(out);
  out.text(user_);
  for (const bool b : {passed_, loggedIn_, leaving_, gone_}) out.flag(b);
  out.u32(failures_);
  form_.save(out);
  for (const UserSocket* s : {&in_, &out_}) {
    out.u8(s->host.octet());
    out.u32(s->socket);
  }
  out.text(renaming_);
  saveNumber(out, restart_);
  out.text(mailTo_);
  out.text(mail_);
  out.u8(static_cast<std::uint8_t>(moving_));
  out.u8(static_cast<std::uint8_t>(purpose_));
  moved_.save(out);
  out.text(file_);
  encoder_.save(out);
  decoder_.save(out);
  out.u64(dataBits_);
  saveNumber(out, marked_);
  for (const Instant t : {loginBy_, lineBy_, dataBy_}) out.instant(t);
  for (const std::uint64_t n : {commands_, refused_, badBlocks_, strayBytes_}) out.u64(n);
}

void FtpSession::restore(StateReader& in) {
  reader_.restore(in);
  user_ = in.text();
  for (bool* b : {&passed_, &loggedIn_, &leaving_, &gone_}) *b = in.flag();
  failures_ = in.u32();
  form_.restore(in);
  for (UserSocket* s : {&in_, &out_}) {
    s->host = HostId{static_cast<unsigned>(in.u8())};
    s->socket = in.u32();
  }
  renaming_ = in.text();
  restart_ = restoreNumber(in);
  mailTo_ = in.text();
  mail_ = in.text();
  const std::uint8_t moving = in.u8();
  const std::uint8_t purpose = in.u8();
  if (moving > static_cast<std::uint8_t>(Moving::Receiving) || purpose > static_cast<std::uint8_t>(Purpose::Mail))
    return in.reject("a file server session in an impossible state");
  moving_ = static_cast<Moving>(moving);
  purpose_ = static_cast<Purpose>(purpose);
  moved_.restore(in);
  file_ = in.text();
  encoder_.restore(in);
  decoder_.restore(in);
  dataBits_ = in.u64();
  marked_ = restoreNumber(in);
  for (Instant* t : {&loginBy_, &lineBy_, &dataBy_}) *t = in.instant();
  for (std::uint64_t* n : {&commands_, &refused_, &badBlocks_, &strayBytes_}) *n = in.u64();
}

}  // namespace utah10
