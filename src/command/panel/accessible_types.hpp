// What ATK asks of an object of the panel: the functions of its interfaces, by kind of object.
#pragma once

#include <cstddef>
#include <cstdint>

typedef struct _AtkObject AtkObject;

namespace utah10 {

class AccessibleTree;

enum class AccessibleKind : std::uint8_t { Application, Window, Button, Knob, Lamp, PageWindow, PageText };

// `place`: of a control or a lamp in the tree. The caller owns a reference.
AtkObject* makeAccessible(AccessibleKind kind, AccessibleTree& tree, std::size_t place);
// Gives the reference up; a client that still holds the object finds it defunct.
void leaveAccessible(AtkObject* object);
// Of an object that was made here; null: the panel has gone.
AccessibleTree* accessibleTreeOf(void* object);
// The functions of AtkText, for a page. (accessible_text.cpp)
void initAccessibleText(void* interface, void*);

}  // namespace utah10
