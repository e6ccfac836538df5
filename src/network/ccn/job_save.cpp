// Saves and restores jobs and names.
#include "network/ccn/batch.hpp"
#include "network/ccn/ccn_state.hpp"

namespace utah10::ccn {

constexpr std::size_t kLongestText = 80;

std::string restoreName(StateReader& in) {
  std::string text = in.text();
  if (text.size() > kLongestText) in.reject("a CCN name that is too long");
  return text;
}

void saveJob(StateWriter& out, const CcnJob& j) {
  out.u32(j.number);
  for (const std::string* s : {&j.card.name, &j.card.programmer, &j.terminal, &j.printTo, &j.punchTo, &j.work.terminal})
    out.text(*s);
  for (const bool b : {j.deferred, j.separators, j.work.punchDeck, j.work.listDeck}) out.flag(b);
  for (const Duration d : {j.work.wait, j.work.execution}) out.duration(d);
  for (const unsigned n : {j.work.lines, j.work.columns, j.work.punch, j.work.bytes}) out.u32(n);
  saveRecords(out, j.deck);
  out.u8(static_cast<std::uint8_t>(j.phase));
  out.instant(j.due);
}

CcnJob restoreJob(StateReader& in) {
  CcnJob j;
  j.number = in.u32();
  for (std::string* s : {&j.card.name, &j.card.programmer, &j.terminal, &j.printTo, &j.punchTo, &j.work.terminal})
    *s = restoreName(in);
  for (bool* b : {&j.deferred, &j.separators, &j.work.punchDeck, &j.work.listDeck}) *b = in.flag();
  for (Duration* d : {&j.work.wait, &j.work.execution}) *d = in.duration();
  for (unsigned* n : {&j.work.lines, &j.work.columns, &j.work.punch, &j.work.bytes}) *n = in.u32();
  if (j.work.lines > CcnWork::kMost || j.work.punch > CcnWork::kMost || j.work.columns > CcnWork::kMostColumns ||
      j.work.bytes > CcnWork::kMostBytes)
    in.reject("a CCN job with too much output");
  restoreRecords(in, j.deck);
  j.phase = restoreEnum(in, CcnPhase::Executing);
  j.due = in.instant();
  return j;
}

}  // namespace utah10::ccn
