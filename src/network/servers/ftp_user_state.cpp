// A scripted FTP user in a snapshot.
#include "network/servers/ftp_user.hpp"

namespace utah10 {

void FtpStep::state(Archive& a) {
  a.choice(kind, FtpStepKind::Retrieve, "an FTP user's step of an unknown kind");
  a.text(command);
  form.state(a);
  file.state(a);
}

void FtpResult::state(Archive& a) {
  a.text(command);
  a.u32(code);
  a.instant(begun, opened, ended);
  a.u64(dataBits);
  file.state(a);
}

void FtpUser::state(Archive& a) {
  constexpr std::size_t kMost = 100000;
  const auto list = [&](auto& all, auto each) { a.list(all, kMost, "an FTP user's list that is too long", each); };
  const auto line = [&](std::string& text) { a.text(text); };
  a.section("ftp user", [&] {
    icp_.state(a);
    pair_.state(a);
    a.flag(connected_, greeted_, running_, replied_, dataOpen_, dataOver_);
    a.text(partial_);
    a.u32(data_);
    step_.state(a);
    result_.state(a);
    encoder_.state(a);
    decoder_.state(a);
    list(steps_, [&](FtpStep& s) { s.state(a); });
    list(results_, [&](FtpResult& r) { r.state(a); });
    list(dialogue_, line);
    list(markers_, line);
  });
}

}  // namespace utah10
