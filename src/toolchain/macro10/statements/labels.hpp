// Labels, and numbers that check the location.
#pragma once

#include "toolchain/macro10/statements/statement_part.hpp"

namespace utah10::macro10 {

class Labels : public StatementPart {
 public:
  explicit Labels(const StatementContext& c) : StatementPart(c) {}

  // The present atom, which a colon follows.
  void label();

 private:
  void checkLocation();
  void define(Name name);
  void defineAgain(Name name, Entry& e);
  void reportMoved(Name name, Entry& e);
  void defineExternal(Entry& e);
  std::string here() const;
};

}  // namespace utah10::macro10
