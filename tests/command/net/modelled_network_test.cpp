// The network of a machine file: its keys, the views of `net`, and the operator's actions.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "command/net/connections.hpp"
#include "command/net/modelled_network.hpp"
#include "command/session_support.hpp"
#include "support/temp_folder.hpp"

namespace utah10 {
namespace {

namespace fs = std::filesystem;

const std::string kMap = R"([imp]
[network]
map = "own"
machine = "4"
host-up-delay = "1s"
[[site]]
number = 4
name = "UTAH"
[[site]]
number = 1
name = "UCLA"
[[modem-line]]
from = 4
to = 1
)";

Expected<MachineDescription> parse(const std::string& more) { return parseMachineFile("net.toml", kMap + more); }

struct Bad {
  const char* more;
  const char* says;
};

TEST(NetworkKeys, ErrorsAreReported) {
  const Bad table[] = {
      {"[[host]]\naddress = \"3\"\n", "IMP 3, which does not exist"},
      {"[[host]]\naddress = \"4\"\n", "two hosts have address 4"},
      {"[[host]]\naddress = \"101\"\nservices = \"finger\"\n", "no service finger"},
      {"[[host]]\naddress = \"101\"\nservices = \"echo:8\"\n", "odd decimal number"},
      {"[[host]]\naddress = \"101\"\ngeneration = \"1984\"\n", "no generation 1984"},
      {"[[host]]\naddress = \"101\"\ndecks = \"x\"\n", "needs the service netrjs"},
      {"[[host]]\naddress = \"101\"\nfiles = \"x\"\n", "needs the service ftp"},
      {"[[host]]\naddress = \"101\"\nudp = \"udp:x\"\n", "udp"},
      {"[[modem-line]]\nfrom = 4\nto = 9\n", "9"},
  };
  for (const Bad& bad : table) {
    const auto d = parse(bad.more);
    ASSERT_FALSE(d) << bad.more;
    EXPECT_NE(d.error().text().find(bad.says), std::string::npos) << d.error().text();
    EXPECT_NE(d.error().text().find("net.toml"), std::string::npos) << d.error().text();
  }
  const auto none = parseMachineFile("net.toml", "[network]\n");
  ASSERT_FALSE(none);
  EXPECT_NE(none.error().text().find("no IMP interface"), std::string::npos) << none.error().text();
}

// A session on an idle machine at UTAH, with CCN at the other end of the line.
class ModelledNetworkTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder = test::ownFolder();
    fs::remove_all(folder);
    fs::create_directories(folder);
    const auto d = parse("[[host]]\nname = \"UCLA-CCN\"\naddress = \"101\"\nservices = \"echo netrjs\"\ndecks = \"" +
                         (folder / "ccn").string() + "\"\n");
    ASSERT_TRUE(d) << d.error().text();
    description = *d;
    machine = std::make_unique<Machine>(description.machine);
    devices = std::make_unique<DeviceSet>(*machine, description.devices);
    auto made = ModelledNetwork::make(*machine, *devices, description);
    ASSERT_TRUE(made) << made.error().text();
    network = std::move(*made);
    session = std::make_unique<Session>(*machine, *devices, terminal);
    network->join(session->connections(), session->debugger().recorder());
    does("deposit 1000 JRST 1000; deposit pc 1000");
  }
  void TearDown() override {
    session.reset();
    network.reset();
    fs::remove_all(folder);
  }

  std::string does(const std::string& commands) {
    terminal.clear();
    const auto done = session->performAll(commands);
    EXPECT_TRUE(done) << commands << ": " << (done ? "" : done.error().text());
    return terminal.answers();
  }

  fs::path folder;
  MachineDescription description;
  std::unique_ptr<Machine> machine;
  std::unique_ptr<DeviceSet> devices;
  std::unique_ptr<ModelledNetwork> network;
  TextTerminal terminal;
  std::unique_ptr<Session> session;
};

TEST_F(ModelledNetworkTest, AHostThatIsDownIsExplained) {
  does("run 3s");
  EXPECT_NE(does("net reach").find("101   UCLA-CCN  yes"), std::string::npos) << does("net reach");
  does("net host ucla-ccn down; run 1s");
  const std::string reach = does("net reach");
  EXPECT_NE(reach.find("101   UCLA-CCN  no"), std::string::npos) << reach;
  EXPECT_NE(reach.find("down since 3.0"), std::string::npos) << reach;
}

TEST_F(ModelledNetworkTest, ACutLineIsInTheJournal) {
  does("run 1s; net cut utah ucla; run 10s");
  EXPECT_NE(does("net journal").find("line down"), std::string::npos);
  EXPECT_NE(does("net lines --csv").find("4,1,no,no,"), std::string::npos) << does("net lines --csv");
  does("net join 4 1; run 10s");
  EXPECT_NE(does("net lines --csv").find("4,1,yes,yes,"), std::string::npos) << does("net lines --csv");
  for (const char* bad :
       {"net cut 4 9", "net cut 4", "net loss 4 1 10001", "net delay 4 1 11s", "net host nobody down"})
    EXPECT_FALSE(session->perform(bad)) << bad;
}

// The operator's actions are replayed when the machine goes back and runs again.
TEST_F(ModelledNetworkTest, GoingBackReplaysTheFaults) {
  does("set record on; run 1s; net delay 4 1 200ms; net loss 4 1 500; run 2s; net cut 4 1; run 5s");
  const auto there = machine->save();
  does("back 6s");
  EXPECT_NE(machine->save(), there);
  does("forward");
  EXPECT_EQ(machine->save(), there);
}

// And on another machine, from the file that `record` wrote.
TEST_F(ModelledNetworkTest, ReplayRepeatsTheFaults) {
  const std::string file = folder.string() + ".in";
  fs::remove(file);
  does("record " + file + "; run 1s; net cut 4 1; run 5s");
  const auto there = machine->save();
  TearDown();
  SetUp();
  does("replay " + file + "; run 6s");
  EXPECT_EQ(machine->save(), there);
  EXPECT_NE(does("net lines --csv").find("4,1,no,no,"), std::string::npos);
  fs::remove(file);
}

TEST_F(ModelledNetworkTest, ADeckInAndAPrintOut) {
  std::ofstream{folder / "deck.txt"} << "//UTAH1 JOB (1),HICKS\n//*UTAH10 TIME=1,LINES=7\n";
  does("deck " + (folder / "deck.txt").string() + "; run 30s");
  std::ifstream print{folder / "ccn/000002-print-UTAH1.txt"};
  std::size_t lines = 0;
  for (std::string l; std::getline(print, l);)
    lines += l.find("LINE 0000") != std::string::npos;  // a form feed may precede it
  EXPECT_EQ(lines, 7u);
  EXPECT_NE(does("deck").find("UCLA-CCN: 0 sessions"), std::string::npos) << does("deck");
  EXPECT_FALSE(session->perform("deck " + (folder / "none.txt").string()));
  EXPECT_FALSE(session->perform("deck " + (folder / "deck.txt").string() + " NETUTAH1 UCSB")) << "UCSB has no netrjs";
}

}  // namespace
}  // namespace utah10
