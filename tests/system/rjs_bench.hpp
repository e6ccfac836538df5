// RJS on the packaged systems: decks on the pack, UCLA-CCN on the network, and the files on both sides afterwards.
//
//   deck("TEST.DAT", text);
//   rjs(signOn() + say("SEND TEST.DAT", "TRANSFERRED"));
//   EXPECT_EQ(atCcn("deck", "UTAH1"), text);
#pragma once

#include <algorithm>
#include <filesystem>

#include "monitor_pack.hpp"
#include "support/binary_dir.hpp"
#include "word/sparse_file.hpp"

namespace utah10::test {

class RjsBench : public MonitorPack {
 protected:
  static constexpr int kUser = 0;
  static constexpr const char* kCcn =
      "[imp]\n[network]\nmap = \"1972\"\nmachine = \"4\"\n[[host]]\nname = \"UCLA-CCN\"\naddress = \"101\"\n"
      "services = \"netrjs\"\nterminals = \"NETUTAH1 NETUTAH2\"\ncompressed = \"NETUTAH2\"\ndecks = \"ccn\"\n";

  void SetUp() override {
    MonitorPack::SetUp();
    patience = 280;  // seconds of host time; the sessions take minutes of virtual time
    ASSERT_FALSE(copySparse(binaryDir() + "/roms/" + GetParam() + ".dsk", folder / "p.dsk"));
    std::filesystem::create_directory(folder / "ccn");
  }

  // Puts text on the pack as <GUEST>name.
  void deck(const std::string& name, const std::string& text) const {
    write("deck", text);
    tenexfs("import p.dsk deck '<GUEST>" + name + "'");
  }
  // A job of `cards` cards that prints `lines` lines and punches `punch` cards.
  static std::string job(const std::string& name, unsigned cards, unsigned lines = 20, unsigned punch = 0) {
    std::string text = fmt::format("//{:<8} JOB (1234),HICKS\n//*UTAH10 TIME=1,WAIT=1,LINES={},PUNCH={},LIST=NO\n",
                                   name, lines, punch);
    for (unsigned n = 2; n < cards; ++n)
      text += fmt::format("      X({}) = {}*{:A<{}}\n", n, n * 7, "", 3 + n * 11 % 50);
    return text;
  }

  // Types a line to the program and waits for the answer.
  static std::string say(std::string_view line, std::string_view answer, std::string_view within = "120s") {
    return type(kUser, std::string{line} + "\r") + waits(kUser, answer, within);
  }
  // Enters the command level.
  static std::string escape() { return type(kUser, "\023") + waits(kUser, "<<"); }
  // Waits for the network, logs a user in, signs on to CCN with a shape of the program, and enters its command level.
  static std::string signOn(const std::string& program = "RJS", const std::string& terminal = "NETUTAH1") {
    return goesOn("40s") + login(kUser, "GUEST") + say("RUN <SUBSYS>" + program + ".SAV", "TERMINAL: ") +
           say(terminal, " >>") + escape();
  }
  static std::string quit() { return say("QUIT", "\n@"); }

  // Runs the script on a machine with CCN; log(kUser) has the user's output. The system runs on until its files are on
  // the disk.
  void rjs(const std::string& script, const std::string& more = kCcn) const {
    session(script + goesOn("70s"), Pack::Keep, more);
  }

  // CCN's last "deck", "print" or "punch" of a job; empty if there is none.
  std::string atCcn(const std::string& kind, const std::string& job) const {
    std::filesystem::path last;
    for (const auto& entry : std::filesystem::directory_iterator(folder / "ccn"))
      if (entry.path().filename().string().find("-" + kind + "-" + job + ".") != std::string::npos)
        last = std::max(last, entry.path());
    return last.empty() ? std::string{} : read("ccn/" + last.filename().string());
  }
  // A print as RJS writes it: the record with the job's name, then the text for CCN's own printer.
  std::string fetchedPrint(const std::string& job) const {
    return fmt::format("{:<8},HICKS\n", job) + atCcn("print", job);
  }
};

}  // namespace utah10::test
