#include "network/ccn/batch.hpp"

#include <algorithm>

#include "network/ccn/ccn_state.hpp"

namespace utah10 {
namespace {

constexpr unsigned kPageLines = 60;

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

void CcnOutput::state(Archive& a) {
  a.u32(number);
  ccn::choice(a, paper, CcnPaper::Punch);
  ccn::names(a, job, programmer, terminal);
  a.u32(priority);
  a.flag(deferred);
  a.u32(copies);
  ccn::records(a, records);
  a.u64(position);
  a.check(position <= records.size(), "a CCN output whose position is past its end");
}

void CcnBatch::state(Archive& a) {
  ccn::list(a, jobs_, [&](CcnJob& j) { j.state(a); });
  ccn::list(a, outputs_, [&](CcnOutput& o) { o.state(a); });
  a.u32(jobCount_, outputCount_);
}

}  // namespace utah10
