// The program `utah10`: options, subcommands and the ways to run a session.
//
// Exit codes: 0 success, 1 failure (one line on standard error), 2 wrong usage, or the code given to quit.
#pragma once

namespace utah10 {

int utah10Program(int argc, const char* const* argv);

}  // namespace utah10
