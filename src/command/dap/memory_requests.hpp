// The requests of memory views and of the disassembly.
#pragma once

#include "command/dap/client_terms.hpp"
#include "command/dap/editor_sources.hpp"
#include "command/dap/wire.hpp"
#include "utah10/word/word36.hpp"

namespace utah10 {

struct Place;

class MemoryRequests {
 public:
  // All must outlive the requests.
  MemoryRequests(Debugger& debugger, EditorSources& sources, const ClientTerms& client)
      : debugger_(debugger), sources_(sources), client_(client) {}

  Expected<JsonValue> read(const JsonValue& arguments);
  Expected<JsonValue> write(const JsonValue& arguments);
  Expected<JsonValue> disassemble(const JsonValue& arguments);

 private:
  JsonValue instructionJson(const Place& at);

  Debugger& debugger_;
  EditorSources& sources_;
  const ClientTerms& client_;
};

}  // namespace utah10
