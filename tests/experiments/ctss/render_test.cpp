// The reports on the desk calculator are printed from findings alone: these are made by hand.
#include "experiments/ctss/render.hpp"

#include <gmock/gmock.h>

#include "experiments/report_rows.hpp"

namespace utah10 {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

InteractionFindings made(const char* name) {
  InteractionFindings f;
  f.name = name;
  f.users = 13;
  f.interactions = 40;
  f.cpuMs = 10.57;
  f.cpuRange = {10.5, 10.6};
  f.elapsedMs = 80.4;
  f.elapsed90Ms = 189;
  f.elapsedMostMs = 287;
  f.gain = 14.85;
  f.spreads = {{"cpu", "ms", 2, {.count = 10, .mean = 10.57, .deviation = 0.48}},
               {"elapsed", "ms", 0, {.count = 1, .mean = 80.4}}};
  f.parts = InteractionParts{.faults = 1.4, .drumReads = 0.42, .diskReads = 0.23, .pageWaitMs = 23.4, .faultMs = 0.68};
  return f;
}

CtssFindings findings() {
  CtssFindings f;
  f.machine = "some machine";
  f.program = "CALC";
  f.uses = 10;
  f.interactionsOfUse = 40;
  f.thinkSeconds = 35;
  f.warmUpSeconds = 300;
  f.interactions = {made("13"), made("19")};
  f.firstUses = {{.users = 13,
                  .cold = true,
                  .uses = 1,
                  .elapsedMs = {.count = 1, .mean = 500},
                  .elapsedRange = {500, 500},
                  .charges = {}}};
  f.work = {{.users = 13, .load = 1.5}};
  f.memo = {{"CPU time, ms", "12", "6-10", "900", {10.57, std::nullopt}, 1}};
  f.memoPrints = {.cpuMs = 12, .totalMs = 157};
  f.verdict = CtssVerdict{.users = 19, .fewestUsers = 1, .cpuMs = 12.9, .fewestCpuMs = 8.7, .cpuAgrees = true};
  return f;
}

TEST(CtssRender, TablesHaveOursAndTheMemos) {
  const std::string csv = test::rowsOf(render(findings()));
  EXPECT_THAT(csv, HasSubstr("\nmemo,\"CPU time, ms\",12,6-10,900,10.6,"));
  EXPECT_THAT(csv, HasSubstr("\ninteractions,13,40,10.57,10.50-10.60,80,189,287,1.40,0.42,0.23,23.4,"));
  EXPECT_THAT(csv, HasSubstr(",14.8,right\n"));
  EXPECT_THAT(csv, HasSubstr("\nfirst,13,first,1,500,-,-,500,-,-,-,-\n"));
  EXPECT_THAT(csv, HasSubstr("\nwork,13,1.50,"));
  EXPECT_THAT(csv, HasSubstr("\nspread,13,10.57 +-0.34 (0.48),80\n"));
}

TEST(CtssRender, IsAlsoForPrograms) {
  CtssFindings f = findings();
  const Report report = render(f);
  test::expectForPrograms(report, 2);
  EXPECT_THAT(test::fileOf(report, "interactions.csv"),
              HasSubstr("users,interactions,cpu_ms,cpu_least_ms,cpu_most_ms,elapsed_ms,elapsed_90_percent_ms,"));
  EXPECT_THAT(test::fileOf(report, "spreads.csv"),
              HasSubstr("\n13,cpu,ms,10,10.570,0.480,0.343\n13,elapsed,ms,1,80.4,,\n"));
  CtssRangeFindings range;
  range.rows = {made("baseline"), made("96K words of core")};
  for (InteractionFindings& row : range.rows) row.coreOnly = true;
  range.rows[0].coreK = 192;
  range.rows[1].coreK = 96;
  const Report ranges = render(range);
  test::expectForPrograms(ranges, 4);
  EXPECT_THAT(test::fileOf(ranges, "interactions.csv"), HasSubstr("\n96K words of core,96,yes,40,"));
}

TEST(CtssRender, ReportBeginsWithItsOpening) {
  const std::string begin = opening(findings()).beginning();
  EXPECT_THAT(begin, HasSubstr("Machine: some machine. Program: CALC"));
  EXPECT_THAT(render(findings()).text(), StartsWith(begin));
  CtssRangeFindings range;
  range.users = 16;
  range.rows = {made("baseline")};
  EXPECT_THAT(render(range).text(), StartsWith(opening(range).beginning()));
  EXPECT_THAT(test::rowsOf(render(range)), HasSubstr("\ninteractions,baseline,40,"));
}

TEST(CtssRender, TextsSayWhetherCtssAgrees) {
  CtssFindings f = findings();
  EXPECT_THAT(render(f).json(), HasSubstr("With 19 users ours agrees with CTSS's within 15 %."));
  EXPECT_THAT(render(f).json(), Not(HasSubstr("Multics 1.8: a page fault")));
  EXPECT_THAT(render(f).json(), Not(HasSubstr("with one user"))) << "there is one machine";
  f.verdict->compared = true;
  EXPECT_THAT(render(f).json(), HasSubstr("CPU time: 12.9 ms with 19 users, 8.7 with one user; CTSS charged 12."));
  f.verdict->cpuAgrees = false;
  f.verdict->why = CtssVerdict::Why{.trapsMs = 2.3, .faultMs = 0.78};
  f.verdict->againMs = 371;
  f.verdict->coldMs = 516;
  EXPECT_THAT(render(f).json(), HasSubstr("Here it waits longer, because pages come one by one"));
  EXPECT_THAT(render(f).json(), Not(HasSubstr("come from the disk")));
  f.verdict->why->diskToo = f.verdict->why->expectedWait = true;
  const std::string json = render(f).json();
  EXPECT_THAT(json, HasSubstr("Here it does not wait longer."));
  EXPECT_THAT(json, HasSubstr("0.0 of the pages come from the disk"));
  EXPECT_THAT(json, HasSubstr("With 19 users ours differs from CTSS's by more than 15 %."));
  EXPECT_THAT(json, HasSubstr("2.3 ms of it are page traps."));
  EXPECT_THAT(json, HasSubstr("Multics 1.8: a page fault costs 0.78 ms"));
  EXPECT_THAT(json, HasSubstr("First use with 19 users: 371 ms when the user has just left the program, 516 ms"));
}

TEST(CtssRender, WhatIsNotKnownIsNotPrinted) {
  CtssFindings f = findings();
  f.interactions[0].parts.reset();
  f.interactions[0].trouble = "CALC answers \"1\" to 2";
  EXPECT_THAT(test::rowsOf(render(f)),
              HasSubstr("\ninteractions,13,40,10.57,10.50-10.60,80,189,287,-,-,-,-,-,-,-,-,-,-,14.8,"));
  EXPECT_THAT(test::rowsOf(render(f)), HasSubstr("CALC answers"));
}

}  // namespace
}  // namespace utah10
