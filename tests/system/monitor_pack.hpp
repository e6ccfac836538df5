// TENEX as started by `utah10 boot`: the packaged pack, booted from paper tape, with users on several lines. A boot
// takes a quarter of a second (release build), so every test boots separately.
//
// A test composes a script of the pieces below and runs it. Lines work in parallel while the script waits for one, so
// that type() on several lines followed by waits() makes users who work at the same time:
//
//   session(login(0, "GUEST") + login(1, "HICKS", "GREG") + type(0, "DIRECTORY\r") + type(1, "SYSTAT\r") +
//           waits(0, "\n@") + waits(1, "\n@"));
//   EXPECT_THAT(log(0), HasSubstr("VERSE.TXT;1"));
#pragma once

#include <gmock/gmock.h>

#include <fmt/format.h>

#include <string>

#include "pack_support.hpp"

namespace utah10::test {

// The parameter is the name of the system: "tenex72", "tenex131", "tenex73".
class MonitorPack : public PackTest, public ::testing::WithParamInterface<const char*> {
 protected:
  static constexpr int kConsole = -1;
  static constexpr int kLines = 12;

  // Types keys on a line (kConsole: the console) at the speed of the line.
  static std::string type(int line, std::string_view keys) {
    return fmt::format("type {}\"{}\"\n", place(line), escaped(keys));
  }
  // Waits until the text is printed on the line after the text of the previous wait; fails after `within`.
  static std::string waits(int line, std::string_view text, std::string_view within = "60s") {
    return fmt::format("expect {}\"{}\" within {}\n", place(line), escaped(text), within);
  }
  // Types a command and waits for the prompt after its output.
  static std::string command(int line, std::string_view text, std::string_view prompt = "\n@",
                             std::string_view within = "60s") {
    return type(line, std::string{text} + "\r") + waits(line, prompt, within);
  }
  static std::string goesOn(std::string_view time) { return fmt::format("run {}\n", time); }

  // Logs a user in on a line; the default password is the name (roms/pack/pack.list has the users).
  static std::string login(int line, const std::string& user, std::string password = {}) {
    if (password.empty()) password = user;
    return type(line, "\003") + waits(line, "@") + type(line, fmt::format("LOGIN {} {} 1\r", user, password)) +
           waits(line, "\n@");
  }
  static std::string logout(int line) { return type(line, "LOGOUT\r") + waits(line, "KILLED"); }

  // Boots, runs the script and quits at once, as if the power failed; returns the console's output without carriage
  // returns. log() has the output of lines. The script must reach its end, and the monitor must not crash. Pack::Keep
  // keeps the pack for tenexfs().
  enum class Pack { Forget, Keep };
  std::string session(const std::string& script, Pack pack = Pack::Forget, const std::string& more = {}) const {
    return sessionOn(machine(more), script, pack);
  }
  // The same on a given machine.
  std::string sessionOn(const std::string& machine, const std::string& script, Pack pack = Pack::Forget) const {
    write("machine.toml", machine);
    std::string logs;
    for (int n = 0; n < kLines; ++n) {
      std::filesystem::remove(folder / fmt::format("tty{}.log", n));
      logs += fmt::format("log tty{} tty{}.log\n", n, n);
    }
    write("script", logs + script);
    Result r = run(fmt::format("--quiet --machine machine.toml boot {} {} -c \"do script; quit --now\"", GetParam(),
                               pack == Pack::Keep ? "--pack p.dsk" : ""));
    std::erase(r.out, '\r');
    EXPECT_EQ(r.code, 0) << r.err << r.out.substr(r.out.size() - std::min<std::size_t>(r.out.size(), 2000));
    EXPECT_THAT(r.out, ::testing::Not(::testing::HasSubstr("BUGHLT")));
    return r.out;
  }
  // The output of line n in the last session, without carriage returns.
  std::string log(int n) const {
    std::string text = read(fmt::format("tty{}.log", n));
    std::erase(text, '\r');
    return text;
  }

  // The machine file of session().
  static std::string machine(const std::string& more) {
    return fmt::format(
        "[machine]\nname = \"test\"\n[[memory]]\nkind = \"MA10\"\nsize = \"16K\"\ncount = 16\n[pager]\nregisters = "
        "16\n[clocks]\nmillisecond = true\ncalendar = \"1972-10-02 09:00:00\"\n[tty]\nspeed = \"300 cps\"\n[dc10]\n"
        "lines = {}\n[[drum]]\ntype = \"bryant\"\n[[disk]]\nunit = 0\ntype = \"RP02\"\n{}{}",
        kLines, fastLines(), more);
  }
  // A file on the kept pack.
  std::string exported(const std::string& file) const { return tenexfs(fmt::format("export p.dsk '{}'", file)); }
  void expectCleanPack() const { EXPECT_THAT(tenexfs("check p.dsk"), ::testing::Not(::testing::HasSubstr("error"))); }

 private:
  // Escapes text for the quotes of commands.
  static std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) {
      if (c == '"' || c == '\\')
        out += fmt::format("\\{}", c);
      else if (c >= ' ' && c < 0177)
        out += c;
      else
        out += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
    }
    return out;
  }
  static std::string place(int line) { return line == kConsole ? std::string() : fmt::format("tty{} ", line); }
  static std::string fastLines() {
    std::string text;
    for (int n = 0; n < kLines; ++n) text += fmt::format("[[line]]\nnumber = {}\nbaud = 2400\n", n);
    return text;
  }
};

#define UTAH10_SYSTEMS(SUITE, ...)                                             \
  INSTANTIATE_TEST_SUITE_P(Generations, SUITE, ::testing::Values(__VA_ARGS__), \
                           [](const auto& made) { return std::string{made.param}; })
#define UTAH10_EVERY_SYSTEM(SUITE) UTAH10_SYSTEMS(SUITE, "tenex72", "tenex131", "tenex73")

}  // namespace utah10::test
