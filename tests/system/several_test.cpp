// Several TENEXes on one network in one process, as `utah10 net` runs them: logins, files, faults of lines, and that the
// result does not depend on which machine is selected.
#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "monitor_pack.hpp"
#include "support/binary_dir.hpp"

namespace utah10::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class Several : public MonitorPack {
 protected:
  // UTAH, BBN and SRI on the map of 1972, with fast lines. One at Utah's IMP in the first part of the network, UCSB.
  std::string network(const std::string& more = {}) const {
    std::string text = "[network]\nmap = \"1972\"\n[[host]]\nname = \"UCSB\"\naddress = \"3\"\nservices = \"telnet\"\n";
    for (const auto& [name, host] : {std::pair{"UTAH", "4"}, {"BBN", "105"}, {"SRI", "2"}})
      text += fmt::format("[[tenex]]\nname = \"{}\"\nhost = \"{}\"\nsystem = \"{}\"\nmachine = \"machine.toml\"\n",
                          name, host, GetParam());
    return text + more;
  }
  // Boots all, performs the script, and quits. The packs are packs/utah.dsk and so on.
  Result together(const std::string& script) const {
    write("machine.toml", machine({}));
    write("net.toml", network());
    write("script", script);
    Result r = run("--quiet net net.toml --packs packs -c \"do script\"");
    std::erase(r.out, '\r');
    EXPECT_EQ(r.code, 0) << r.err << r.out.substr(r.out.size() - std::min<std::size_t>(r.out.size(), 2000));
    EXPECT_THAT(r.out, Not(HasSubstr("BUGHLT")));
    return r;
  }
  static std::string at(const std::string& name) { return "machine " + name + "\n"; }
  static std::string says(std::string_view line, std::string_view answer) { return command(0, line, answer); }
  // A log of tty0 of a machine.
  static std::string logged(const std::string& name) { return at(name) + "log tty0 " + name + ".log\n"; }
  std::string logOf(const std::string& name) const {
    std::string text = read(name + ".log");
    std::erase(text, '\r');
    return text;
  }
  // SEND from one to RECV at the other, both users GUEST.
  static std::string sent(const std::string& from, const std::string& to, const std::string& file,
                          const std::string& as) {
    return at(to) + says("RECV", "FILE: ") + says(as, "TEXT? ") + says("", "SOCKET") + goesOn("1s") + at(from) +
           says("SEND", "FILE: ") + says(file, "TEXT? ") + says("", "HOST: ") + says(to, "LISTENS): ") +
           command(0, "", "\n@", "200s") + at(to) + waits(0, "\n@");
  }
  std::string words(const std::string& pack, const std::string& file) const {
    return tenexfs(fmt::format("export packs/{}.dsk '{}' --form dbd9", pack, file));
  }
};

// The logger of one takes a user of another, who sees the other system.
TEST_P(Several, AUserLogsInFromOneToAnother) {
  together(logged("utah") + goesOn("60s") + login(0, "GUEST") + says("TELNET", "\n#") + says("CONNECT BBN", "\n@") +
           says("LOGIN SMITH LAKE 1", "\n@") + says("SYSTAT", "\n@") + says("LOGOUT", "\n#") + says("QUIT", "\n@"));
  EXPECT_THAT(logOf("utah"), HasSubstr("SMITH"));
  EXPECT_THAT(logOf("utah"), HasSubstr("KILLED JOB"));
}

TEST_P(Several, FilesGoBothWays) {
  together(logged("bbn") + logged("utah") + goesOn("60s") + login(0, "GUEST") + at("bbn") + login(0, "GUEST") +
           sent("utah", "bbn", "<SUBSYS>CALC.SAV", "GOT.SAV") + sent("bbn", "utah", "GOT.SAV", "BACK.SAV") + logout(0) +
           at("bbn") + logout(0) + goesOn("70s"));
  for (const char* name : {"utah", "bbn"}) {
    EXPECT_THAT(logOf(name), HasSubstr(" RECEIVED\n"));
    EXPECT_THAT(tenexfs(fmt::format("check packs/{}.dsk", name)), Not(HasSubstr("error")));
  }
  const std::string original = words("utah", "<SUBSYS>CALC.SAV");
  EXPECT_GT(original.size(), 10000U);
  EXPECT_TRUE(words("bbn", "<GUEST>GOT.SAV") == original);
  EXPECT_TRUE(words("utah", "<GUEST>BACK.SAV") == original);
}

