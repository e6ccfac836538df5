// Calls of macros with their arguments, and IRP.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "toolchain/macro10/statements/statement_part.hpp"

namespace utah10::macro10 {

class MacroCalls : public StatementPart {
 public:
  explicit MacroCalls(const StatementContext& c) : StatementPart(c), listing_(c.listing), modes_(c.modes) {}

  // CALLM: collects the arguments; the macro's text is read from then on. False: an error was reported.
  bool call(Name name, const Entry& e);
  void irp(bool perCharacter);
  void stopIrp();

 private:
  Listing& listing_;
  const AssemblyModes& modes_;

  void collectArguments(const MacroBody& body, std::vector<Text>& arguments);
  bool argumentList(std::size_t wanted, std::vector<Text>& arguments);
  bool argument(int c, int& depth, bool keep, std::vector<Text>& arguments);
  bool plainArgument(int c, bool have, int& depth, const std::function<void(int)>& put);
  void bracketedArgument(const std::function<void(int)>& put);
  std::string numberArgument();
  Word36 argumentValue();
  void endCallLine(MacroExpansion& call);
  void endSuppressedLine(MacroExpansion& call);
};

}  // namespace utah10::macro10
