#include "command/console/arguments.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace utah10 {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Arguments, WordsAndQuotedStrings) {
  Arguments a{"  one \t\"two \\\"words\\\"\"  3 "};
  EXPECT_EQ(a.peek(), "one");
  EXPECT_EQ(a.next()->text, "one");
  const auto quoted = a.next();
  EXPECT_EQ(quoted->text, "two \"words\"");
  EXPECT_TRUE(quoted->quoted);
  EXPECT_EQ(a.rest(), "3");
  EXPECT_FALSE(a.take("4"));
  EXPECT_TRUE(a.take("3"));
  EXPECT_TRUE(a.atEnd());
  EXPECT_TRUE(a.finish());
  EXPECT_FALSE(a.next());
}

TEST(Arguments, UnclosedQuoteIsAnError) {
  Arguments a{"\"never closed"};
  EXPECT_FALSE(a.next());
  Arguments escapedEnd{"\"ends in a backslash\\\""};
  EXPECT_FALSE(escapedEnd.next());
}

TEST(Arguments, LeftoverArgumentsAreNamed) {
  Arguments a{"too much of it"};
  a.take("too");
  EXPECT_EQ(a.finish().error().what, "unexpected \"much of it\"");
}

TEST(Escapes, StandForCharacters) {
  EXPECT_EQ(*unescape("a\\r\\n\\t\\e\\\\\\\"b"), "a\r\n\t\033\\\"b");
  EXPECT_EQ(*unescape("\\0011\\18"), std::string("\0011\0018"));
  EXPECT_EQ(*unescape("\\377"), "\377");
  EXPECT_FALSE(unescape("\\777"));
  EXPECT_FALSE(unescape("\\q"));
  EXPECT_FALSE(unescape("ends\\"));
}

TEST(Escapes, GoBothWays) {
  std::string all;
  for (int c = 0; c < 256; ++c) all += static_cast<char>(c);
  const auto back = unescape(escaped(all));
  ASSERT_TRUE(back);
  EXPECT_EQ(*back, all);
}

TEST(Commands, AreSplitAtSemicolonsAndNewlinesOutsideQuotes) {
  EXPECT_THAT(splitCommands("a 1; b \"x;y\" ;; \n c\n# not this one\nd"), ElementsAre("a 1", "b \"x;y\"", "c", "d"));
  EXPECT_THAT(splitCommands(" ; \n"), IsEmpty());
}

TEST(Commands, CommentsAreRemoved) {
  EXPECT_EQ(withoutComment("  echo x ; a comment"), "echo x");
  EXPECT_EQ(withoutComment("# all of it"), "");
  EXPECT_EQ(withoutComment("type \"a;b\" ; c"), "type \"a;b\"");
}

}  // namespace
}  // namespace utah10
