#include "command/lab/system_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <system_error>

#include "command/console/suggestion.hpp"
#include "command/machine_file/packaged.hpp"
#include "devices/calendar_clock.hpp"
#include "experiments/charges/charge_meter.hpp"
#include "experiments/laboratory/lab_options.hpp"
#include "trace/symbol_files.hpp"
#include "utah10/word/text.hpp"
#include "word/whole_number.hpp"

namespace utah10 {

namespace {

namespace fs = std::filesystem;

constexpr unsigned kWordsOfK = 1024;

// Lines lose their carriage returns before a simulated user reads them (LabLine).
std::string heard(std::string text) {
  std::erase(text, '\r');
  return text;
}

Expected<LabPlace> placeOf(const SystemDescription& s, const DeviceConfig& devices) {
  if (s.line == "console") return LabPlace{.console = true};
  const auto line = wholeNumber<unsigned>(s.line);
  const std::size_t lines = devices.scanner ? devices.scanner->lines.size() : 0;
  if (!line || *line >= lines)
    return fail("system.line", fmt::format("there is no line {}", s.line), "a line of [dc10], or console");
  return LabPlace{.console = false, .line = *line};
}

Expected<std::map<std::string, std::string>> placesOf(const SystemDescription& s) {
  std::map<std::string, std::string> places;
  for (const std::string_view pair : wordsOf(s.places)) {
    const std::size_t equals = pair.find('=');
    if (equals == std::string_view::npos)
      return fail("system.places", fmt::format("{} is not NAME=OTHER", pair), "as in NETTIK=IMPCHK");
    places.emplace(pair.substr(0, equals), pair.substr(equals + 1));
  }
  return places;
}

// Null if there is none of that name.
const NetworkHostConfig* hostOf(const NetworkConfig& network, std::string_view name) {
  const auto at = std::ranges::find(network.hosts, name, [](const NetworkHostConfig& h) { return h.host.name; });
  return at == network.hosts.end() ? nullptr : &*at;
}

bool hasCcn(const NetworkConfig& network) {
  const NetworkHostConfig* host = hostOf(network, kCcnName);
  return host != nullptr && host->ccn;
}

bool hasFtp(const NetworkConfig& network) {
  const NetworkHostConfig* host = hostOf(network, kUcsbName);
  return host != nullptr && host->ftp;
}

LabUser userOf(const SystemUser& u) { return {u.name, u.password}; }

Expected<void> checkReadable(const fs::path& file, const std::string& remedy) {
  std::error_code ignored;
  if (!fs::is_regular_file(file, ignored)) return fail(file.string(), "the file is missing", remedy);
  if (!std::ifstream{file, std::ios::binary}) return fail(file.string(), "cannot be read");
  return {};
}

// Symbols that lack a place would be as good as none, which is noticed only in the report.
Expected<void> checkSymbols(const LabSystem& system) {
  const auto symbols = loadSymbols(system.symbols);
  if (!symbols) return tl::unexpected(symbols.error());
  if (const auto places = ChargePlaces::of(symbols->map, system.places); !places)
    return fail(system.symbols.string(), places.error().what, "name the place in `places`, or leave `symbols` out");
  return {};
}

}  // namespace

LabSteps stepsOf(const Dialogue& dialogue) {
  LabSteps steps;
  for (const DialogueLine& line : dialogue) {
    switch (line.verb) {
      case DialogueLine::Verb::Type:
        steps.push_back({line.text});
        break;
      case DialogueLine::Verb::Expect:
        steps = awaiting(std::move(steps), {.keys = {}, .until = heard(line.text), .patience = line.time});
        break;
      case DialogueLine::Verb::Run:
        if (steps.empty()) steps.emplace_back();
        steps.back().think += line.time;
        break;
    }
  }
  return steps;
}

Expected<LabSystem> labSystemOf(const MachineDescription& d, const std::string& name) {
  if (!d.system) return fail(name, "describes no system", "add [system] and [start]");
  if (!d.network || !hasCcn(*d.network))
    return fail(name, fmt::format("has no network with {}", kCcnName), "add [network] and a [[host]] with netrjs");
  const SystemDescription& s = *d.system;
  const auto place = placeOf(s, d.devices);
  if (!place) return fail(name, place.error().text());
  const auto places = placesOf(s);
  if (!places) return fail(name, places.error().text());
  LabSystem system{.name = s.name,
                   .machine = d.machine,
                   .fastMemory = d.fastMemory,
                   .devices = d.devices,
                   .network = *d.network,
                   .leastK = static_cast<unsigned>(s.leastWords / kWordsOfK),
                   .media = {},
                   .symbols = s.symbols,
                   .places = *places,
                   .start = {d.start->readIn, d.start->load, d.start->at, stepsOf(d.start->dialogue)},
                   .place = *place,
                   .user = userOf(s.user),
                   .others = {},
                   .prompt = heard(s.prompt),
                   .logIn = stepsOf(s.logIn),
                   .run = stepsOf(s.run),
                   .files = s.files,
                   .without = {},
                   .courier = {stepsOf(s.deliver), stepsOf(s.collect)},
                   .bringsPrograms = s.bringsPrograms,
                   .ftp = s.ftp && hasFtp(*d.network)};
  system.network.setDate(d.devices.calendar.value_or(CalendarClock::kStart).secondsSince1970());
  for (const std::string_view file : wordsOf(s.without)) system.without.emplace_back(file);
  for (const SystemUser& u : s.others) system.others.push_back(userOf(u));
  for (const Mount& m : d.mounts) system.media.push_back({m.slot, m.file, m.options.readOnly, m.options.create});
  return system;
}

Expected<LabSystem> loadLabSystem(const std::string& name) {
  const auto file = PackagedSystem::systemFile(name);
  if (!file) return tl::unexpected(file.error());
  const auto description = loadMachineFile(*file);
  if (!description) return tl::unexpected(description.error());
  return labSystemOf(*description, file->string());
}

Expected<void> checkSystemFiles(const LabSystem& system, const std::string& remedy) {
  for (const LabMedium& m : system.media) {
    std::error_code ignored;
    const bool made = m.slot == "lpt" || m.slot == "ptp" || (m.create && !fs::exists(m.file, ignored));
    if (made) continue;
    if (auto ok = checkReadable(m.file, remedy); !ok) return ok;
  }
  for (const fs::path& file : {system.symbols, system.start.image}) {
    if (file.empty()) continue;
    if (auto ok = checkReadable(file, remedy); !ok) return ok;
  }
  return system.symbols.empty() ? Expected<void>{} : checkSymbols(system);
}

}  // namespace utah10
