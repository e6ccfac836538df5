// Saves and restores the modelled NETRJS user.
#include "network/ccn/ccn_state.hpp"
#include "network/ccn/netrjs_client.hpp"

namespace utah10 {
namespace {

void saveText(StateWriter& out, const std::string& text) { out.text(text); }
std::string restoreText(StateReader& in) { return in.text(); }

void saveFetched(StateWriter& out, const RjsFetched& f) {
  out.u8(static_cast<std::uint8_t>(f.paper));
  out.flag(f.complete);
  ccn::saveRecords(out, f.records);
}

RjsFetched restoreFetched(StateReader& in) {
  RjsFetched f;
  f.paper = ccn::restoreEnum(in, CcnPaper::Punch);
  f.complete = in.flag();
  ccn::restoreRecords(in, f.records);
  return f;
}

}  // namespace

void NetrjsClient::save(StateWriter& out) const {
  out.beginSection(config_.name);
  icp_.save(out);
  savePair(out, pair_);
  out.flag(signedOn_);
  out.flag(refused_);
  ccn::saveList(out, waiting_, saveText);
  out.text(line_);
  ccn::saveList(out, console_, saveText);
  out.u32(reader_.number());
  ccn::saveRecords(out, {stacks_.begin(), stacks_.end()});
  for (const Fetch* f : {&printer_, &punch_}) {
    out.u32(f->id.number());
    out.u32(f->wanted);
    f->decoder.save(out);
    ccn::saveRecords(out, f->records);
  }
  ccn::saveList(out, fetched_, saveFetched);
  out.u64(sent_);
  out.u64(received_);
  out.endSection();
}

void NetrjsClient::restore(StateReader& in) {
  in.beginSection(config_.name);
  icp_.restore(in);
  pair_ = restorePair(in);
  signedOn_ = in.flag();
  refused_ = in.flag();
  ccn::restoreList(in, waiting_, restoreText);
  line_ = in.text();
  ccn::restoreList(in, console_, restoreText);
  reader_ = ConnectionId{in.u32()};
  std::vector<Octets> stacks;
  ccn::restoreRecords(in, stacks);
  stacks_.assign(stacks.begin(), stacks.end());
  for (const CcnPaper paper : {CcnPaper::Print, CcnPaper::Punch}) {
    Fetch& f = fetchOf(paper);
    f.id = ConnectionId{in.u32()};
    f.wanted = in.u32();
    f.decoder = TransactionDecoder(paper == CcnPaper::Print ? blankOf(config_.charset) : kEbcdicBlank);
    f.decoder.restore(in);
    ccn::restoreRecords(in, f.records);
  }
  ccn::restoreList(in, fetched_, restoreFetched);
  sent_ = in.u64();
  received_ = in.u64();
  in.endSection();
}

}  // namespace utah10
