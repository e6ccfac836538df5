// The modelled NETRJS user in a snapshot.
#include "network/ccn/ccn_state.hpp"
#include "network/ccn/netrjs_client.hpp"

namespace utah10 {

void RjsFetched::state(Archive& a) {
  ccn::choice(a, paper, CcnPaper::Punch);
  a.flag(complete);
  ccn::records(a, records);
}

void NetrjsClient::state(Archive& a) {
  a.section(config_.name, [&] {
    icp_.state(a);
    pair_.state(a);
    a.flag(signedOn_, refused_);
    ccn::texts(a, waiting_);
    a.text(line_);
    ccn::texts(a, console_);
    a.u32(reader_);
    ccn::records(a, stacks_);
    for (const CcnPaper paper : {CcnPaper::Print, CcnPaper::Punch}) {
      Fetch& f = fetchOf(paper);
      a.u32(f.id, f.wanted);
      if (a.reading())
        f.decoder = TransactionDecoder(paper == CcnPaper::Print ? blankOf(config_.charset) : kEbcdicBlank);
      f.decoder.state(a);
      ccn::records(a, f.records);
    }
    ccn::list(a, fetched_, [&](RjsFetched& f) { f.state(a); });
    a.u64(sent_, received_);
  });
}

}  // namespace utah10
