#include "experiments/report/table.hpp"

#include <charconv>

#include "experiments/report/report_numbers.hpp"

namespace utah10 {

Cell Cell::rounded(double number, unsigned decimals) { return {CellType::Number, fixed(number, decimals)}; }
Cell Cell::cut(double number, unsigned decimals) { return {CellType::Number, cutText(number, decimals)}; }
Cell Cell::clock(Duration elapsed) { return {CellType::Text, clockText(elapsed)}; }

std::optional<double> Cell::number() const {
  if (type_ == CellType::Missing) return std::nullopt;
  double value = 0;
  const auto [end, error] = std::from_chars(printed_.data(), printed_.data() + printed_.size(), value);
  if (error != std::errc{} || end != printed_.data() + printed_.size()) return std::nullopt;
  if (printed_.size() > 1 && printed_[0] == '0' && printed_[1] != '.') return std::nullopt;
  return value;
}

bool Cell::alignsRight() const {
  return type_ == CellType::Missing || printed_.empty() || printed_.find_first_of("0123456789") != std::string::npos;
}

}  // namespace utah10
