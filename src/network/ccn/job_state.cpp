// A job in a snapshot.
#include "network/ccn/batch.hpp"
#include "network/ccn/ccn_state.hpp"

namespace utah10 {

void CcnJob::state(Archive& a) {
  a.u32(number);
  ccn::names(a, card.name, card.programmer, terminal, printTo, punchTo, work.terminal);
  a.flag(deferred, separators, work.punchDeck, work.listDeck);
  a.duration(work.wait, work.execution);
  a.u32(work.lines, work.columns, work.punch, work.bytes);
  a.check(work.lines <= CcnWork::kMost && work.punch <= CcnWork::kMost && work.columns <= CcnWork::kMostColumns &&
              work.bytes <= CcnWork::kMostBytes,
          "a CCN job with too much output");
  ccn::records(a, deck);
  ccn::choice(a, phase, CcnPhase::Executing);
  a.instant(due);
}

}  // namespace utah10
