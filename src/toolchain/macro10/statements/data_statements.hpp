// Words of data: EXP, XWD, POINT, BYTE, text and similar.
#pragma once

#include "toolchain/macro10/statements/statement_part.hpp"

namespace utah10::macro10 {

enum class AsciiText : std::uint8_t { Open, ZeroEnded, Comment };

class DataStatements : public StatementPart {
 public:
  explicit DataStatements(const StatementContext& c) : StatementPart(c) {}

  void exp() { words(evaluator_.atoms().radix); }
  void words(unsigned radix);  // OCT, DEC
  void xwd();
  void iowd();
  void point();
  void byte();
  void ascii(AsciiText kind);
  void sixbit();
  void radix50();
  void textBlock();  // .TEXT

 private:
  void addByte(StoredWord& w, int& left, int bits);
  std::string blockText(int mark);
};

}  // namespace utah10::macro10
