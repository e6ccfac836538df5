#include "command/machine_file/boot_date.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "devices/journaled_file.hpp"
#include "utah10/toolchain/tenex_pack.hpp"
#include "word/letters.hpp"

namespace utah10 {

namespace {

constexpr std::array<std::string_view, 12> kMonths = {"jan", "feb", "mar", "apr", "may", "jun",
                                                      "jul", "aug", "sep", "oct", "nov", "dec"};

bool before(DayAndSecond a, DayAndSecond b) { return a.secondsSince1970() < b.secondsSince1970(); }

std::string written(DayAndSecond d) {
  const std::time_t seconds = d.secondsSince1970();
  std::tm t{};
  ::gmtime_r(&seconds, &t);
  return fmt::format("{}-{:02}-{:02} {:02}:{:02}:{:02}", t.tm_year + 1900, t.tm_mon + 1, t.tm_mday, t.tm_hour, t.tm_min,
                     t.tm_sec);
}

// "4-NOV-72 18:30" as "1972-11-04 18:30:00"; other texts as they are.
std::string ofTenex(std::string_view text) {
  const std::string_view date = text.substr(0, text.find(' '));
  const std::size_t first = date.find('-'), second = date.find('-', first + 1);
  if (second == std::string_view::npos || second != first + 4 || first == 0 || first > 2) return std::string{text};
  const auto month = std::ranges::find(kMonths, lowerCase(date.substr(first + 1, 3)));
  std::string year{date.substr(second + 1)};
  if (month == kMonths.end()) return std::string{text};
  if (year.size() == 2) year.insert(0, "19");
  std::string time{text.substr(date.size())};
  if (time.size() == 6) time += ":00";
  return fmt::format("{}-{:02}-{:0>2}{}", year, month - kMonths.begin() + 1, date.substr(0, first), time);
}

// The day and time in another year; 29 February becomes the 28th where there is none.
Expected<DayAndSecond> inYear(int year, const std::tm& day) {
  const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  const int last = day.tm_mon == 1 && day.tm_mday == 29 && !leap ? 28 : day.tm_mday;
  return DayAndSecond::parse(fmt::format("{}-{:02}-{:02} {:02}:{:02}:{:02}", year, day.tm_mon + 1, last, day.tm_hour,
                                         day.tm_min, std::min(day.tm_sec, 59)));
}

Expected<DayAndSecond> ofHost(std::optional<DayAndSecond> left, std::time_t host) {
  constexpr int kYear = 1972;
  std::tm day{};
  ::gmtime_r(&host, &day);
  int year = kYear;
  auto date = inYear(year, day);
  while (date && left && before(*date, *left)) date = inYear(++year, day);
  return date;
}

}  // namespace

std::optional<DayAndSecond> dateOfPack(const std::filesystem::path& pack) {
  std::error_code ignored;
  if (std::filesystem::exists(pack.string() + ".journal", ignored))
    if (!JournaledFile::open("pack", pack, JournaledFile::Use::Write)) return std::nullopt;
  const auto opened = TenexPack::open(pack);
  const auto newest = opened ? opened->newestDate() : std::nullopt;
  if (!newest) return std::nullopt;
  return DayAndSecond{newest->left().bits(), newest->right().bits()};
}

Expected<DayAndSecond> bootDate(std::string_view wanted, DayAndSecond otherwise, std::optional<DayAndSecond> left,
                                std::time_t host) {
  if (sameWord(wanted, "pack")) return left && before(otherwise, *left) ? *left : otherwise;
  if (sameWord(wanted, "host")) return ofHost(left, host);
  const auto date = DayAndSecond::parse(ofTenex(wanted));
  if (!date) return fail("--date", fmt::format("\"{}\" is not a date", wanted), "pack, host, 4-NOV-72, 4-NOV-72 18:30");
  if (left && before(*date, *left))
    return fail("--date", fmt::format("the pack was left at {}, which is later", written(*left)),
                "--date pack goes on there");
  return *date;
}

}  // namespace utah10
