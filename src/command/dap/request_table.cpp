// The requests that the adapter answers.
#include <nlohmann/json.hpp>

#include "command/dap/adapter.hpp"

namespace utah10 {

// The three kinds of handlers, as functions of one type.
struct Adapter::Call {
  template <auto Member>
  static Expected<JsonValue> own(Adapter& a, const JsonValue& arguments) {
    return (a.*Member)(arguments);
  }
  template <auto Member>
  static Expected<JsonValue> toBreakpoints(Adapter& a, const JsonValue& arguments) {
    return (*a.breakpointRequests_.*Member)(arguments);
  }
  template <auto Member>
  static Expected<JsonValue> toMemory(Adapter& a, const JsonValue& arguments) {
    return (*a.memoryRequests_.*Member)(arguments);
  }
};

std::span<const Adapter::Request> Adapter::requests() {
  using A = Adapter;
  static constexpr Request kTable[] = {
      {"initialize", Call::own<&A::initialize>, Needs::Nothing},
      {"launch", Call::own<&A::launch>, Needs::Nothing},
      {"attach", Call::own<&A::attach>, Needs::Nothing},
      {"disconnect", Call::own<&A::disconnect>, Needs::Nothing},
      {"terminate", Call::own<&A::terminate>, Needs::Nothing},
      {"cancel", Call::own<&A::cancel>, Needs::Nothing},
      {"configurationDone", Call::own<&A::configurationDone>, Needs::Session},
      {"continue", Call::own<&A::continueRun>, Needs::Stopped},
      {"next", Call::own<&A::next>, Needs::Stopped},
      {"stepIn", Call::own<&A::stepIn>, Needs::Stopped},
      {"stepOut", Call::own<&A::stepOut>, Needs::Stopped},
      {"stepBack", Call::own<&A::stepBack>, Needs::Stopped},
      {"reverseContinue", Call::own<&A::reverseContinue>, Needs::Stopped},
      {"goto", Call::own<&A::goTo>, Needs::Stopped},
      {"gotoTargets", Call::own<&A::gotoTargets>, Needs::Session},
      {"pause", Call::own<&A::pause>, Needs::Session},
      {"setBreakpoints", Call::toBreakpoints<&BreakpointRequests::setOnLines>, Needs::Session},
      {"setFunctionBreakpoints", Call::toBreakpoints<&BreakpointRequests::setOnFunctions>, Needs::Session},
      {"setInstructionBreakpoints", Call::toBreakpoints<&BreakpointRequests::setOnInstructions>, Needs::Session},
      {"setDataBreakpoints", Call::toBreakpoints<&BreakpointRequests::setOnData>, Needs::Session},
      {"setExceptionBreakpoints", Call::toBreakpoints<&BreakpointRequests::setOnExceptions>, Needs::Session},
      {"dataBreakpointInfo", Call::toBreakpoints<&BreakpointRequests::dataInfo>, Needs::Session},
      {"breakpointLocations", Call::toBreakpoints<&BreakpointRequests::locations>, Needs::Session},
      {"threads", Call::own<&A::threads>, Needs::Session},
      {"stackTrace", Call::own<&A::stackTrace>, Needs::Stopped},
      {"scopes", Call::own<&A::scopes>, Needs::Stopped},
      {"variables", Call::own<&A::variables>, Needs::Stopped},
      {"setVariable", Call::own<&A::setVariableTo>, Needs::Stopped},
      {"setExpression", Call::own<&A::setExpression>, Needs::Stopped},
      {"exceptionInfo", Call::own<&A::exceptionInfo>, Needs::Session},
      {"source", Call::own<&A::source>, Needs::Session},
      {"loadedSources", Call::own<&A::loadedSources>, Needs::Session},
      {"evaluate", Call::own<&A::evaluateText>, Needs::Session},
      {"completions", Call::own<&A::completions>, Needs::Session},
      {"readMemory", Call::toMemory<&MemoryRequests::read>, Needs::Session},
      {"writeMemory", Call::toMemory<&MemoryRequests::write>, Needs::Session},
      {"disassemble", Call::toMemory<&MemoryRequests::disassemble>, Needs::Session},
      {"utah10/command", Call::own<&A::command>, Needs::Session},
      {"utah10/type", Call::own<&A::type>, Needs::Session},
      {"utah10/state", Call::own<&A::state>, Needs::Session},
  };
  return kTable;
}

}  // namespace utah10
