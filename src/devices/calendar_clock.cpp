#include "devices/calendar_clock.hpp"

#include <array>
#include <charconv>

namespace utah10 {

namespace {
constexpr std::int64_t kDay = 86400;
constexpr std::int64_t kLastDay = 0777777;

// Days from 1 March of the year 0 to the given day of the Gregorian calendar.
constexpr std::int64_t dayNumber(std::int64_t year, std::int64_t month, std::int64_t day) {
  const std::int64_t y = month > 2 ? year : year - 1;
  const std::int64_t m = (month + 9) % 12;
  return 365 * y + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 + day - 1;
}
constexpr std::int64_t kDayZero = dayNumber(1858, 11, 17);
static_assert(dayNumber(1974, 12, 29) - kDayZero == 0122652, "the first date TENEX 1.33 takes (LOGJS, STADMN)");
static_assert(dayNumber(1972, 10, 1) - kDayZero == CalendarClock::kStart.day);

constexpr int daysIn(int year, int month) {
  constexpr std::array<int, 12> days = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  return days[static_cast<std::size_t>(month - 1)] + (month == 2 && leap ? 1 : 0);
}

// Exactly the digits of `text`, or -1.
int number(std::string_view text) {
  int value = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size() && text.front() != '-' ? value : -1;
}

bool isDate(std::string_view t) { return t.size() == 10 && t[4] == '-' && t[7] == '-'; }
bool isTime(std::string_view t) { return t.size() == 9 && (t[0] == ' ' || t[0] == 'T') && t[3] == ':' && t[6] == ':'; }
}  // namespace

Expected<DayAndSecond> DayAndSecond::parse(std::string_view text) {
  const auto wrong = [&](const char* what) {
    return fail("date \"" + std::string(text) + "\"", what, "write 1972-10-01 or 1972-10-01 12:00:00");
  };
  const std::string_view date = text.substr(0, 10);
  const std::string_view time = text.substr(date.size());
  if (!isDate(date) || (!time.empty() && !isTime(time))) return wrong("is not a date and time");
  const int year = number(date.substr(0, 4));
  const int month = number(date.substr(5, 2));
  const int dayOfMonth = number(date.substr(8, 2));
  if (year < 0 || month < 1 || month > 12 || dayOfMonth < 1 || dayOfMonth > daysIn(year, month))
    return wrong("is not a day of the calendar");
  int seconds = 0;
  if (!time.empty()) {
    const int h = number(time.substr(1, 2)), m = number(time.substr(4, 2)), s = number(time.substr(7, 2));
    if (h < 0 || h > 23 || m < 0 || m > 59 || s < 0 || s > 59) return wrong("is not a time of day");
    seconds = (h * 60 + m) * 60 + s;
  }
  const std::int64_t day = dayNumber(year, month, dayOfMonth) - kDayZero;
  if (day < 0 || day > kLastDay) return wrong("does not fit the monitor's 18 bits");
  return DayAndSecond{static_cast<std::uint32_t>(day), static_cast<std::uint32_t>(seconds)};
}

std::int64_t DayAndSecond::secondsSince1970() const {
  constexpr std::int64_t kDay1970 = dayNumber(1970, 1, 1) - kDayZero;
  return (day - kDay1970) * kDay + second;
}

DayAndSecond CalendarClock::reading() const {
  const std::int64_t passed = (clock_.now() - kPowerOn) / seconds(1) + start_.second;
  return {(start_.day + static_cast<std::uint32_t>(passed / kDay)) & HalfWord::kMask,
          static_cast<std::uint32_t>(passed % kDay)};
}

void CalendarClock::state(Archive& a) {
  a.section("cal", [&] {
    Word36 start = start_.word();
    a.word(start);
    a.check(start.right().bits() < kDay, "cal: more seconds than a day has");
    if (a.reading()) start_ = {start.left().bits(), start.right().bits()};
  });
}

}  // namespace utah10
