# embed_files(OUTPUT NAMESPACE FUNCTION FOLDER PATTERN...): generates a source file with the text of each matching file,
# as a function that src/base/embedded.h declares, so that the program needs no files of the source tree at run time.
# Files are in the order of the patterns, and sorted by name within a pattern.
function(embed_files output namespace function folder)
  set(files "")
  foreach(pattern IN LISTS ARGN)
    file(GLOB matching CONFIGURE_DEPENDS RELATIVE ${folder} ${folder}/${pattern})
    list(SORT matching)
    list(APPEND files ${matching})
  endforeach()
  set(rows "")
  foreach(file IN LISTS files)
    file(READ ${folder}/${file} text)
    string(APPEND rows "        {\"${file}\", R\"embedded(${text})embedded\"},\n")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${folder}/${file})
  endforeach()
  set(source "// Made by cmake/embed.cmake from the files of one folder.
#include \"base/embedded.h\"

namespace ${namespace} {

std::span<const EmbeddedFile> ${function}() {
    static constexpr EmbeddedFile kFiles[] = {
${rows}    };
    return kFiles;
}

}  // namespace ${namespace}
")
  file(GENERATE OUTPUT ${output} CONTENT "${source}")
  set_source_files_properties(${output} PROPERTIES COMPILE_OPTIONS -Wno-overlength-strings)
endfunction()
