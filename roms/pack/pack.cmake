# The packaged packs of `utah10 boot`, with their bootstrap tape. Included at the end of roms/CMakeLists.txt.

# The paper tape of the bootstrap.
utah10_rom(boots boot/boots.mac)
set(boots ${CMAKE_BINARY_DIR}/roms/boots)
add_custom_command(
  OUTPUT ${boots}.rim
  COMMAND link10 --format rim10b --packing paper-tape --no-job-data -o ${boots}.rim ${boots}.rel
  DEPENDS link10 ${boots}.sav
  COMMENT "Punching boots" VERBATIM)

# Programs on the packaged packs in addition to those of utah10_subsys: target name and file on the pack. A program that
# is not built is omitted.
set(pack_programs
    exec "<SYSTEM>EXEC.SAV")

# utah10_pack(NAME MONITOR [PROGRAMS NAME...]) creates NAME.dsk, an RP02 pack with that monitor, in roms/ of the build
# folder, with these programs in <SUBSYS> and no servers, or with all, the servers and <GUEST>'s examples. Every build produces
# the same bytes, because all dates are fixed.
configure_file(pack/tenex.toml ${CMAKE_BINARY_DIR}/roms/tenex.toml COPYONLY)
configure_file(pack/arpanet1972.toml ${CMAKE_BINARY_DIR}/roms/arpanet1972.toml COPYONLY)

# The systems of the experiments: suffix of the monitor, when it ran, the core it needs, CCN's generation (that of 1973 is
# RFC 589's, of November).
function(utah10_system GENERATION WHEN LEAST CCN)
  configure_file(pack/utah.toml ${CMAKE_BINARY_DIR}/roms/utah${GENERATION}.toml @ONLY)
endfunction()
utah10_system(72 "1972" 96K 1972)
utah10_system(131 "January 1973, 1.31 in kind" 112K 1972)
utah10_system(73 "1973" 112K 1973)
file(GLOB pack_texts CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/pack/*)
function(utah10_pack name monitor)
  cmake_parse_arguments(PARSE_ARGV 2 pack "" "" "PROGRAMS")
  set(folder ${CMAKE_BINARY_DIR}/roms)
  set(made "1972-10-01 12:00:00")
  set(lines "import ${monitor}.sav <SYSTEM>MONITOR.SAV --form data8 --protection 777740\n")
  string(APPEND lines "import errmes.raw <SYSTEM>ERROR.MNEMONICS --form data8\n")
  set(needed ${folder}/${monitor}.sav ${folder}/errmes.raw)
  set(programs ${pack_programs})
  while(programs)
    list(POP_FRONT programs program file)
    if(TARGET rom_${program})
      string(APPEND lines "import ${program}.sav ${file} --form data8\n")
      list(APPEND needed ${folder}/${program}.sav)
    endif()
  endwhile()
  get_property(subsys GLOBAL PROPERTY UTAH10_SUBSYS)
  foreach(program ${subsys})
    get_filename_component(file ${program} NAME)
    get_filename_component(named ${program} NAME_WE)
    if(pack_PROGRAMS AND NOT named IN_LIST pack_PROGRAMS)
      continue()
    endif()
    string(APPEND lines "import subsys/${file} <SUBSYS>${file} --form data8\n")
    list(APPEND needed ${program})
  endforeach()
  if(NOT pack_PROGRAMS)
    string(APPEND lines "import autojobs.run <SYSTEM>AUTOJOBS.RUN;1 --protection 777752\n")
    foreach(example HELLO CALLS)
      string(APPEND lines "import subsys/${example}.SAV <GUEST>${example}.SAV --form data8\n")
      list(APPEND needed ${folder}/subsys/${example}.SAV)
    endforeach()
    string(APPEND lines "import rsexec.sites <SYSTEM>RSEXEC.SITES;1 --protection 777752\n")
  endif()
  file(CONFIGURE OUTPUT ${folder}/${name}.list CONTENT "${lines}" @ONLY)
  set(from --from ${CMAKE_CURRENT_SOURCE_DIR}/pack --from ${folder} --from ${CMAKE_CURRENT_SOURCE_DIR}/example
           --from ${CMAKE_CURRENT_SOURCE_DIR}/lib)
  add_custom_command(
    OUTPUT ${folder}/${name}.dsk
    COMMAND tenexfs --date ${made} make --force ${folder}/${name}.new
    COMMAND tenexfs --date ${made} do ${folder}/${name}.new ${CMAKE_CURRENT_SOURCE_DIR}/pack/pack.list ${from}
    COMMAND tenexfs --date ${made} do ${folder}/${name}.new ${folder}/${name}.list ${from}
    COMMAND ${CMAKE_COMMAND} -E rename ${folder}/${name}.new ${folder}/${name}.dsk
    DEPENDS tenexfs ${needed} ${pack_texts} ${folder}/${name}.list
    COMMENT "Making the pack ${name}" VERBATIM)
  add_custom_target(rom_${name} ALL DEPENDS ${folder}/${name}.dsk ${boots}.rim)
  set_property(GLOBAL APPEND PROPERTY UTAH10_ROMS rom_${name})
endfunction()

utah10_pack(tenex72 monitor72)
utah10_pack(tenex131 monitor131)
utah10_pack(tenex73 monitor73)

# The packs of the experiments. Where a file lies on the disk decides how long the drive takes for it, so any other file on
# the pack changes what an experiment measures, by up to half a per cent. These keep the programs that they have.
set(experiment_programs
    CALC EDIT SYSTAT TELNET FTP SEND RECV BANDWI COMPUT COMPIL UDDT RJS RJS0 RJS2 RJS3)
utah10_pack(utah72 monitor72 PROGRAMS ${experiment_programs})
utah10_pack(utah131 monitor131 PROGRAMS ${experiment_programs})
utah10_pack(utah73 monitor73 PROGRAMS ${experiment_programs})
foreach(generation 72 131 73)
  add_dependencies(rom_tenex${generation} rom_utah${generation})  # who wants the system wants it measured, too
endforeach()
