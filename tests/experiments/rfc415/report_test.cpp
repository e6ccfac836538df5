// The report on RFC 415 from results to text.
#include <gmock/gmock.h>

#include <stdexcept>

#include "experiments/rfc415/analysis.hpp"
#include "experiments/rfc415/made_samples.hpp"
#include "experiments/rfc415/render.hpp"

namespace utah10 {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Rfc415, ReportStatesDisagreements) {
  const Seal whole{1};
  EXPECT_THROW(rfc415Paper(whole), std::logic_error);
  Seal seal{1};
  seal.result();
  const std::string text = render(analyse({}, test::madeSamples(150), rfc415Paper(seal))).json();
  EXPECT_THAT(
      text, HasSubstr("BIN and BOUT, 8 bits: 112.5 us per byte, the mean of 150.0 out and 75.0 in; in the paper 111.8."
                      " They agree within 15 %."));
  EXPECT_THAT(
      text, HasSubstr("SIN and SOUT, 8 bits: 112.5 us per byte, the mean of 150.0 out and 75.0 in; in the paper 386.1."
                      " They disagree: ours is 273.6 us less."));
  const std::string dear = render(analyse({}, test::madeSamples(600), rfc415Paper(seal))).json();
  EXPECT_THAT(dear, HasSubstr("ours is 338.2 us more"));
  EXPECT_THAT(dear, Not(HasSubstr("They agree")));
}

}  // namespace
}  // namespace utah10
