// Two processes of utah10, each with a PDP-10 and an IMP interface, communicate over UDP on the loopback network.
#include <gmock/gmock.h>

#define ASIO_STANDALONE
#include <asio/io_context.hpp>
#include <asio/ip/udp.hpp>

#include "program_support.hpp"

namespace utah10 {
namespace {

using ::testing::HasSubstr;

// Sends the word at 2000 as a message, waits for an answer, and repeats the message if none arrives; halts at 121 with
// the answer at 3000.
constexpr std::string_view kAsks =
    "deposit 2000 456,,707070\n"
    "deposit 100 CONO 550,200000\n"
    "deposit 101 DATAO 550,2000\n"
    "deposit 102 CONSO 550,200\n"
    "deposit 103 JRST 102\n"
    "deposit 104 CONO 550,20000\n"
    "deposit 105 MOVEI 1,0\n"
    "deposit 106 CONSZ 550,10\n"
    "deposit 107 JRST 120\n"
    "deposit 110 ADDI 1,1\n"
    "deposit 111 CAIGE 1,40000\n"
    "deposit 112 JRST 106\n"
    "deposit 113 JRST 101\n"
    "deposit 120 DATAI 550,3000\n"
    "deposit 121 JRST 4,121\n"
    "deposit pc 100\n"
    "run until pc = 121 within 30s\n"
    "assert word 3000 = 456707070\n"
    "net\nquit 0\n";

// Receives messages and returns the first word of each.
constexpr std::string_view kEchoes =
    "deposit 100 CONO 550,200000\n"
    "deposit 101 CONSO 550,10\n"
    "deposit 102 JRST 101\n"
    "deposit 103 CONI 550,4\n"
    "deposit 104 DATAI 550,3000(2)\n"
    "deposit 105 ADDI 2,1\n"
    "deposit 106 TRNN 4,4000\n"
    "deposit 107 JRST 101\n"
    "deposit 110 CONO 550,10000\n"
    "deposit 111 MOVEI 2,0\n"
    "deposit 112 DATAO 550,3000\n"
    "deposit 113 CONSO 550,200\n"
    "deposit 114 JRST 113\n"
    "deposit 115 CONO 550,20000\n"
    "deposit 116 JRST 101\n"
    "deposit pc 100\n"
    "run until pc = 115 within 30s\n"
    "run 1s\n"
    "net\nquit 0\n";

class ImpUdp : public ProgramTest {
 protected:
  // Two free ports.
  std::pair<unsigned, unsigned> ports() const {
    using asio::ip::udp;
    asio::io_context context;
    const udp::endpoint any{asio::ip::address_v4::loopback(), 0};
    udp::socket a{context, any}, b{context, any};
    return {a.local_endpoint().port(), b.local_endpoint().port()};
  }
};

TEST_F(ImpUdp, TwoProcessesExchangeMessages) {
  const auto [a, b] = ports();
  write("a.toml", "[imp]\nudp = \"udp:" + std::to_string(a) + "::" + std::to_string(b) + "\"\n");
  write("b.toml", "[imp]\nudp = \"udp:" + std::to_string(b) + ":127.0.0.1:" + std::to_string(a) + "\"\n");
  write("a.u10", kAsks);
  write("b.u10", kEchoes);
  write("both.sh", "timeout 60 " + kProgram + " --machine b.toml script b.u10 >b.out 2>&1 </dev/null &\n" +
                       "timeout 60 " + kProgram + " --machine a.toml script a.u10\ncode=$?\nwait\nexit $code\n");
  const Result r = runProgram("sh", "both.sh");
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_THAT(r.out, HasSubstr("from now on in real time"));
  EXPECT_THAT(r.out, HasSubstr("IMP ready"));
  EXPECT_THAT(read("b.out"), HasSubstr("messages from the IMP"));
  // The order in which the processes start is not determined: a message that arrives before the host has raised ready
  // is dropped and must be repeated.
  std::istringstream told{read("b.out")};
  for (std::string line; std::getline(told, line);)
    if (line.find("dropped:") != std::string::npos) {
      EXPECT_THAT(line, HasSubstr("message for a host that is not ready"));
    }
}

TEST_F(ImpUdp, WrongSettingsInAMachineFileAreReportedInOneLine) {
  for (const auto& [text, why] : {std::pair{"udp = \"udp:1\"", "is incomplete"},
                                  {"udp = \"udp:0:192.0.2.1:9\"", "loopback"},
                                  {"udp-limit = 400", "the udp- keys need udp ="},
                                  {"udp = \"udp:0::9\"\nlooped = true", "udp or looped"},
                                  {"udp = \"udp:0::9\"\nudp-limit = 2", "out of range"}}) {
    write("m.toml", std::string{"[imp]\n"} + text + "\n");
    const Result r = run("--machine m.toml -c \"show devices\"");
    EXPECT_EQ(r.code, 1) << text;
    EXPECT_EQ(std::count(r.err.begin(), r.err.end(), '\n'), 1) << r.err;
    EXPECT_THAT(r.err, HasSubstr(why));
  }
}

}  // namespace
}  // namespace utah10
