// Stack, scopes, variables, memory, sources, and expressions.
#include "command/dap/dap_support.hpp"
#include "command/dap/memory_reference.hpp"

namespace utah10 {
namespace {

using ::testing::HasSubstr;
using DapState = DapTest;

constexpr int kLoop = 5, kAdd = 10;

TEST_F(DapState, TheStackIsThatOfTheCalls) {
  launchDemo();
  breakAt(kAdd);
  go("continue");
  const JsonValue stack = client->body("stackTrace", {{"threadId", 1}});
  ASSERT_EQ(stack["totalFrames"], 2);
  EXPECT_EQ(stack["stackFrames"][0]["name"], "ADD1");
  EXPECT_EQ(stack["stackFrames"][1]["line"], kLoop);
  EXPECT_EQ(client->body("stackTrace", {{"threadId", 1}, {"startFrame", 1}, {"levels", 5}})["stackFrames"].size(), 1u);
  EXPECT_THAT(client->refusal("stackTrace", {{"threadId", 7}}), HasSubstr("FORKX"));
}

TEST_F(DapState, AccumulatorsHaveNamesAndForms) {
  launchDemo();
  go("next");
  const JsonValue p = variable(scope("Accumulators"), "ac17 P");
  EXPECT_THAT(p["value"].get<std::string>(), HasSubstr("777770000150"));
  EXPECT_EQ(variable(p["variablesReference"], "octal")["value"], "777770,,000150");
  EXPECT_EQ(variable(p["variablesReference"], "decimal")["value"], "-2097048.");
}

TEST_F(DapState, VariablesAreSetInEachForm) {
  launchDemo();
  const int registers = scope("Accumulators");
  const auto set = [&](int list, const std::string& name, const std::string& text) {
    return client->body("setVariable", {{"variablesReference", list}, {"name", name}, {"value", text}})["value"]
        .get<std::string>();
  };
  EXPECT_THAT(set(registers, "ac2", "5,,7"), HasSubstr("000005000007"));
  EXPECT_THAT(set(registers, "ac2", "'utah10'"), HasSubstr("'UTAH10'"));
  EXPECT_THAT(set(registers, "ac2", "\"Hello\""), HasSubstr("\"Hello\""));
  EXPECT_THAT(set(registers, "ac2", "MOVEI 1,5"), HasSubstr("201040000005"));
  const int forms = variable(registers, "ac2")["variablesReference"];
  EXPECT_EQ(set(forms, "decimal", "-12"), "-12.");
  EXPECT_EQ(set(forms, "sixbit", "ab"), "'AB    '");
  EXPECT_EQ(set(forms, "ascii", "xy"), "\"xy\\000\\000\\000\"");
  EXPECT_EQ(set(forms, "instruction", "JRST START"), "JRST START");
  EXPECT_EQ(set(scope("PC word"), "carry 0", "1"), "1");
  EXPECT_EQ(variable(scope("PC word"), "carry 0")["value"], "1");
  EXPECT_THAT(client->refusal("setVariable", {{"variablesReference", registers}, {"name", "ac2"}, {"value", "??"}}),
              HasSubstr("?"));
  EXPECT_THAT(
      client->refusal("setVariable", {{"variablesReference", scope("Interrupts")}, {"name", "system"}, {"value", "1"}}),
      HasSubstr("cannot be changed"));
}

TEST_F(DapState, ScopesShowFlagsSymbolsInterruptsAndDevices) {
  launchDemo();
  EXPECT_THAT(variable(scope("PC word"), "pc")["value"].get<std::string>(), HasSubstr("000140 START"));
  EXPECT_EQ(variable(scope("Interrupts"), "system")["value"], "off");
  EXPECT_THAT(variable(scope("Symbols"), "SUM")["value"].get<std::string>(), HasSubstr("000150/ 000000000000"));
  EXPECT_THAT(variable(scope("Devices"), "tty 120")["value"].get<std::string>(), HasSubstr("000000000000"));
  EXPECT_THAT(client->refusal("scopes", {{"frameId", 99}}), HasSubstr("no frame 99"));
  EXPECT_THAT(client->refusal("variables", {{"variablesReference", 99}}), HasSubstr("no list 99"));
}

TEST_F(DapState, ExpressionsShowWordsByName) {
  launchDemo();
  go("next");
  EXPECT_THAT(value("SUM"), HasSubstr("000000000000"));
  EXPECT_THAT(value("=SUM"), HasSubstr("000000000150"));
  EXPECT_THAT(value("START+1"), HasSubstr("260740000146"));
  EXPECT_THAT(value("e:141"), HasSubstr("260740000146"));
  EXPECT_THAT(value("2+3*4"), HasSubstr("000000000016"));
  EXPECT_THAT(value("P"), HasSubstr("777770000150"));
  EXPECT_THAT(value("$pc"), HasSubstr("000000000141"));
  EXPECT_THAT(client->refusal("evaluate", {{"expression", "NONE"}, {"context", "hover"}}), HasSubstr("NONE"));
  EXPECT_THAT(client->body("setExpression", {{"expression", "SUM"}, {"value", "100."}})["value"].get<std::string>(),
              HasSubstr(" 100."));
  EXPECT_THAT(client->refusal("setExpression", {{"expression", "2+2"}, {"value", "5"}}), HasSubstr("is no place"));
}

TEST_F(DapState, TheConsoleTakesCommandsExpressionsAndKeys) {
  launchDemo();
  const auto said = [&](const std::string& text) {
    return client->body("evaluate", {{"expression", text}, {"context", "repl"}})["result"].get<std::string>();
  };
  EXPECT_THAT(said("examine -m START"), HasSubstr("MOVE P,"));
  EXPECT_THAT(said("SUM"), HasSubstr("000000000000"));
  EXPECT_THAT(said("MOVEI 1,5"), HasSubstr("201040000005"));
  EXPECT_EQ(said("deposit SUM 7"), "");
  client->event("invalidated");
  EXPECT_THAT(said("step 3"), HasSubstr("000147"));
  EXPECT_EQ(client->event("stopped")["description"], "moved by a command");
  EXPECT_EQ(said(">HELLO"), "");
  EXPECT_THAT(client->refusal("evaluate", {{"expression", "examine 2000000"}, {"context", "repl"}}),
              HasSubstr("examine"));
  EXPECT_THAT(client->body("utah10/command", {{"command", "evaluate 1+1"}})["output"].get<std::string>(),
              HasSubstr("000000000002"));
  client->body("utah10/type", {{"keys", "X"}});
  said("quit 3");
  EXPECT_EQ(client->event("exited")["exitCode"], 3);
}

TEST_F(DapState, CompletesCommandsAndSymbols) {
  launchDemo();
  const auto labels = [&](const std::string& text) {
    std::vector<std::string> all;
    const JsonValue found = client->body("completions", {{"text", text}, {"column", text.size() + 1}});
    for (const JsonValue& t : found["targets"]) all.push_back(t["label"]);
    return all;
  };
  EXPECT_THAT(labels("exam"), ::testing::Contains("examine"));
  EXPECT_THAT(labels("examine st"), ::testing::Contains("START"));
  EXPECT_THAT(labels("examine st"), ::testing::Contains("STACK"));
  EXPECT_THAT(labels("break "), ::testing::Contains("jsys"));
}

TEST_F(DapState, WhatTheGuestPrintsIsOutput) {
  write("hello.mac",
        "\tTITLE\tHELLO\nS:\tMOVEI\t1,\"H\"\n\tDATAO\t120,1\n\tCONSZ\t120,20\n\tJRST\t.-1\n\tHALT\t.\n\tEND\tS\n");
  launch({{"program", "hello.mac"}});
  go("continue");
  EXPECT_THAT(client->output(), HasSubstr("H"));
}

TEST_F(DapState, MemoryIsReadAndWritten) {
  launchDemo();
  const JsonValue two = client->body("readMemory", {{"memoryReference", "e:000140"}, {"count", 16}});
  EXPECT_EQ(two["data"], base64({0, 0, 0, 4, 7, 0x80, 0, 0x71, 0, 0, 0, 5, 0x87, 0x80, 0, 0x66})) << two;
  const JsonValue half = client->body("readMemory", {{"memoryReference", "ac1"}, {"offset", 4}, {"count", 4}});
  EXPECT_EQ(half["data"], base64({0, 0, 0, 0}));
  EXPECT_EQ(client->body("readMemory", {{"memoryReference", "e:777777"}, {"count", 16}})["unreadableBytes"], 8);
  client->body("writeMemory",
               {{"memoryReference", "e:000150"}, {"data", base64({0, 0, 0, 0x0f, 0xff, 0xff, 0xff, 0xfe})}});
  EXPECT_THAT(value("SUM"), HasSubstr("777777777776"));
  client->body("writeMemory", {{"memoryReference", "e:000150"}, {"offset", 7}, {"data", base64({5})}});
  EXPECT_THAT(value("SUM"), HasSubstr("777777777405"));
  EXPECT_THAT(client->refusal("writeMemory", {{"memoryReference", "e:000150"}, {"data", base64({1})}}),
              HasSubstr("36 bits"));
  EXPECT_THAT(client->refusal("readMemory", {{"memoryReference", "?"}, {"count", 8}}), HasSubstr("?"));
}

TEST_F(DapState, InstructionsAreDisassembled) {
  launchDemo();
  const JsonValue all = client->body("disassemble", {{"memoryReference", "e:000141"},
                                                     {"instructionOffset", -1},
                                                     {"instructionCount", 3},
                                                     {"resolveSymbols", true}})["instructions"];
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[1]["instruction"], "PUSHJ P,ADD1");
  EXPECT_EQ(all[1]["instructionBytes"], "260740000146");
  EXPECT_EQ(all[1]["line"], kLoop);
  const std::string address = all[1]["address"];
  EXPECT_EQ(address, "0x308");
  EXPECT_EQ(client->body("disassemble", {{"memoryReference", address}, {"instructionCount", 1}})["instructions"][0],
            all[1]);
  const JsonValue edge = client->body(
      "disassemble", {{"memoryReference", "e:0"}, {"instructionOffset", -1}, {"instructionCount", 2}})["instructions"];
  EXPECT_EQ(edge[0]["presentationHint"], "invalid");
}

TEST_F(DapState, SourcesThatAreMissingAreMade) {
  std::filesystem::rename("demo.mac", "away.mac");
  launch({{"program", "demo.sav"}});
  const JsonValue source = topFrame()["source"];
  const int reference = source["sourceReference"];
  EXPECT_GT(reference, 0);
  const std::string text =
      client->body("source", {{"sourceReference", reference}, {"source", source}})["content"].get<std::string>();
  EXPECT_THAT(text, HasSubstr("\n\n\n000140 START"));
  EXPECT_EQ(client->body("loadedSources")["sources"].size(), 1u);
  const JsonValue placed =
      client->body("setBreakpoints", {{"source", source}, {"breakpoints", JsonValue::array({{{"line", kAdd}}})}});
  EXPECT_TRUE(placed["breakpoints"][0]["verified"].get<bool>());
  go("continue");
  EXPECT_EQ(line(), kAdd);
  EXPECT_THAT(client->refusal("source", {{"sourceReference", 50}}), HasSubstr("no source 50"));
}

TEST_F(DapState, CodeWithoutLinesIsListedByPages) {
  write("plain.oct", kDemoProgram);
  launch({{"program", "plain.oct"}});
  const JsonValue frame = topFrame();
  EXPECT_EQ(frame["source"]["name"], "e:000000");
  EXPECT_EQ(frame["line"], 0101);
  const JsonValue placed = client->body(
      "setBreakpoints", {{"source", frame["source"]}, {"breakpoints", JsonValue::array({{{"line", 0102 + 1}}})}});
  EXPECT_TRUE(placed["breakpoints"][0]["verified"].get<bool>()) << placed;
  EXPECT_EQ(go("continue")["reason"], "breakpoint");
  EXPECT_EQ(topFrame()["instructionPointerReference"], "e:000102");
  go("stepBack");
  EXPECT_EQ(topFrame()["instructionPointerReference"], "e:000101");
  const JsonValue source = client->body("source", {{"sourceReference", frame["source"]["sourceReference"]}});
  EXPECT_THAT(source["content"].get<std::string>(), HasSubstr("000100                 271040000001  ADDI 1,1"));
}

TEST(DapBase64, BothWays) {
  for (std::size_t n = 0; n < 10; ++n) {
    std::vector<std::uint8_t> bytes;
    for (std::size_t k = 0; k < n; ++k) bytes.push_back(static_cast<std::uint8_t>(k * 77 + 200));
    EXPECT_EQ(*fromBase64(base64(bytes)), bytes);
  }
  EXPECT_EQ(base64({'u', 't', 'a', 'h'}), "dXRhaA==");
  EXPECT_FALSE(fromBase64("!!"));
}

}  // namespace
}  // namespace utah10
