// The program `utah10`: options, sub-commands and the ways to converse with a session.
//
// Exit codes: 0 done, 1 something failed (one line on standard error), 2 wrong usage, or what quit was given.
#pragma once

namespace utah10 {

int utah10Program(int argc, const char* const* argv);

}  // namespace utah10
