#include "machine/engine.hpp"

namespace utah10 {

#ifndef UTAH10_TRANSLATOR
std::unique_ptr<FastEngine> makeTranslator(Processor&) { return nullptr; }
#endif

std::optional<Engine> findEngine(std::string_view name) {
  if (name == "reference") return Engine::Reference;
  if (name == "fast") return Engine::Fast;
  return std::nullopt;
}

bool fastEngineBuilt() {
#ifdef UTAH10_TRANSLATOR
  return true;
#else
  return false;
#endif
}

}  // namespace utah10
