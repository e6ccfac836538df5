// The frame of messages: whole, in pieces, several at a time, and what is none.
#include "command/dap/framing.hpp"

#include <gtest/gtest.h>

namespace utah10 {
namespace {

TEST(DapFraming, MessagesComeInPiecesOrTogether) {
  const std::string text = framed("{\"a\":1}") + framed("{}") + "content-length:2 \r\nOther: x\r\n\r\n[]";
  for (std::size_t piece = 1; piece <= text.size(); ++piece) {
    MessageReader reader;
    std::string all;
    for (std::size_t at = 0; at < text.size(); at += piece) {
      reader.add(std::string_view{text}.substr(at, piece));
      for (auto m = reader.next(); m && *m; m = reader.next()) all += **m;
    }
    EXPECT_EQ(all, "{\"a\":1}{}[]") << piece;
  }
}

TEST(DapFraming, WhatIsNoMessageIsAnError) {
  for (const char* bad : {"GET / HTTP/1.1\r\n\r\n", "Content-Length: x\r\n\r\n", "Content-Length: 99999999999\r\n\r\n",
                          "Content-Length: -1\r\n\r\n"}) {
    MessageReader reader;
    reader.add(bad);
    EXPECT_FALSE(reader.next()) << bad;
  }
  MessageReader reader;
  reader.add(std::string(5000, 'x'));
  EXPECT_FALSE(reader.next());
}

TEST(DapFraming, AnIncompleteMessageIsNoError) {
  MessageReader reader;
  reader.add("Content-Length: 10\r\n\r\n12345");
  const auto message = reader.next();
  ASSERT_TRUE(message);
  EXPECT_FALSE(*message);
}

}  // namespace
}  // namespace utah10
