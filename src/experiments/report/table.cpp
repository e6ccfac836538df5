#include "experiments/report/table.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "experiments/report/report_numbers.hpp"

namespace utah10 {

namespace {

std::optional<double> parsed(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// "02:56" and "14" are 176 and 14 seconds.
std::string secondsText(std::string_view clock) {
  const std::size_t colon = clock.find(':');
  const bool hasMinutes = colon != std::string_view::npos;
  const auto minutes = hasMinutes ? parsed(clock.substr(0, colon)) : 0;
  const auto s = parsed(clock.substr(hasMinutes ? colon + 1 : 0));
  return minutes && s ? fixed(60 * *minutes + *s, 0) : std::string{};
}

// Letters, digits and single underscores.
std::string identifier(std::string_view text) {
  std::string name;
  const auto add = [&](std::string_view word) {
    for (const char c : word)
      if (c != '_' || (!name.empty() && name.back() != '_')) name += c;
  };
  for (const char c : text) {
    if (c >= 'A' && c <= 'Z')
      name += static_cast<char>(c - 'A' + 'a');
    else if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
      name += c;
    else
      add(c == '/' ? "_per_" : c == '%' ? "percent" : "_");
  }
  while (name.ends_with('_')) name.pop_back();
  return name;
}

}  // namespace

Cell Cell::rounded(double number, unsigned decimals) { return {CellType::Number, fixed(number, decimals)}; }
Cell Cell::cut(double number, unsigned decimals) { return {CellType::Number, cutText(number, decimals)}; }
Cell Cell::clock(Duration elapsed) { return {CellType::Number, clockText(elapsed), fixed(secondsOf(elapsed), 3)}; }
Cell Cell::clock(const std::string& published) { return {CellType::Text, published, secondsText(published)}; }

std::optional<double> Cell::number() const {
  if (type_ == CellType::Missing) return std::nullopt;
  const bool begunByZero = data_.size() > 1 && data_[0] == '0' && data_[1] != '.';
  return begunByZero ? std::nullopt : parsed(data_);
}

bool Cell::alignsRight() const {
  return type_ == CellType::Missing || printed_.empty() || printed_.find_first_of("0123456789") != std::string::npos;
}

std::string_view nameOf(Origin origin) {
  static constexpr std::array<std::string_view, 4> kNames = {"given", "measured", "computed", "published"};
  return kNames[static_cast<std::size_t>(origin)];
}

Origin ReportHeading::origin() const {
  return facts.origin.value_or(heading.starts_with('|') ? Origin::Published : Origin::Measured);
}

std::string ReportHeading::label() const { return heading.starts_with('|') ? heading.substr(1) : heading; }

std::string ReportHeading::name() const {
  if (!facts.name.empty()) return facts.name;
  std::string name = identifier(label());
  const std::string unit = identifier(facts.unit);
  if (!unit.empty() && name != unit && !name.ends_with("_" + unit)) name += "_" + unit;
  return (heading.starts_with('|') ? "paper_" : "") + name;
}

std::vector<std::size_t> ReportTable::columnsFor(Readers some) const {
  std::vector<std::size_t> places;
  for (std::size_t c = 0; c < headings.size(); ++c)
    if (headings[c].isFor(some)) places.push_back(c);
  return places;
}

bool ReportTable::alignsRight(std::size_t column) const {
  return std::ranges::all_of(rows, [column](const auto& row) { return row[column].alignsRight(); });
}

}  // namespace utah10
