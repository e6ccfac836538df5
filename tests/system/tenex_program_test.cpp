// utah10 run --tenex: from a source to what the program prints on TENEX.
#include <gmock/gmock.h>

#include "program_support.hpp"

namespace utah10 {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr std::string_view kGreet =
    "\tTITLE\tGREET\n"
    "\tSEARCH\tSTENEX\n"
    "START:\tHRROI\t1,[ASCIZ /HELLO FROM TENEX\n"
    "/]\n"
    "\tPSOUT\n"
    "\tHALTF\n"
    "\tEND\tSTART\n";

// Prints the characters of two lines behind stars.
constexpr std::string_view kStars =
    "\tTITLE\tSTARS\n"
    "\tSEARCH\tSTENEX\n"
    "START:\tMOVEI\t3,2\n"
    "LINE:\tMOVEI\t1,\"*\"\n"
    "\tPBOUT\n"
    "NEXT:\tPBIN\n"
    "\tCAIE\t1,37\n"
    "\tJRST\tNEXT\n"
    "\tSOJG\t3,LINE\n"
    "\tHALTF\n"
    "\tEND\tSTART\n";

class TenexProgram : public ProgramTest, public ::testing::WithParamInterface<const char*> {};

TEST_P(TenexProgram, PrintsWhatTheProgramPrints) {
  write("greet.mac", kGreet);
  const Result r = run(std::string{"run --tenex --generation "} + GetParam() + " greet.mac");
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_EQ(r.out, "HELLO FROM TENEX\n");
  EXPECT_EQ(r.err, "");
}

INSTANTIATE_TEST_SUITE_P(Generations, TenexProgram, ::testing::Values("72", "131", "73"));

TEST_F(ProgramTest, AProgramOnTenexReadsStandardInput) {
  write("stars.mac", kStars);
  const Result r = run("run --tenex stars.mac", "ONE\nTWO\n");
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_EQ(r.out, "*ONE\n*TWO\n");
}

TEST_F(ProgramTest, WhatIsWrongWithAProgramOnTenexIsTold) {
  write("bad.mac", "\tTITLE\tBAD\nSTART:\tMOVE\t1,NONE\n\tEND\tSTART\n");
  Result r = run("run --tenex bad.mac");
  EXPECT_EQ(r.code, 1);
  EXPECT_THAT(r.err, HasSubstr("bad.mac(2): error U: symbol NONE is not defined\n"));
  write("wild.mac", "\tTITLE\tWILD\nSTART:\t0\n\tEND\tSTART\n");
  r = run("run --tenex wild.mac");
  EXPECT_EQ(r.code, 1);
  EXPECT_THAT(r.err, StartsWith("wild.mac: was stopped: REFUSED INSTRUCTION 0"));
  EXPECT_THAT(r.err, HasSubstr("PC 140"));
  write("ever.mac", "\tTITLE\tEVER\nSTART:\tJRST\t.\n\tEND\tSTART\n");
  r = run("run --tenex --limit 2s ever.mac");
  EXPECT_EQ(r.code, 1);
  EXPECT_THAT(r.err, HasSubstr("ever.mac: has not ended after 2 s of virtual time"));
  write("none.mac", "\tTITLE\tNONE\n\tHALT\t.\n\tEND\n");
  r = run("run --tenex none.mac");
  EXPECT_EQ(r.code, 1);
  EXPECT_THAT(r.err, HasSubstr("the program has no start address"));
  EXPECT_EQ(run("run --limit 2s ever.mac").code, 2);
  r = run("run ever.mac");
  EXPECT_EQ(r.code, 2);
  EXPECT_THAT(r.err, HasSubstr("ever.mac: is a source; run --tenex runs it on TENEX"));
}

}  // namespace
}  // namespace utah10
