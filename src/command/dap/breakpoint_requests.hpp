// The requests about breakpoints of all kinds.
#pragma once

#include "command/dap/client_terms.hpp"
#include "command/dap/editor_breakpoints.hpp"
#include "command/dap/editor_sources.hpp"
#include "command/dap/references.hpp"
#include "command/dap/wire.hpp"

namespace utah10 {

class BreakpointRequests {
 public:
  // All must outlive the requests.
  BreakpointRequests(Debugger& debugger, EditorBreakpoints& breakpoints, EditorSources& sources,
                     const References& references, const ClientTerms& client)
      : debugger_(debugger), breakpoints_(breakpoints), sources_(sources), references_(references), client_(client) {}

  Expected<JsonValue> setOnLines(const JsonValue& arguments);
  Expected<JsonValue> setOnFunctions(const JsonValue& arguments);
  Expected<JsonValue> setOnInstructions(const JsonValue& arguments);
  Expected<JsonValue> setOnData(const JsonValue& arguments);
  Expected<JsonValue> setOnExceptions(const JsonValue& arguments);
  Expected<JsonValue> dataInfo(const JsonValue& arguments);
  Expected<JsonValue> locations(const JsonValue& arguments);

 private:
  JsonValue json(const PlacedBreakpoint& placed) const;

  Debugger& debugger_;
  EditorBreakpoints& breakpoints_;
  EditorSources& sources_;
  const References& references_;
  const ClientTerms& client_;
};

}  // namespace utah10
