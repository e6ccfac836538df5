// What a panel makes at its first use. Private to panel*.cpp.
#pragma once

#include <ctime>

#include "command/debug/debugger.hpp"
#include "command/panel/panel.hpp"

namespace utah10 {

struct Panel::Parts {
  explicit Parts(Debugger& debugger)
      : model(debugger.machine(), debugger.devices()),
        controls(debugger, model),
        layout(panelLayout(model.lamps(), controls.all())) {}

  PanelModel model;
  PanelControls controls;
  PanelLayout layout;
  // Processor time of this program: when the last frame had been drawn, and what it took.
  std::clock_t drawnAt = 0, drawingTook = 0;
};

}  // namespace utah10
