#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "command/machine_file/machine_file.hpp"
#include "command/machine_file/machine_schema.hpp"
#include "utah10/word/text.hpp"

namespace utah10 {

namespace {

// The setting of a key in one entry of its table.
Setting rowOf(const Key& k, std::string name, const MachineDescription* d, std::size_t entry) {
  Setting s{std::move(name),       std::string(unitText(k.unit)), std::string(k.value), std::string(k.value), {},
            std::string(k.source), std::string(k.meaning)};
  if (d == nullptr) return s;
  for (const GivenKey& g : d->given) {
    if (g.table != k.table || g.key != k.name || g.entry != entry) continue;
    s.value = g.value;
    s.place = g.place;
  }
  return s;
}

std::size_t entriesOf(std::string_view table, const MachineDescription* d) {
  std::size_t n = 0;
  if (d != nullptr)
    for (const GivenKey& g : d->given)
      if (g.table == table) n = std::max(n, g.entry + 1);
  return n;
}

// Adds the keys of one table, for each entry in the machine file.
void addTable(std::vector<Setting>& settings, const Table& table, const MachineDescription* d) {
  const std::vector<Key> keys = machineKeys();
  const std::size_t entries = table.repeated ? entriesOf(table.name, d) : 0;
  for (std::size_t entry = 0; entry < std::max<std::size_t>(entries, 1); ++entry) {
    const std::string name = entries == 0 ? std::string{table.name} : fmt::format("{}[{}]", table.name, entry);
    for (const Key& k : keys)
      if (k.table == table.name) settings.push_back(rowOf(k, fmt::format("{}.{}", name, k.name), d, entry));
  }
}

Setting fixed(std::string key, Duration value, std::string_view source, std::string_view meaning) {
  const std::string text = formatDuration(value);
  return {std::move(key), "duration", text, text, {}, std::string(source), std::string(meaning), true};
}

}  // namespace

std::vector<Setting> allSettings(const MachineDescription* description) {
  std::vector<Setting> settings;
  for (const Table& table : machineTables()) addTable(settings, table, description);
  for (const MemoryKind& k : memoryKinds()) {
    const std::string key = fmt::format("kind.{}.", k.name);
    settings.push_back(fixed(key + "read", k.readAccess, k.source, "read access time: from request to data"));
    settings.push_back(
        fixed(key + "write", k.writeAccess, k.source, "write time: from request to release of the processor"));
    settings.push_back(fixed(key + "cycle", k.cycle, k.source, "cycle time: from one request to the next"));
  }
  for (const TimingProfile* profile : {&TimingProfile::srm(), &TimingProfile::gate()})
    for (const TimingFact& f : timingFacts(*profile))
      settings.push_back(fixed(fmt::format("{}.{}", profile->name, f.name), f.value, f.source,
                               "segment of the processor's instruction timing"));
  return settings;
}

namespace {

std::string quotedCsv(const std::string& s) {
  std::string out = "\"";
  for (const char c : s) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

// "rate": the unit without its example.
std::string_view unitOf(const Setting& s) { return std::string_view{s.unit}.substr(0, s.unit.find(" (")); }

std::string csvList(const std::vector<Setting>& settings) {
  std::string out = "key,value,unit\n";
  for (const Setting& s : settings) out += fmt::format("{},{},{}\n", s.key, quotedCsv(s.value), quotedCsv(s.unit));
  return out;
}

std::string csvReport(const std::vector<Setting>& settings) {
  std::string out = "key,unit,default,value,place,source,meaning\n";
  for (const Setting& s : settings)
    out += fmt::format("{},{},{},{},{},{},{}\n", s.key, quotedCsv(s.unit), quotedCsv(s.preset), quotedCsv(s.value),
                       quotedCsv(s.place), quotedCsv(s.source), quotedCsv(s.meaning));
  return out;
}

std::string jsonList(const std::vector<Setting>& settings) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const Setting& s : settings) all.push_back({{"key", s.key}, {"value", s.value}, {"unit", s.unit}});
  return all.dump(2) + "\n";
}

std::string jsonReport(const std::vector<Setting>& settings) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const Setting& s : settings)
    all.push_back({{"key", s.key},
                   {"unit", s.unit},
                   {"default", s.preset},
                   {"value", s.value},
                   {"place", s.place},
                   {"source", s.source},
                   {"meaning", s.meaning}});
  return all.dump(2) + "\n";
}

std::string textList(const std::vector<Setting>& settings) {
  std::string out;
  for (const Setting& s : settings) out += fmt::format("{:28} {:12} {}\n", s.key, s.value, unitOf(s));
  return out;
}

std::string textReport(const std::vector<Setting>& settings) {
  std::string out;
  for (const Setting& s : settings) {
    out += fmt::format("{:28} {:12} {}; {}", s.key, s.value, s.meaning, unitOf(s));
    if (!s.place.empty())
      out += fmt::format("; set in {}, default {}", s.place, s.preset.empty() ? "none" : s.preset);
    else
      out += s.fixed ? "; fixed" : "; default";
    out += fmt::format("{}{}\n", s.source.empty() ? "" : "; ", s.source);
  }
  return out;
}

}  // namespace

std::string listConfig(ReportForm form, const MachineDescription* description) {
  const std::vector<Setting> settings = allSettings(description);
  switch (form) {
    case ReportForm::Csv:
      return csvList(settings);
    case ReportForm::Json:
      return jsonList(settings);
    case ReportForm::Text:
      break;
  }
  return textList(settings);
}

std::string explainConfig(ReportForm form, const MachineDescription* description) {
  const std::vector<Setting> settings = allSettings(description);
  switch (form) {
    case ReportForm::Csv:
      return csvReport(settings);
    case ReportForm::Json:
      return jsonReport(settings);
    case ReportForm::Text:
      break;
  }
  return textReport(settings);
}

}  // namespace utah10
