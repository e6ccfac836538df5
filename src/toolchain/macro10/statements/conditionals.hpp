// Conditional assembly and REPEAT.
//
// The text of a true condition is not copied: reading continues into it, and its closing bracket is skipped. The text
// of a false condition is skipped by counting brackets, so it may contain anything.
#pragma once

#include <string>
#include <string_view>

#include "toolchain/macro10/statements/statement_part.hpp"

namespace utah10::macro10 {

struct AttributeSubject;

class Conditionals : public StatementPart {
 public:
  explicit Conditionals(const StatementContext& c) : StatementPart(c) {}

  void number(bool (*holds)(std::int64_t));  // IFE and its family
  void pass(bool first);                     // IF1, IF2
  void blank(bool wanted);                   // IFB, IFNB
  void defined(bool wanted);                 // IFDEF, IFNDEF
  void same(bool wanted);                    // IFIDN, IFDIF
  void attribute(bool wanted);               // .IF symbol attribute,<text>; .IFN of version 53
  void repeat();

 private:
  void conditional(bool truth);
  void conditionText(bool truth);
  void conditionalInAddress(bool truth);
  void skipInAddress();
  std::string comparedText(int& form);
  void skipToConditionText();
  void listedAttribute(bool wanted);
  template <class Subject>
  void judge(const Subject& subject, bool wanted, std::string_view other);
  AttributeSubject attributeSubject();
  void repeatText(Word36 count);
  void skipText();
  void repeatOnce();
};

}  // namespace utah10::macro10
