// The command info: GDB's name for several of ours.
#include "command/console/arguments.hpp"
#include "command/console/suggestion.hpp"
#include "command/debug/commands.hpp"
#include "command/look/commands.hpp"
#include "word/letters.hpp"

namespace utah10 {

namespace {

using Handler = Expected<void> (*)(Debugger&, Console&, Connections&, Arguments&);

struct Topic {
  std::string_view names;  // and what GDB abbreviates them to
  Handler handler;
};

template <Expected<void> (*handler)(Debugger&, Console&, Arguments&)>
Expected<void> ours(Debugger& debugger, Console& console, Connections&, Arguments& arguments) {
  return handler(debugger, console, arguments);
}

constexpr Topic kTopics[] = {{"registers reg r all-registers", ours<examineCommand>},
                             {"breakpoints break br b watchpoints", ours<breakCommand>},
                             {"stack s frame f bt", ours<whereCommand>},
                             {"line source", ours<listCommand>},
                             {"symbol address", ours<evaluateCommand>}};

}  // namespace

Expected<void> infoCommand(Debugger& debugger, Console& console, Connections& connections, Arguments& arguments) {
  for (const Topic& topic : kTopics)
    for (const std::string_view name : wordsOf(topic.names))
      if (arguments.take(name)) return topic.handler(debugger, console, connections, arguments);
  return showCommand(debugger, console, connections, arguments);
}

}  // namespace utah10
