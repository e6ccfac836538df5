#if UTAH10_ATK

#include "command/panel/accessible_types.hpp"

#include <atk/atk.h>

#include <algorithm>
#include <cmath>

#include "command/panel/accessible_tree.hpp"
#include "command/panel/panel_model.hpp"

namespace utah10 {

namespace {

// An object of the tree, as GObject makes it.
struct Node {
  AtkObject object;
  AccessibleTree* tree;  // null: the panel has gone, and a client still holds the object
  std::size_t place;     // of an item
};

// Every pointer that ATK passes is one to a Node.
template <class Pointer>
Node& node(Pointer* p) {
  return *reinterpret_cast<Node*>(p);
}
template <class Pointer>
AccessibleTree* treeOf(Pointer* p) {
  return node(p).tree;
}
bool isItem(AccessibleTree& tree, Node& n) {
  return &n.object != tree.application() && &n.object != tree.window() && tree.pageOf(&n) == nullptr;
}
const PanelControl& controlOf(AccessibleTree& tree, Node& n) { return tree.controls.all()[n.place]; }

// ---- every object

gint childCount(AtkObject* o) {
  const AccessibleTree* tree = treeOf(o);
  if (tree == nullptr) return 0;
  if (o == tree->application()) return static_cast<gint>(1 + tree->pages().size());
  if (const auto* page = tree->pageOf(o)) return o == page->frame ? 1 : 0;
  return o == tree->window() ? static_cast<gint>(tree->items()) : 0;
}

// First the panel's window, then those of the pages.
AtkObject* child(const AccessibleTree& tree, const AtkObject* of, std::size_t n) {
  if (of == tree.application()) return n == 0 ? tree.window() : tree.pages()[n - 1].frame;
  if (const auto* page = tree.pageOf(of)) return page->text;
  return tree.item(n);
}

AtkObject* refChild(AtkObject* o, gint n) {
  if (n < 0 || n >= childCount(o)) return nullptr;
  return static_cast<AtkObject*>(g_object_ref(child(*treeOf(o), o, static_cast<std::size_t>(n))));
}

gint indexInParent(AtkObject* o) {
  const AccessibleTree* tree = treeOf(o);
  if (tree == nullptr || o == tree->application()) return -1;
  if (const auto* page = tree->pageOf(o))
    return o == page->text ? 0 : static_cast<gint>(1 + (page - tree->pages().data()));
  return o == tree->window() ? 0 : static_cast<gint>(node(o).place);
}

void addItemStates(AccessibleTree& tree, Node& n, AtkStateSet* states) {
  if (!tree.isControl(n.place)) return;
  const PanelControl& c = controlOf(tree, n);
  atk_state_set_add_state(states, ATK_STATE_FOCUSABLE);
  if (tree.shown.active && tree.shown.focus == n.place) atk_state_set_add_state(states, ATK_STATE_FOCUSED);
  if (c.kind == ControlKind::Switch) atk_state_set_add_state(states, ATK_STATE_CHECKABLE);
  if (c.kind == ControlKind::Switch && tree.controls.position(n.place) != 0)
    atk_state_set_add_state(states, ATK_STATE_CHECKED);
}

void addPageStates(const AccessibleTree::PageObjects& page, const AtkObject* o, AtkStateSet* states) {
  if (o == page.text) {
    atk_state_set_add_state(states, ATK_STATE_FOCUSABLE);
    atk_state_set_add_state(states, ATK_STATE_MULTI_LINE);
  }
  if (page.shown.active) atk_state_set_add_state(states, o == page.text ? ATK_STATE_FOCUSED : ATK_STATE_ACTIVE);
}

// A key that does nothing while the machine runs is disabled then.
bool enabled(AccessibleTree& tree, Node& n) {
  if (!tree.shown.running || !isItem(tree, n) || !tree.isControl(n.place)) return true;
  const PanelControl& c = controlOf(tree, n);
  return c.kind != ControlKind::Key ||
         PanelControls::whileRunning(static_cast<PanelKey>(c.place)) != PanelControls::WhileRunning::Nothing;
}

AtkStateSet* refStates(AtkObject* o) {
  AtkStateSet* states = atk_state_set_new();
  AccessibleTree* tree = treeOf(o);
  if (tree == nullptr) {
    atk_state_set_add_state(states, ATK_STATE_DEFUNCT);
    return states;
  }
  atk_state_set_add_state(states, ATK_STATE_VISIBLE);
  atk_state_set_add_state(states, ATK_STATE_SHOWING);
  if (enabled(*tree, node(o))) {
    atk_state_set_add_state(states, ATK_STATE_ENABLED);
    atk_state_set_add_state(states, ATK_STATE_SENSITIVE);
  }
  if (o == tree->window() && tree->shown.active) atk_state_set_add_state(states, ATK_STATE_ACTIVE);
  if (const auto* page = tree->pageOf(o)) addPageStates(*page, o, states);
  if (isItem(*tree, node(o))) addItemStates(*tree, node(o), states);
  return states;
}

void initClass(gpointer c, gpointer) {
  auto* of = static_cast<AtkObjectClass*>(c);
  of->get_n_children = childCount;
  of->ref_child = refChild;
  of->get_index_in_parent = indexInParent;
  of->ref_state_set = refStates;
}

// ---- AtkComponent

// In units of the screen, on it or in the window.
PanelRect place(AccessibleTree& tree, Node& n, bool onScreen) {
  if (const auto* page = tree.pageOf(&n)) {
    const PanelAccess::ShownPage& s = page->shown;
    return {onScreen ? s.x : 0, onScreen ? s.y : 0, s.width, s.height};
  }
  const PanelAccess::Shown& s = tree.shown;
  const PanelRect r =
      isItem(tree, n) ? tree.rectOf(n.place) : PanelRect{0, 0, PanelLayout::kWidth, PanelLayout::kHeight};
  return {r.x * s.scale + (onScreen ? s.x : 0), r.y * s.scale + (onScreen ? s.y : 0), r.width * s.scale,
          r.height * s.scale};
}

void extents(AtkComponent* o, gint* x, gint* y, gint* width, gint* height, AtkCoordType type) {
  *x = *y = *width = *height = 0;
  AccessibleTree* tree = treeOf(o);
  if (tree == nullptr) return;
  const PanelRect r = place(*tree, node(o), type == ATK_XY_SCREEN);
  const auto rounded = [](double v) { return static_cast<gint>(std::lround(v)); };
  *x = rounded(r.x);
  *y = rounded(r.y);
  *width = rounded(r.width);
  *height = rounded(r.height);
}

gboolean grabFocus(AtkComponent* o) {
  AccessibleTree* tree = treeOf(o);
  if (tree == nullptr || !isItem(*tree, node(o)) || !tree->isControl(node(o).place)) return FALSE;
  tree->wishes.push_back({PanelAccess::Wish::Kind::Focus, node(o).place, 0});
  return TRUE;
}

void initComponent(gpointer i, gpointer) {
  auto* component = static_cast<AtkComponentIface*>(i);
  component->get_extents = extents;
  component->grab_focus = grabFocus;
}

void initWindow(gpointer, gpointer) {}  // signals only

// ---- AtkAction: keys and switches are pressed; a knob is turned on and back.

constexpr const char* kTurns[] = {"increase", "decrease"};

bool isKnob(AccessibleTree& tree, Node& n) { return controlOf(tree, n).kind == ControlKind::Knob; }

gint actionCount(AtkAction* o) {
  AccessibleTree* tree = treeOf(o);
  return tree == nullptr ? 0 : isKnob(*tree, node(o)) ? 2 : 1;
}

const gchar* actionName(AtkAction* o, gint n) {
  if (n < 0 || n >= actionCount(o)) return nullptr;
  return isKnob(*treeOf(o), node(o)) ? kTurns[n] : "press";
}

gboolean doAction(AtkAction* o, gint n) {
  if (n < 0 || n >= actionCount(o)) return FALSE;
  using Kind = PanelAccess::Wish::Kind;
  AccessibleTree& tree = *treeOf(o);
  const Kind kind = !isKnob(tree, node(o)) ? Kind::Press : n == 0 ? Kind::More : Kind::Less;
  tree.wishes.push_back({kind, node(o).place, 0});
  return TRUE;
}

void initAction(gpointer i, gpointer) {
  auto* action = static_cast<AtkActionIface*>(i);
  action->get_n_actions = actionCount;
  action->get_name = actionName;
  action->do_action = doAction;
}

// ---- AtkValue: a knob has positions from 1, a lamp a brightness from 0 to 1.

// Without a text, which the bridge would not free.
void valueAndText(AtkValue* o, gdouble* value, gchar** text) {
  if (text != nullptr) *text = nullptr;
  *value = 0;
  AccessibleTree* tree = treeOf(o);
  if (tree == nullptr) return;
  const std::size_t place = node(o).place;
  *value = tree->isControl(place) ? tree->controls.position(place) + 1
                                  : static_cast<double>(tree->model.levels()[tree->lampOf(place)]);
}

AtkRange* valueRange(AtkValue* o) {
  AccessibleTree* tree = treeOf(o);
  if (tree == nullptr || !tree->isControl(node(o).place)) return atk_range_new(0, 1, nullptr);
  return atk_range_new(1, controlOf(*tree, node(o)).positions, nullptr);
}

gdouble valueStep(AtkValue* o) {
  const AccessibleTree* tree = treeOf(o);
  return tree != nullptr && tree->isControl(node(o).place) ? 1 : 0;
}

void setValue(AtkValue* o, gdouble value) {
  AccessibleTree* tree = treeOf(o);
  if (tree == nullptr || !tree->isControl(node(o).place)) return;
  const double most = controlOf(*tree, node(o)).positions;
  const auto position = static_cast<unsigned>(std::lround(std::clamp(value, 1.0, most))) - 1;
  tree->wishes.push_back({PanelAccess::Wish::Kind::Set, node(o).place, position});
}

void initValue(gpointer i, gpointer) {
  auto* value = static_cast<AtkValueIface*>(i);
  value->get_value_and_text = valueAndText;
  value->get_range = valueRange;
  value->get_increment = valueStep;
  value->set_value = setValue;
}

// ---- types, which GObject knows by their names

struct TypeOf {
  AccessibleKind kind;
  const char* name;
};
constexpr TypeOf kTypes[] = {
    {AccessibleKind::Application, "Utah10Application"}, {AccessibleKind::Window, "Utah10PanelWindow"},
    {AccessibleKind::Button, "Utah10PanelButton"},      {AccessibleKind::Knob, "Utah10PanelKnob"},
    {AccessibleKind::Lamp, "Utah10PanelLamp"},          {AccessibleKind::PageWindow, "Utah10PageWindow"},
    {AccessibleKind::PageText, "Utah10PageText"}};

GType typeOf(AccessibleKind kind) {
  const char* name = std::ranges::find(kTypes, kind, &TypeOf::kind)->name;
  if (const GType known = g_type_from_name(name); known != 0) return known;
  GTypeInfo info{};
  info.class_size = sizeof(AtkObjectClass);
  info.class_init = initClass;
  info.instance_size = sizeof(Node);
  const GType type = g_type_register_static(ATK_TYPE_OBJECT, name, &info, static_cast<GTypeFlags>(0));
  const auto add = [type](GType interface, GInterfaceInitFunc init) {
    const GInterfaceInfo how{init, nullptr, nullptr};
    g_type_add_interface_static(type, interface, &how);
  };
  using Kind = AccessibleKind;
  if (kind != Kind::Application) add(ATK_TYPE_COMPONENT, initComponent);
  if (kind == Kind::PageText) add(ATK_TYPE_TEXT, initAccessibleText);
  if (kind == Kind::Window || kind == Kind::PageWindow) add(ATK_TYPE_WINDOW, initWindow);
  if (kind == Kind::Button || kind == Kind::Knob) add(ATK_TYPE_ACTION, initAction);
  if (kind == Kind::Knob || kind == Kind::Lamp) add(ATK_TYPE_VALUE, initValue);
  return type;
}

}  // namespace

AtkObject* makeAccessible(AccessibleKind kind, AccessibleTree& tree, std::size_t place) {
  auto* made = static_cast<Node*>(g_object_new(typeOf(kind), nullptr));
  made->tree = &tree;
  made->place = place;
  return &made->object;
}

AccessibleTree* accessibleTreeOf(void* object) { return treeOf(object); }

void leaveAccessible(AtkObject* object) {
  node(object).tree = nullptr;
  atk_object_set_parent(object, nullptr);
  g_object_unref(object);
}

}  // namespace utah10

#endif