// The servers of one store and retrieve files for users of the other.
TEST_P(Several, TheServersTakeFilesInBothDirections) {
  const auto dial = [&](const std::string& program, const std::string& host) {
    return says(program, "\n*") + says("CONNECT " + host, "\n*") + says("LOGIN GUEST", "PASSWORD: ") +
           says("GUEST", "230 ") + waits(0, "\n*");
  };
  const auto does = [&](const std::string& order, const std::string& reply) {
    return command(0, order, reply, "200s") + waits(0, "\n*");
  };
  std::string script = logged("utah") + goesOn("80s") + login(0, "GUEST") + dial("FTP", "BBN") +
                       does("STORE VERSE.TXT THERE.TXT", "252 ") + does("RETRIEVE THERE.TXT HERE.TXT", "252 ") +
                       does("TYPE I", "200 ");
  std::vector<std::string> sizes{"8", "32", "36"};
  if (std::string{GetParam()} != "tenex72") sizes.insert(sizes.end(), {"1", "4", "9", "16"});
  for (const std::string& size : sizes)
    script += does("BYTE " + size, "200 ") + does(fmt::format("STORE <SUBSYS>CALC.SAV T{}.SAV", size), "252 ") +
              does(fmt::format("RETRIEVE T{0}.SAV H{0}.SAV", size), "252 ");
  script += says("QUIT", "\n@") + at("bbn") + login(0, "GUEST") + dial("CPYNET", "UTAH") +
            does("GET HERE.TXT BACK.TXT", "252 ") + does("SEND <SUBSYS>CALC.SAV CAME.SAV", "252 ") +
            says("QUIT", "\n@") + logout(0) + at("utah") + logout(0) + goesOn("70s");
  together(script);
  const auto text = [&](const std::string& pack, const std::string& file) {
    return tenexfs(fmt::format("export packs/{}.dsk '<GUEST>{}'", pack, file));
  };
  for (const auto& [pack, file] : {std::pair{"bbn", "THERE.TXT"}, {"utah", "HERE.TXT"}, {"bbn", "BACK.TXT"}})
    EXPECT_EQ(text(pack, file), text("utah", "VERSE.TXT")) << file;
  const std::string original = words("utah", "<SUBSYS>CALC.SAV");
  for (const std::string& size : sizes) {
    EXPECT_TRUE(words("bbn", fmt::format("<GUEST>T{}.SAV", size)) == original) << size;
    EXPECT_TRUE(words("utah", fmt::format("<GUEST>H{}.SAV", size)) == original) << size;
  }
  EXPECT_TRUE(words("utah", "<GUEST>CAME.SAV") == original);
}

// The lines fail while one stores a file at the other: nothing of it stays there. The system of 1972 notices later.
TEST_P(Several, NothingStaysOfAFileWhoseTransferBreaksOff) {
  const std::string later = goesOn(std::string_view{GetParam()} == "tenex72" ? "400s" : "300s");
  together(logged("utah") + goesOn("130s") + login(0, "GUEST") + says("FTP", "\n*") + says("CONNECT BBN", "\n*") +
           says("LOGIN GUEST", "PASSWORD: ") + says("GUEST", "230 ") + waits(0, "\n*") + says("TYPE I", "200 ") +
           waits(0, "\n*") + says("BYTE 36", "200 ") + waits(0, "\n*") + type(0, "STORE <SUBSYS>RJS0.SAV PART.SAV\r") +
           goesOn("6s") + "net cut UTAH ILLINOIS\nnet cut MCCLELLAN 4\n" + later +
           "net join UTAH ILLINOIS\nnet join MCCLELLAN 4\n" + later + type(0, "QUIT\r") + waits(0, "\n@"));
  EXPECT_THAT(logOf("utah"), HasSubstr("THE TRANSFER IS BROKEN OFF"));
  EXPECT_THAT(tenexfs("list packs/bbn.dsk '<GUEST>'"), Not(HasSubstr("PART.SAV")));
}

