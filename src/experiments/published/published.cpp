#include "experiments/published/published.hpp"

#include <stdexcept>
#include <string>

#include "experiments/published/published_data.hpp"

namespace utah10 {

namespace {

constexpr std::string_view kConditions = "_conditions";

CsvTable tableNamed(std::string_view name) {
  for (const PublishedFile& f : publishedFiles()) {
    if (f.name != name) continue;
    auto parsed = CsvTable::parse(name, f.text);
    if (!parsed) throw std::logic_error(parsed.error().text());
    return std::move(*parsed);
  }
  throw std::logic_error("no table " + std::string{name});
}

}  // namespace

CsvTable publishedTable(std::string_view name, const Seal& seal) {
  if (!seal.broken())
    throw std::logic_error("the published results " + std::string{name} +
                           " were requested before all measurements were made");
  return tableNamed(name);
}

CsvTable conditionsTable(std::string_view name) {
  if (!name.ends_with(kConditions)) throw std::logic_error(std::string{name} + " is not a table of conditions");
  return tableNamed(name);
}

}  // namespace utah10
