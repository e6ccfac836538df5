// The date with which a system begins.
#include "command/machine_file/boot_date.hpp"

#include <gmock/gmock.h>

namespace utah10 {
namespace {

using ::testing::HasSubstr;

constexpr std::time_t kHost = 1456754400;  // 29 February 2016, 14:00

DayAndSecond at(std::string_view text) { return DayAndSecond::parse(text).value(); }
DayAndSecond of(std::string_view wanted, std::optional<DayAndSecond> left = std::nullopt) {
  return bootDate(wanted, at("1972-10-01 12:00:00"), left, kHost).value();
}

TEST(BootDate, IsThatOfThePack) {
  EXPECT_EQ(of("pack"), at("1972-10-01 12:00:00"));
  EXPECT_EQ(of("pack", at("1972-09-01")), at("1972-10-01 12:00:00")) << "never before the machine's own";
  EXPECT_EQ(of("pack", at("1972-12-24 18:00:00")), at("1972-12-24 18:00:00"));
}

TEST(BootDate, IsThatOfTheHostInAYearAfterThePack) {
  EXPECT_EQ(of("host"), at("1972-02-29 14:00:00"));
  EXPECT_EQ(of("HOST", at("1972-03-01")), at("1973-02-28 14:00:00"));
}

TEST(BootDate, IsWrittenInEitherForm) {
  EXPECT_EQ(of("4-NOV-72"), at("1972-11-04"));
  EXPECT_EQ(of("14-nov-1972 18:30"), at("1972-11-14 18:30:00"));
  EXPECT_EQ(of("1972-11-04 18:30:15"), at("1972-11-04 18:30:15"));
  for (const char* bad : {"", "4-NOX-72", "tomorrow", "40-NOV-72", "4-NOV-72 25:00", "4-NOV-72 1:00"})
    EXPECT_FALSE(bootDate(bad, at("1972-10-01"), std::nullopt, kHost)) << bad;
}

TEST(BootDate, NeverGoesBack) {
  const auto back = bootDate("4-NOV-72", at("1972-10-01"), at("1972-11-04 00:00:01"), kHost);
  ASSERT_FALSE(back);
  EXPECT_THAT(back.error().text(), HasSubstr("the pack was left at 1972-11-04 00:00:01, which is later"));
}

TEST(BootDate, APackThatCannotBeReadHasNone) { EXPECT_FALSE(dateOfPack("/dev/null")); }

}  // namespace
}  // namespace utah10
