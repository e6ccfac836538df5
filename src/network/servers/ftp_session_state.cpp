// A session in a snapshot.
#include "network/servers/ftp_session.hpp"

namespace utah10 {

void FtpSession::state(Archive& a) {
  constexpr std::string_view kImpossible = "a file server session in an impossible state";
  const auto number = [&](std::uint64_t& n) { a.u64(n); };
  reader_.state(a);
  a.text(user_);
  a.flag(passed_, loggedIn_, leaving_, gone_);
  a.u32(failures_);
  form_.state(a);
  for (UserSocket* s : {&in_, &out_}) {
    a.u8(s->host);
    a.u32(s->socket);
  }
  a.text(renaming_);
  a.optional(restart_, number);
  a.text(mailTo_, mail_);
  a.choice(moving_, Moving::Receiving, kImpossible);
  a.choice(purpose_, Purpose::Mail, kImpossible);
  moved_.state(a);
  a.text(file_);
  encoder_.state(a);
  decoder_.state(a);
  a.u64(dataBits_);
  a.optional(marked_, number);
  a.instant(loginBy_, lineBy_, dataBy_);
  a.u64(commands_, refused_, badBlocks_, strayBytes_);
}

}  // namespace utah10
