#include "network/ccn/batch.hpp"

#include <algorithm>

#include "network/ccn/ccn_state.hpp"

namespace utah10 {
namespace {

constexpr unsigned kPageLines = 60;

void saveOutput(StateWriter& out, const CcnOutput& o) {
  out.u32(o.number);
  out.u8(static_cast<std::uint8_t>(o.paper));
  for (const std::string* s : {&o.job, &o.programmer, &o.terminal}) out.text(*s);
  out.u32(o.priority);
  out.flag(o.deferred);
  out.u32(o.copies);
  ccn::saveRecords(out, o.records);
  out.u64(o.position);
}

CcnOutput restoreOutput(StateReader& in) {
  CcnOutput o;
  o.number = in.u32();
  o.paper = ccn::restoreEnum(in, CcnPaper::Punch);
  for (std::string* s : {&o.job, &o.programmer, &o.terminal}) *s = ccn::restoreName(in);
  o.priority = in.u32();
  o.deferred = in.flag();
  o.copies = in.u32();
  ccn::restoreRecords(in, o.records);
  o.position = in.u64();
  if (o.position > o.records.size()) in.reject("a CCN output whose position is past its end");
  return o;
}

}  // namespace

bool CcnBatch::accept(CcnJob job, Instant now) {
  const auto name = [](const CcnJob& j) { return j.card.name; };
  if (std::ranges::find(jobs_, job.card.name, name) != jobs_.end()) return false;
  job.number = ++jobCount_;
  job.phase = CcnPhase::Spooled;
  job.due = now + job.work.wait;
  jobs_.push_back(std::move(job));
  return true;
}

bool CcnBatch::cancel(std::string_view name) {
  return std::erase_if(jobs_, [&](const CcnJob& j) { return j.card.name == name; }) != 0;
}

unsigned CcnBatch::executing() const {
  return static_cast<unsigned>(std::ranges::count(jobs_, CcnPhase::Executing, &CcnJob::phase));
}

Instant CcnBatch::due() const {
  const bool free = executing() < config_.initiators;
  Instant first = kNever;
  for (const CcnJob& j : jobs_)
    if (free || j.phase == CcnPhase::Executing) first = std::min(first, j.due);
  return first;
}

std::vector<std::uint32_t> CcnBatch::run(Instant now) {
  std::vector<std::uint32_t> made;
  for (CcnJob& j : jobs_)
    if (j.phase == CcnPhase::Executing && j.due <= now) finish(j, made);
  std::erase_if(jobs_, [&](const CcnJob& j) { return j.phase == CcnPhase::Executing && j.due <= now; });
  unsigned busy = executing();
  for (CcnJob& j : jobs_) {
    if (j.phase != CcnPhase::Spooled || j.due > now || busy >= config_.initiators) continue;
    j.phase = CcnPhase::Executing;
    j.due = now + j.work.execution;
    ++busy;
  }
  return made;
}

void CcnBatch::finish(CcnJob& job, std::vector<std::uint32_t>& made) {
  CcnOutput print;
  print.job = job.card.name;
  print.programmer = job.card.programmer;
  print.deferred = job.deferred;
  CcnOutput punch = print;
  print.terminal = job.printTo;
  print.priority = config_.printPriority;
  print.records = printOf(job, kPageLines);
  punch.paper = CcnPaper::Punch;
  punch.terminal = job.punchTo;
  punch.priority = config_.punchPriority;
  punch.records = punchOf(job);
  for (CcnOutput* o : {&print, &punch})
    if (!o->records.empty()) made.push_back(add(std::move(*o)));
}

std::uint32_t CcnBatch::add(CcnOutput output) {
  output.number = ++outputCount_;
  outputs_.push_back(std::move(output));
  return outputCount_;
}

CcnOutput* CcnBatch::output(std::uint32_t number) {
  const auto it = std::ranges::find(outputs_, number, &CcnOutput::number);
  return it == outputs_.end() ? nullptr : &*it;
}

void CcnBatch::remove(std::uint32_t output) {
  std::erase_if(outputs_, [&](const CcnOutput& o) { return o.number == output; });
}

void CcnBatch::save(StateWriter& out) const {
  ccn::saveList(out, jobs_, ccn::saveJob);
  ccn::saveList(out, outputs_, saveOutput);
  out.u32(jobCount_);
  out.u32(outputCount_);
}

void CcnBatch::restore(StateReader& in) {
  ccn::restoreList(in, jobs_, ccn::restoreJob);
  ccn::restoreList(in, outputs_, restoreOutput);
  jobCount_ = in.u32();
  outputCount_ = in.u32();
}

}  // namespace utah10
