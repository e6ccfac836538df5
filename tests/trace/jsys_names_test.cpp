// The names of calls and errors against roms/lib/stenex.mac, with which programs are assembled.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>

#include "trace/jsys_names.hpp"

namespace utah10 {
namespace {

std::vector<std::string> linesOf(const std::string& path) {
  std::ifstream in{path};
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  EXPECT_FALSE(lines.empty()) << path;
  return lines;
}

std::map<std::uint32_t, std::string> callsInStenex() {
  const std::regex row{"\t(?:CALLS|DO)\t([0-7]+),<([^>]*)>.*"};
  std::map<std::uint32_t, std::string> calls;
  for (const std::string& line : linesOf(UTAH10_SOURCE_DIR "/roms/lib/stenex.mac")) {
    std::smatch found;
    if (!std::regex_match(line, found, row)) continue;
    auto number = static_cast<std::uint32_t>(std::stoul(found[1], nullptr, 8));
    std::istringstream names{found[2]};
    for (std::string name; std::getline(names, name, ','); ++number)
      if (name != "-") calls[number] = name;
  }
  return calls;
}

TEST(JsysNames, AreThoseOfStenex) {
  const auto calls = callsInStenex();
  ASSERT_GT(calls.size(), 200u);
  EXPECT_EQ(jsysCalls().size(), calls.size());
  for (const auto& [number, name] : calls) {
    const JsysCall* call = jsysCall(number);
    ASSERT_NE(call, nullptr) << name;
    EXPECT_EQ(call->name, name);
    EXPECT_EQ(call->number, number);
    EXPECT_EQ(jsysCall(name), call);
  }
}

TEST(JsysNames, AreFoundBothWays) {
  EXPECT_EQ(jsysCall("bin")->number, 050u);
  EXPECT_EQ(jsysCall("Bout")->number, 051u);
  EXPECT_EQ(jsysCall("BI"), nullptr);
  EXPECT_EQ(jsysCall(""), nullptr);
  EXPECT_EQ(jsysCall(0u), nullptr);
  EXPECT_EQ(jsysCall(01000u), nullptr);
  EXPECT_EQ(jsysName(0170), "HALTF");
  EXPECT_EQ(jsysName(0236), "JSYS 236");
}

TEST(JsysNames, CallsAreJsysBelow1000) {
  EXPECT_EQ(jsysNumber(Instruction{Word36{0104000000050}}, 050), 050u);
  EXPECT_EQ(jsysNumber(Instruction{Word36{0104000001000}}, 01000), std::nullopt);
  EXPECT_EQ(jsysNumber(Instruction{Word36{0264000000050}}, 050), std::nullopt);
}

TEST(JsysNames, SayWhatAccumulatorsMean) {
  const JsysCall& open = *jsysCall("OPENF");
  EXPECT_TRUE(open.described);
  EXPECT_EQ(open.returns, JsysReturns::Skip);
  EXPECT_EQ(open.errorAc, 1);
  ASSERT_EQ(open.arguments.count, 2);
  EXPECT_EQ(open.arguments.all[0], (JsysField{1, JsysType::Jfn}));
  EXPECT_EQ(open.arguments.all[1], (JsysField{2, JsysType::OpenFlags}));
  EXPECT_EQ(open.results.count, 0);
  EXPECT_EQ(jsysCall("BIN")->results.all[0], (JsysField{2, JsysType::Character}));
  EXPECT_EQ(jsysCall("NOUT")->errorAc, 3);
  EXPECT_EQ(jsysCall("SIBE")->returns, JsysReturns::Answer);
  EXPECT_EQ(jsysCall("HALTF")->returns, JsysReturns::Never);
  EXPECT_FALSE(jsysCall("SWTCH")->described);
}

TEST(JsysNames, ErrorsAreThoseOfStenex) {
  const std::regex row{"\tERRORS\t([A-Z]+),([0-9]+),([0-9]+),([0-7]+)"};
  std::size_t errors = 0;
  for (const std::string& line : linesOf(UTAH10_SOURCE_DIR "/roms/lib/stenex.mac")) {
    std::smatch found;
    if (!std::regex_match(line, found, row)) continue;
    auto code = static_cast<std::uint32_t>(std::stoul(found[4], nullptr, 8)) + 0600000;
    for (unsigned long n = std::stoul(found[2]); n <= std::stoul(found[3]); ++n, ++code, ++errors)
      EXPECT_EQ(errorNumber(std::string{found[1]} + std::to_string(n)), code) << line;
  }
  EXPECT_GT(errors, 200u);
  EXPECT_EQ(errorName(Word36{0600076}), "GJFX18");
  EXPECT_EQ(errorName(Word36{0400000600220}), "IOX4");
  EXPECT_EQ(errorName(Word36{0600761}), "NTWZX1");
  EXPECT_EQ(errorName(Word36{0600515}), "TMONX1");  // SMONX1 is the same
  EXPECT_EQ(errorNumber("SMONX1"), 0600515u);
  EXPECT_EQ(errorName(Word36{0600000}), "");
  EXPECT_EQ(errorName(Word36{0577777}), "");
  EXPECT_EQ(errorNumber("GJFX99"), std::nullopt);
  EXPECT_EQ(errorNumber("GJFX"), std::nullopt);
}

}  // namespace
}  // namespace utah10
