#include <fmt/format.h>

#include <array>

#include "network/servers/ftp_config.hpp"

namespace utah10 {

namespace {
constexpr std::int64_t kDay = 86400;

constexpr bool isLeap(std::int64_t year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }
constexpr std::int64_t daysIn(std::int64_t year) { return isLeap(year) ? 366 : 365; }
constexpr std::int64_t daysIn(std::int64_t year, std::size_t month) {
  constexpr std::array<std::int64_t, 12> kDays = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return kDays[month] + (month == 1 && isLeap(year) ? 1 : 0);
}
}  // namespace

std::string ftpDate(std::int64_t secondsSince1970) {
  constexpr std::array<std::string_view, 12> kMonths = {"JAN", "FEB", "MAR", "APR", "MAY", "JUN",
                                                        "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"};
  constexpr std::int64_t kLatest = kDay * 365 * 300;  // after this date the clock stands still
  const std::int64_t at = secondsSince1970 < 0 ? 0 : secondsSince1970 > kLatest ? kLatest : secondsSince1970;
  std::int64_t day = at / kDay;
  std::int64_t year = 1970;
  while (day >= daysIn(year)) day -= daysIn(year++);
  std::size_t month = 0;
  while (day >= daysIn(year, month)) day -= daysIn(year, month++);
  return fmt::format("{}-{}-{:02} {:02}:{:02}:{:02}", day + 1, kMonths[month], year % 100, at % kDay / 3600,
                     at % 3600 / 60, at % 60);
}

}  // namespace utah10
