# The console of web/console: bundled by Node, then embedded as callboard::pages::console_files(). Sets console_source, and
# no_console_source, which a program without the console has instead.
set(no_console_source ${CMAKE_SOURCE_DIR}/cmake/no_console_files.cpp)
if(NOT CALLBOARD_CONSOLE)
  set(console_source ${no_console_source})
  return()
endif()

set(console_source ${CMAKE_BINARY_DIR}/generated/console_files.cpp)
set_source_files_properties(${console_source} PROPERTIES COMPILE_OPTIONS -Wno-overlength-strings)

set(console_folder ${CMAKE_SOURCE_DIR}/web/console)
set(console_packages ${console_folder}/node_modules/.package-lock.json)
find_program(NODE NAMES node nodejs)
if(NOT NODE OR NOT EXISTS ${console_packages})
  message(FATAL_ERROR "The console is built with Node 18 or newer and its packages: run `npm ci --prefix web/console`, as ./dev "
    "does, or build without it: -DCALLBOARD_CONSOLE=OFF")
endif()

set(console_patterns "")
foreach(ending ts tsx css mjs json html svg)
  list(APPEND console_patterns ${console_folder}/*.${ending} ${console_folder}/*/*.${ending} ${console_folder}/*/*/*.${ending})
endforeach()
file(GLOB console_inputs CONFIGURE_DEPENDS ${console_patterns})
list(FILTER console_inputs EXCLUDE REGEX "/node_modules/")

set(console_output ${CMAKE_BINARY_DIR}/console)
add_custom_command(OUTPUT ${console_source}
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${console_output}
  COMMAND ${NODE} build.mjs ${console_output}
  COMMAND ${CMAKE_COMMAND} -DFOLDER=${console_output} -DOUTPUT=${console_source} -DNAMESPACE=callboard::pages
    -DFUNCTION=console_files -P ${CMAKE_SOURCE_DIR}/cmake/embed_folder.cmake
  DEPENDS ${console_inputs} ${console_packages} ${CMAKE_SOURCE_DIR}/cmake/embed_folder.cmake
  WORKING_DIRECTORY ${console_folder}
  COMMENT "Bundling the console"
  VERBATIM)
