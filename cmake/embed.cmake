# embed_files(OUTPUT NAMESPACE FUNCTION FOLDER PATTERN...): writes a source file with the text of each file of the folder,
# as a function that src/base/embedded.h declares. The program then needs no file of the source tree at run time.
# The files are in the order of the patterns, those of one pattern in the order of their names.
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
