// The report on RFC 557 from results to text.
#include <gmock/gmock.h>

#include <stdexcept>

#include "experiments/report_rows.hpp"
#include "experiments/rfc557/analysis.hpp"
#include "experiments/rfc557/made_chain.hpp"
#include "experiments/rfc557/render.hpp"

namespace utah10 {
namespace {

using ::testing::HasSubstr;

TEST(Rfc557, ReportComparesStepsAndStatesDisagreements) {
  const Seal whole{1};
  EXPECT_THROW(rfc557Paper(whole), std::logic_error);
  Seal seal{1};
  seal.result();
  const std::string text = render(analyse({}, test::madeChain(), rfc557Paper(seal))).json();
  EXPECT_THAT(text, HasSubstr("The three shapes cost 96.5, 48.2 and 24.1 s/Mb; published 96.5, 32 and 19."));
  EXPECT_THAT(text, HasSubstr("Buffering the connection saves 48.2 s/Mb here, 64.5 in the publication."));
  EXPECT_THAT(text, HasSubstr("The monitor's part is 12.1 s/Mb, published 6."));
  const std::string csv = test::rowsOf(render(analyse({}, test::madeChain(), rfc557Paper(seal))));
  EXPECT_THAT(csv, HasSubstr("\nchain,RJS 2,connection buffered,,48.25,2.00,"));
  EXPECT_THAT(csv, HasSubstr("\nftp,FTP 36 store,,"));
}

}  // namespace
}  // namespace utah10