// All has come, but the lines fail before the server has said that it was all: the user is told.
TEST_P(Several, WhatTheServerHasNotConfirmedIsSaid) {
  const std::string later = goesOn(std::string_view{GetParam()} == "tenex72" ? "800s" : "200s");
  together(logged("utah") + goesOn("130s") + login(0, "GUEST") + says("FTP", "\n*") + says("CONNECT BBN", "\n*") +
           says("LOGIN GUEST", "PASSWORD: ") + says("GUEST", "230 ") + waits(0, "\n*") + "break jsys RUNTM job 2 2\n" +
           type(0, "STORE VERSE.TXT SENT.TXT\r") + goesOn("20s") +
           "nobreak\nnet cut UTAH ILLINOIS\nnet cut MCCLELLAN 4\n" + later + type(0, "QUIT\r") + waits(0, "\n@"));
  EXPECT_THAT(logOf("utah"), HasSubstr("THE SERVER HAS NOT SAID THAT IT IS COMPLETE\nDISCONNECTED\n"));
}

// Mail of one reaches mailboxes of the other, and its answer comes back; what nobody wants returns to its sender.
TEST_P(Several, MailGoesBothWays) {
  const auto sent = [&](const std::string& to, const std::string& subject, const std::string& text) {
    return says("SNDMSG", "USERS: ") + says(to, "SUBJECT: ") + says(subject, "CONTROL-Z:") + type(0, text + "\r\032") +
           waits(0, "\n@");
  };
  const std::string reads = says("READMAIL", "\n*") + says("A", "\n@");
  together(logged("bbn") + logged("utah") + goesOn("80s") + login(0, "GUEST") +
           sent("SMITH@BBN, NOBODY@BBN", "LUNCH", "AT NOON?") + goesOn("60s") + at("bbn") + login(0, "SMITH", "LAKE") +
           reads + sent("GUEST@UTAH", "YES", "AT ONE.") + goesOn("60s") + at("utah") + reads);
  EXPECT_THAT(logOf("bbn"), HasSubstr("MAIL FROM HOST UTAH"));
  EXPECT_THAT(logOf("bbn"), HasSubstr("SUBJECT: LUNCH\nTO: SMITH@BBN, NOBODY@BBN\n\nAT NOON?\n"));
  EXPECT_THAT(logOf("utah"), HasSubstr("MAIL FROM HOST BBN"));
  EXPECT_THAT(logOf("utah"), HasSubstr("\n\nAT ONE.\n"));
  EXPECT_THAT(logOf("utah"), HasSubstr("MAILER COULD NOT DELIVER THIS TO NOBODY AT BBN"));
}

UTAH10_EVERY_SYSTEM(Several);

class SeveralOnce : public Several {};

// The lines between marks.
std::string between(const std::string& text, std::string_view mark) {
  std::string found;
  for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at)) {
    at += mark.size() + 1;
    found += text.substr(at, text.find('\n', at) - at + 1);
  }
  return found;
}

// The selected machine reaches the same instruction in the same state whichever ran in front before.
TEST_P(SeveralOnce, TheSelectedOneMakesNoDifference) {
  std::string end = at("utah") + "run until instruction 16000000\n";
  for (const char* name : {"utah", "bbn", "sri"}) end += at(name) + "echo HASH\nhash\n";
  const auto hashes = [&](const std::string& before) { return between(together(before + end).out, "HASH"); };
  const std::string one = hashes(goesOn("5s"));
  std::filesystem::remove_all(folder / "packs");
  const std::string other = hashes(at("bbn") + goesOn("2s") + at("sri") + "run 1000\n" + at("utah") + "step 7\n");
  EXPECT_EQ(one, other);
  EXPECT_EQ(std::ranges::count(one, '\n'), 3) << one;
}

