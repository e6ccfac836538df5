# The files that `cmake --install` installs, and the Debian packages that `cpack` builds from them: utah10 (programs, packs,
# manual pages) and libutah10-dev (headers and libraries).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(data ${CMAKE_INSTALL_DATADIR}/utah10)
set(built ${CMAKE_BINARY_DIR}/roms)

# Programs.
install(TARGETS utah10 macro10 link10 dis10 pack10 tenexfs trace10 RUNTIME COMPONENT programs)

# The packaged systems, in the folder that utah10 searches (src/command/machine_file/packaged.cpp), with their symbols.
install(FILES ${built}/tenex.toml ${built}/arpanet1972.toml ${built}/boots.rim ${built}/exec.debug ${built}/STENEX.UNV
        DESTINATION ${data} COMPONENT programs)
foreach(generation 72 131 73)
  install(FILES ${built}/utah${generation}.toml ${built}/tenex${generation}.dsk ${built}/utah${generation}.dsk
                ${built}/monitor${generation}.sav ${built}/monitor${generation}.debug
          DESTINATION ${data} COMPONENT programs)
endforeach()
install(DIRECTORY ${built}/subsys DESTINATION ${data} COMPONENT programs FILES_MATCHING PATTERN *.SAV PATTERN *.debug)
get_property(diagnostics GLOBAL PROPERTY UTAH10_ROMS)
foreach(rom ${diagnostics})
  get_target_property(for_tests ${rom} UTAH10_FOR_TESTS)
  string(REGEX REPLACE "^rom_" "" name ${rom})
  if(rom MATCHES "^rom_(monitor|exec|errmes|tenex|utah|STENEX|boots)" OR NOT rom MATCHES "^rom_" OR for_tests)
    continue()
  endif()
  install(FILES ${built}/${name}.sav ${built}/${name}.debug DESTINATION ${data}/diag COMPONENT programs)
endforeach()

# Machine files, workflows of sweeps, examples, an extension for VS Code, and a dissector for Wireshark.
install(DIRECTORY tools/machines DESTINATION ${data} COMPONENT programs)
install(DIRECTORY tools/sweep.d DESTINATION ${data} COMPONENT programs USE_SOURCE_PERMISSIONS)
install(DIRECTORY roms/example DESTINATION ${data} COMPONENT programs FILES_MATCHING PATTERN *.mac)
install(FILES roms/diag/selftest.oct DESTINATION ${data}/diag COMPONENT programs)
install(DIRECTORY tools/vscode DESTINATION ${data} COMPONENT programs)
install(DIRECTORY tools/examples DESTINATION ${data} COMPONENT programs USE_SOURCE_PERMISSIONS)
install(FILES tools/utah10.lua DESTINATION ${data} COMPONENT programs)

# Manual pages, completions, documents.
file(GLOB manuals CONFIGURE_DEPENDS docs/man/*.1)
install(FILES ${manuals} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT programs)
install(FILES ${CMAKE_BINARY_DIR}/completions/utah10.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
        RENAME utah10 COMPONENT programs)
foreach(program macro10 link10 dis10 pack10 tenexfs trace10)  # bash looks for a file of the command's name
  install(CODE "file(CREATE_LINK utah10
    \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}/bash-completion/completions/${program}\" SYMBOLIC)"
    COMPONENT programs)
endforeach()
foreach(folder site-functions vendor-completions)  # where zsh looks under /usr/local, and Debian's under /usr
  install(FILES ${CMAKE_BINARY_DIR}/completions/_utah10 DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/${folder} COMPONENT programs)
endforeach()
install(FILES README.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT programs)
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT programs PATTERN man EXCLUDE)

# The library: its public headers, one archive a layer, and how CMake and pkg-config find them.
install(DIRECTORY include/utah10 DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/utah10)
foreach(layer word machine devices network toolchain trace)
  set_target_properties(utah10_${layer} PROPERTIES EXPORT_NAME ${layer})
  target_include_directories(utah10_${layer} PUBLIC $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  install(TARGETS utah10_${layer} EXPORT utah10 ARCHIVE COMPONENT development)
endforeach()
install(EXPORT utah10 NAMESPACE utah10:: FILE utah10Targets.cmake DESTINATION ${package} COMPONENT development)
if(asmjit_FOUND)  # linked statically, so programs that use the library need it, too
  set(find_asmjit "find_dependency(asmjit CONFIG)")
  set(link_asmjit " -lasmjit -lrt")
  set(depends_asmjit "libasmjit-dev, ")
endif()
configure_package_config_file(tools/package/utah10Config.cmake.in ${CMAKE_BINARY_DIR}/package/utah10Config.cmake
                              INSTALL_DESTINATION ${package} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/package/utah10ConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/package/utah10Config.cmake ${CMAKE_BINARY_DIR}/package/utah10ConfigVersion.cmake
        DESTINATION ${package} COMPONENT development)
file(RELATIVE_PATH up_to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(tools/package/utah10.pc.in ${CMAKE_BINARY_DIR}/package/utah10.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/package/utah10.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)

# Debian packages.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_VENDOR "utah10")
set(CPACK_PACKAGE_CONTACT "the utah10 developers <utah10@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "PDP-10 KA10 with TENEX and an ARPANET interface")
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR}/packages)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL programs development)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_NAME utah10)
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_SECTION otherosfs)
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_RECOMMENDS "telnet, gnuplot-nox")
set(CPACK_DEBIAN_PROGRAMS_DESCRIPTION "PDP-10 KA10 with TENEX and an ARPANET interface
 A cycle-level emulator of the DEC PDP-10 with the KA10 processor, the BBN pager and an IMP interface, a TENEX
 reconstructed for it, a MACRO-10 assembler and a linker, and experiments that repeat published measurements.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libutah10-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libfmt-dev, libexpected-dev, ${depends_asmjit}libzstd-dev, libxxhash-dev, libpcap-dev")
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION "PDP-10 KA10 emulator as a library
 Headers and static libraries of utah10: machine, devices, MACRO-10 assembler and linker, file formats, trace reader.")
include(CPack)
