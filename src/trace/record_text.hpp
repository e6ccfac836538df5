// Describes a record in one line of text, without its time and place.
#pragma once

#include <string>

#include "trace/record_names.hpp"
#include "trace/record_view.hpp"

namespace utah10 {

// "MOVE 1,LOOP+3", "read u:001234 at 00561234: 000000000017", "CONO PTR,000065: ...", "reload u:001234 core 057 ...".
std::string recordText(const RecordView& view, const RecordNames& names);

// A short name of the event: opcode, kind of memory cycle, function, "reload", "armed", "to IMP", "halt instruction".
std::string recordWhat(const RecordView& view);
// The device, event slot or wire concerned; empty for other records.
std::string recordName(const RecordView& view, const RecordNames& names);

}  // namespace utah10
