// What a panel makes at its first use. Private to panel*.cpp.
#pragma once

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
};

}  // namespace utah10
