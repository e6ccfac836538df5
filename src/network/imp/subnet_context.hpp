// The objects and parameters that the IMPs of one subnet share.
#pragma once

#include "network/imp/agenda.hpp"
#include "network/imp/journal.hpp"
#include "word/chance.hpp"

namespace utah10::subnet {

struct SubnetContext {
  Agenda& agenda;
  Journal& journal;
  Chance& chance;
  const ImpParameters& parameters;
  Duration hostUpDelay;
};

}  // namespace utah10::subnet