// Every machine sees the whole network, and what an operator does to it happens in all its parts.
TEST_P(SeveralOnce, TheNetworkIsOne) {
  const Result r = together(goesOn("60s") + "net reach\nnet cut UTAH ILLINOIS\nnet cut MCCLELLAN 4\n" + goesOn("10s") +
                            "net why 105\nnet lines\n" + at("bbn") + "net reach\n");
  EXPECT_THAT(r.out, ::testing::ContainsRegex("105 +BBN +yes"));
  EXPECT_THAT(r.out, ::testing::ContainsRegex("\n4 +UTAH +yes"));
  EXPECT_THAT(r.out, ::testing::ContainsRegex(" 4 +12 +no +no"));
  EXPECT_THAT(r.out, ::testing::ContainsRegex("12 +4 +no +no"));
}

TEST_P(SeveralOnce, CommandsThatCannotWorkSaySo) {
  write("machine.toml", machine({}));
  write("net.toml", network());
  const auto refused = [&](const std::string& commands, const std::string& why) {
    const Result r = run("--quiet net net.toml -c \"" + commands + "\"");
    EXPECT_NE(r.code, 0) << commands;
    EXPECT_THAT(r.err, HasSubstr(why));
  };
  refused("machine mit", "there is no machine \"mit\"; machines: UTAH, BBN, SRI");
  refused("back 1", "cannot go back");
  refused("net delay 5 9 270ms", "its delay is fixed");
  EXPECT_EQ(run("--quiet net net.toml -c \"machine bbn; quit 3\"").code, 3);
  EXPECT_THAT(run("--quiet -c \"machine utah\"").err, HasSubstr("there is one machine only"));
}

UTAH10_SYSTEMS(SeveralOnce, "tenex72");

class NetworkFile : public ProgramTest {
 protected:
  void refused(const std::string& text, const std::string& why) const {
    write("net.toml", text);
    const Result r = run("net net.toml -c quit");
    EXPECT_EQ(r.code, 1) << text;
    EXPECT_THAT(r.err, HasSubstr(why)) << text;
    EXPECT_EQ(std::ranges::count(r.err, '\n'), 1) << r.err;
  }
};

TEST_F(NetworkFile, ErrorsAreReported) {
  const auto tenex = [](const std::string& name, const std::string& host) {
    return fmt::format("[[tenex]]\nname = \"{}\"\nhost = \"{}\"\n", name, host);
  };
  const std::string map = "[network]\nmap = \"1972\"\n";
  refused(map, "the machine has no IMP interface");
  refused("[imp]\n" + map, "describes no [[tenex]], but one machine");
  refused(tenex("UTAH", "4"), "there is no network");
  refused(map + "[[tenex]]\nhost = \"4\"\n", "net.toml(3): a TENEX needs a name");
  refused(map + "[[tenex]]\nname = \"UTAH\"\n", "a TENEX needs a host address");
  refused(map + tenex("A B", "4"), "letters, digits and hyphens only");
  refused(map + tenex("UTAH", "4") + tenex("UTAH", "5"), "two TENEXes are called UTAH");
  refused(map + tenex("UTAH", "4") + tenex("TWO", "104"), "UTAH and TWO are at the same IMP, 4");
  refused(map + tenex("UTAH", "77"), "UTAH is at IMP 63, which does not exist");
  refused(map + tenex("UTAH", "4") + "system = \"tenex74\"\n", "no system tenex74");
  refused(map + tenex("UTAH", "4") + "[[host]]\naddress = \"4\"\n", "two hosts have address 4");
  refused(map + tenex("UTAH", "4") + "[tty]\nspeed = \"10 cps\"\n", "tty.speed belongs to one machine");
}

TEST_F(NetworkFile, OneOfThemIsPackaged) {
  const Result r = run("--quiet net -c \"machine; run 45s; net reach\"");
  EXPECT_EQ(r.code, 0) << r.err;
  for (const char* host : {"4 +UTAH", "2 +SRI-ARC", "105 +BBN", "15 +CASE", "3 +UCSB", "101 +UCLA-CCN"})
    EXPECT_THAT(r.out, ::testing::ContainsRegex(fmt::format("{} +yes", host)));
}

}  // namespace
}  // namespace utah10::test
