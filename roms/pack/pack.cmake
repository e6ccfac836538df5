# The packaged packs of `utah10 boot`, with the tape that boots them. Included by roms/CMakeLists.txt at its end.

# The bootstrap's paper tape.
utah10_rom(boots boot/boots.mac)
set(boots ${CMAKE_BINARY_DIR}/roms/boots)
add_custom_command(
  OUTPUT ${boots}.rim
  COMMAND link10 --format rim10b --packing paper-tape --no-job-data -o ${boots}.rim ${boots}.rel
  DEPENDS link10 ${boots}.sav
  COMMENT "Punching boots" VERBATIM)

# Programs on the packaged packs besides those of utah10_subsys: what the build calls them, and their files there. One
# that is not built is left out.
set(pack_programs
    exec "<SYSTEM>EXEC.SAV")

# utah10_pack(NAME MONITOR) leaves NAME.dsk, an RP02 pack with that monitor, in roms/ of the build folder. The same bytes
# come out of every build: dates are those of SOURCE.
configure_file(pack/tenex.toml ${CMAKE_BINARY_DIR}/roms/tenex.toml COPYONLY)
file(GLOB pack_texts CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/pack/*)
function(utah10_pack name monitor)
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
    string(APPEND lines "import subsys/${file} <SUBSYS>${file} --form data8\n")
    list(APPEND needed ${program})
  endforeach()
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
utah10_pack(tenex73 monitor73)
