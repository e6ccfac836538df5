// What the IMPs of one subnet share.
#pragma once

#include "imp/agenda.hpp"
#include "imp/journal.hpp"
#include "utah10/word/chance.hpp"

namespace utah10::subnet {

struct World {
  Agenda& agenda;
  Journal& journal;
  Chance& chance;
  const ImpParameters& parameters;
  Duration hostUpDelay;
};

}  // namespace utah10::subnet
