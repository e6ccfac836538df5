# The translator is built where it can run: on x86-64, with asmjit. Otherwise its sources are left out, and the machine has
# the interpreter alone.
if(UTAH10_FAST_ENGINE AND CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$" AND CMAKE_SIZEOF_VOID_P EQUAL 8)
  find_package(asmjit CONFIG QUIET)
  if(NOT asmjit_FOUND)
    message(STATUS "fast engine left out: package libasmjit-dev is missing")
  endif()
elseif(UTAH10_FAST_ENGINE)
  message(STATUS "fast engine left out: it is for x86-64, not ${CMAKE_SYSTEM_PROCESSOR}")
else()
  message(STATUS "fast engine left out: UTAH10_FAST_ENGINE is off")
endif()
if(asmjit_FOUND)
  message(STATUS "fast engine: translator with asmjit")
  # The library alone: its compile options would keep other layers from using the precompiled header of this one.
  target_link_libraries(utah10_machine PRIVATE $<LINK_ONLY:asmjit::asmjit>)
  # For the same reason a definition of one source.
  set_property(SOURCE src/machine/engine.cpp APPEND PROPERTY COMPILE_DEFINITIONS UTAH10_TRANSLATOR=1)
else()
  get_target_property(sources utah10_machine SOURCES)
  list(FILTER sources EXCLUDE REGEX "/src/machine/translate/")
  set_property(TARGET utah10_machine PROPERTY SOURCES ${sources})
endif()
