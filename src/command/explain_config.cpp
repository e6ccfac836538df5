#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "machine_schema.hpp"
#include "utah10/word/text.hpp"

namespace utah10 {

std::vector<Setting> allSettings() {
  std::vector<Setting> settings;
  for (const Key& k : machineKeys())
    settings.push_back({fmt::format("{}.{}", k.table, k.name), std::string(unitText(k.unit)), std::string(k.value),
                        std::string(k.source), std::string(k.meaning)});
  for (const MemoryKind& k : memoryKinds()) {
    const std::string key = fmt::format("kind.{}.", k.name);
    const std::string source(k.source);
    settings.push_back({key + "read", "duration", formatDuration(k.readAccess), source, "request to data"});
    settings.push_back({key + "write", "duration", formatDuration(k.writeAccess), source, "request to release"});
    settings.push_back({key + "cycle", "duration", formatDuration(k.cycle), source, "request to the next request"});
  }
  for (const TimingProfile* profile : {&TimingProfile::srm(), &TimingProfile::gate()})
    for (const TimingFact& f : timingFacts(*profile))
      settings.push_back({fmt::format("{}.{}", profile->name, f.name), "duration", formatDuration(f.value),
                          std::string(f.source), "segment of the processor's flow"});
  return settings;
}

namespace {

std::string quotedCsv(const std::string& s) {
  std::string out = "\"";
  for (const char c : s) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

std::string csvReport() {
  std::string out = "key,unit,default,source,meaning\n";
  for (const Setting& s : allSettings())
    out += fmt::format("{},{},{},{},{}\n", s.key, quotedCsv(s.unit), quotedCsv(s.value), quotedCsv(s.source),
                       quotedCsv(s.meaning));
  return out;
}

std::string jsonReport() {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const Setting& s : allSettings())
    all.push_back(
        {{"key", s.key}, {"unit", s.unit}, {"default", s.value}, {"source", s.source}, {"meaning", s.meaning}});
  return all.dump(2) + "\n";
}

std::string textReport() {
  std::string out;
  for (const Setting& s : allSettings())
    out += fmt::format("{:28} {:12} {}{}{}\n", s.key, s.value, s.meaning, s.source.empty() ? "" : "; ", s.source);
  return out;
}

}  // namespace

std::string explainConfig(ReportForm form) {
  switch (form) {
    case ReportForm::Csv:
      return csvReport();
    case ReportForm::Json:
      return jsonReport();
    case ReportForm::Text:
      break;
  }
  return textReport();
}

}  // namespace utah10
