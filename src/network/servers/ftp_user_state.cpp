// Saves and restores a scripted FTP user.
#include "network/servers/ftp_user.hpp"

namespace utah10 {

namespace {
constexpr std::uint32_t kMost = 100000;  // limit for every saved count

void save(StateWriter& out, const FtpStep& step) {
  out.u8(static_cast<std::uint8_t>(step.kind));
  out.text(step.command);
  step.form.save(out);
  step.file.save(out);
}

FtpStep restoreStep(StateReader& in) {
  FtpStep step;
  const std::uint8_t kind = in.u8();
  if (kind > static_cast<std::uint8_t>(FtpStep::Kind::Retrieve)) in.reject("an FTP user's step of an unknown kind");
  step.kind = static_cast<FtpStep::Kind>(kind);
  step.command = in.text();
  step.form.restore(in);
  step.file.restore(in);
  return step;
}

void save(StateWriter& out, const FtpResult& r) {
  out.text(r.command);
  out.u32(static_cast<std::uint32_t>(r.code));
  for (const Instant t : {r.begun, r.opened, r.ended}) out.instant(t);
  out.u64(r.dataBits);
  r.file.save(out);
}

FtpResult restoreResult(StateReader& in) {
  FtpResult r;
  r.command = in.text();
  r.code = static_cast<int>(in.u32());
  for (Instant* t : {&r.begun, &r.opened, &r.ended}) *t = in.instant();
  r.dataBits = in.u64();
  r.file.restore(in);
  return r;
}

template <typename Container, typename Each>
void saveAll(StateWriter& out, const Container& all, Each each) {
  out.u32(static_cast<std::uint32_t>(all.size()));
  for (const auto& one : all) each(one);
}

template <typename Container, typename Each>
void restoreAll(StateReader& in, Container& all, Each each) {
  all.clear();
  const std::uint32_t count = in.u32();
  if (count > kMost) return in.reject("an FTP user's list that is too long");
  for (std::uint32_t n = 0; n < count && in.good(); ++n) all.push_back(each());
}
}  // namespace

void FtpUser::save(StateWriter& out) const {
  out.beginSection("ftp user");
  icp_.save(out);
  savePair(out, pair_);
  for (const bool b : {connected_, greeted_, running_, replied_, dataOpen_, dataOver_}) out.flag(b);
  out.text(partial_);
  out.u32(data_.number());
  utah10::save(out, step_);
  utah10::save(out, result_);
  encoder_.save(out);
  decoder_.save(out);
  saveAll(out, steps_, [&](const FtpStep& s) { utah10::save(out, s); });
  saveAll(out, results_, [&](const FtpResult& r) { utah10::save(out, r); });
  saveAll(out, dialogue_, [&](const std::string& s) { out.text(s); });
  saveAll(out, markers_, [&](const std::string& s) { out.text(s); });
  out.endSection();
}

void FtpUser::restore(StateReader& in) {
  in.beginSection("ftp user");
  icp_.restore(in);
  pair_ = restorePair(in);
  for (bool* b : {&connected_, &greeted_, &running_, &replied_, &dataOpen_, &dataOver_}) *b = in.flag();
  partial_ = in.text();
  data_ = ConnectionId{in.u32()};
  step_ = restoreStep(in);
  result_ = restoreResult(in);
  encoder_.restore(in);
  decoder_.restore(in);
  restoreAll(in, steps_, [&] { return restoreStep(in); });
  restoreAll(in, results_, [&] { return restoreResult(in); });
  restoreAll(in, dialogue_, [&] { return in.text(); });
  restoreAll(in, markers_, [&] { return in.text(); });
  in.endSection();
}

}  // namespace utah10
