// Machine-file keys of the TENEX system on the machine's media: how it is started, how a user logs in and runs a program.
#include <fmt/format.h>

#include "command/console/arguments.hpp"
#include "command/machine_file/machine_file.hpp"
#include "command/machine_file/machine_schema.hpp"
#include "utah10/word/text.hpp"

namespace utah10 {

namespace {
using D = MachineDescription;
using T = TableEntry;
using V = KeyValue;

constexpr std::int64_t kWordsOfK = 1024;

// What a TENEX of EXEC 1.5 and later, and ours, understands.
constexpr std::string_view kLogIn = R"(type "\003"
expect "@" within 600s
type "LOGIN {user} {password} 1\r"
expect "\n@" within 600s)";
constexpr std::string_view kRun = R"(type "{program}\r")";
constexpr std::string_view kPrompt = R"(\n@)";

SystemDescription& system(D& d) {
  if (!d.system) {
    d.system.emplace();
    d.system->logIn = *parseDialogue(kLogIn, {"user", "password"});
    d.system->run = *parseDialogue(kRun, {"program"});
    d.system->prompt = *unescape(kPrompt);
  }
  return *d.system;
}

StartDescription& start(D& d) {
  if (!d.start) d.start.emplace();
  return *d.start;
}

template <auto Field>
std::string setText(D& d, T&, const V& v) {
  system(d).*Field = v.text;
  return {};
}

std::string take(Dialogue& dialogue, const std::string& text, const std::vector<std::string_view>& names) {
  auto parsed = parseDialogue(text, names);
  if (!parsed) return parsed.error().text();
  dialogue = std::move(*parsed);
  return {};
}

std::vector<Key> startKeys() {
  return {
      {"start", "read-in", KeyUnit::Octal, 4, 0774, "", "SRM, Readin Mode",
       "presses READ IN with this device selected; 104 is the paper tape reader",
       [](D& d, T&, const V& v) {
         start(d).readIn = DeviceCode::written(static_cast<std::uint32_t>(v.number));
         return std::string();
       }},
      {"start", "load", KeyUnit::Text, 0, 0, "", "", "core image to be loaded, in any format that `load` reads",
       [](D& d, T&, const V& v) {
         start(d).load = v.text;
         return std::string();
       }},
      {"start", "at", KeyUnit::Octal, 0, 0777777, "", "", "address where the image is started, if not its own",
       [](D& d, T&, const V& v) {
         start(d).at = VirtualAddress{static_cast<std::uint32_t>(v.number)};
         return std::string();
       }},
      {"start", "dialogue", KeyUnit::Text, 0, 0, "", "",
       "at the console, until the system is in operation and other hosts can be reached",
       [](D& d, T&, const V& v) { return take(start(d).dialogue, v.text, {}); }},
  };
}

// "HSYST1=-1 JB0FLG=-1".
std::string takeDeposits(StopDescription& stop, std::string_view text) {
  for (Arguments words{text}; !words.atEnd();) {
    const auto word = words.next();
    const std::size_t equals = word ? word->text.find('=') : std::string::npos;
    if (equals == std::string::npos || equals == 0 || equals + 1 == word->text.size())
      return "deposits are CELL=VALUE, separated by blanks";
    stop.deposits.emplace_back(word->text.substr(0, equals), word->text.substr(equals + 1));
  }
  return {};
}

StopDescription& stop(D& d) {
  if (!d.stop) d.stop.emplace();
  return *d.stop;
}

std::vector<Key> stopKeys() {
  return {
      {"stop", "deposit", KeyUnit::Text, 0, 0, "", "",
       "cells of the monitor that make it stop, with their values: \"HSYST1=-1 JB0FLG=-1\"",
       [](D& d, T&, const V& v) { return takeDeposits(stop(d), v.text); }},
      {"stop", "dialogue", KeyUnit::Text, 0, 0, "", "", "at the console, after that, in whatever state the console is",
       [](D& d, T&, const V& v) { return take(stop(d).dialogue, v.text, {}); }},
      {"stop", "says", KeyUnit::Text, 0, 0, "", "", "what the console prints when all files are on the disk",
       [](D& d, T&, const V& v) {
         stop(d).says = v.text;
         return std::string();
       }},
      {"stop", "within", KeyUnit::Time, 0, 3'600'000'000'000, "300s", "",
       "the longest virtual time to wait for that text",
       [](D& d, T&, const V& v) {
         stop(d).within = Duration{v.number};
         return std::string();
       }},
  };
}

std::vector<Key> userKeys() {
  return {
      {"system", "user", KeyUnit::Text, 0, 0, "", "", "the user whose work experiments measure; also the directory",
       [](D& d, T&, const V& v) {
         system(d).user.name = v.text;
         return std::string();
       }},
      {"system", "password", KeyUnit::Text, 0, 0, "", "", "that user's password",
       [](D& d, T&, const V& v) {
         system(d).user.password = v.text;
         return std::string();
       }},
      {"system", "line", KeyUnit::Text, 0, 0, "0", "", "where that user sits: a line of the scanner, or console",
       &setText<&SystemDescription::line>},
      {"system", "login", KeyUnit::Text, 0, 0, "", "TENEX EXEC manual",
       "dialogue of a user who logs in; without it, control-C and LOGIN {user} {password} 1",
       [](D& d, T&, const V& v) {
         return take(system(d).logIn, v.text, {"user", "password"});
       }},
      {"system", "run", KeyUnit::Text, 0, 0, std::string{kRun}, "TENEX EXEC manual",
       "dialogue that starts a program: {program}",
       [](D& d, T&, const V& v) { return take(system(d).run, v.text, {"program"}); }},
      {"system", "prompt", KeyUnit::Text, 0, 0, std::string{kPrompt}, "TENEX EXEC manual",
       "what is printed when a program has ended; \\n and other escapes as in a dialogue",
       [](D& d, T&, const V& v) {
         const auto text = unescape(v.text);
         if (!text) return text.error().text();
         system(d).prompt = *text;
         return std::string();
       }},
      {"user", "name", KeyUnit::Text, 0, 0, "", "", "name of the account",
       [](D&, T& t, const V& v) {
         t.user.name = v.text;
         return std::string();
       }},
      {"user", "password", KeyUnit::Text, 0, 0, "", "", "its password",
       [](D&, T& t, const V& v) {
         t.user.password = v.text;
         return std::string();
       }},
  };
}

std::vector<Key> filesKeys() {
  return {
      {"system", "name", KeyUnit::Text, 0, 0, "", "", "what reports call the system: \"monitor of 1972\"",
       &setText<&SystemDescription::name>},
      {"system", "symbols", KeyUnit::Text, 0, 0, "", "",
       "debug file or image with the monitor's symbols; without it reports do not divide the charged time",
       &setText<&SystemDescription::symbols>},
      {"system", "places", KeyUnit::Text, 0, 0, "", "src/experiments/charges/charge_meter.hpp",
       "symbols that this monitor names otherwise than ours: \"NETTIK=IMPCHK BINSLO=SLBIN\"",
       &setText<&SystemDescription::places>},
      {"system", "least-core", KeyUnit::Words, kWordsOfK, 256 * kWordsOfK, "96K", "", "core that the monitor needs",
       [](D& d, T&, const V& v) {
         system(d).leastWords = v.number;
         return std::string();
       }},
      {"system", "files", KeyUnit::Text, 0, 0, "dsk0", "",
       "drive for the files of experiments: that of a pack of this system, or dta0 to dta7 for a DECtape made for them",
       &setText<&SystemDescription::files>},
      {"system", "without", KeyUnit::Text, 0, 0, "", "",
       "files that an experiment's copy of the pack does not have: \"<SYSTEM>AUTOJOBS.RUN\"",
       &setText<&SystemDescription::without>},
      {"system", "deliver", KeyUnit::Text, 0, 0, "", "",
       "dialogue that copies a file from that DECtape: {tape}, its name there, {name}, on the disk, {bits} per byte",
       [](D& d, T&, const V& v) {
         return take(system(d).deliver, v.text, {"tape", "name", "bits"});
       }},
      {"system", "collect", KeyUnit::Text, 0, 0, "", "", "dialogue that copies a file to it: {tape}, {name}, {bits}",
       [](D& d, T&, const V& v) {
         return take(system(d).collect, v.text, {"tape", "name", "bits"});
       }},
      {"system", "brings-programs", KeyUnit::Flag, 0, 1, "false", "",
       "RJS, BANDWI and FTP come with the files of experiments, as NAME.SAV; if false, the system has them",
       [](D& d, T&, const V& v) {
         system(d).bringsPrograms = v.number != 0;
         return std::string();
       }},
      {"system", "ftp", KeyUnit::Flag, 0, 1, "true", "", "the system runs FTP; if false, rfc557 measures RJS only",
       [](D& d, T&, const V& v) {
         system(d).ftp = v.number != 0;
         return std::string();
       }},
  };
}

}  // namespace

std::vector<Key> systemKeys() {
  std::vector<Key> keys = startKeys();
  for (auto* more : {&stopKeys, &filesKeys, &userKeys})
    for (Key& k : more()) keys.push_back(std::move(k));
  return keys;
}

std::string addStart(MachineDescription& d, TableEntry&) {
  if (start(d).readIn.has_value() == !start(d).load.empty()) return "a start needs either read-in or load";
  return {};
}

std::string addSystem(MachineDescription& d, TableEntry&) {
  SystemDescription& s = system(d);
  if (s.name.empty()) s.name = d.name;
  if (s.files.empty()) s.files = "dsk0";
  if (s.leastWords == 0) s.leastWords = 96 * kWordsOfK;
  if (s.files.starts_with("dta") && (s.deliver.empty() || s.collect.empty()))
    return "files on a DECtape need the dialogues deliver and collect";
  return {};
}

std::string addUser(MachineDescription& d, TableEntry& t) {
  if (t.user.name.empty()) return "a user needs a name";
  system(d).others.push_back(t.user);
  return {};
}

Expected<void> checkSystem(const MachineDescription& d) {
  if (!d.system || d.start) return {};
  return fail("system", "has no start", "add [start]");
}

}  // namespace utah10
