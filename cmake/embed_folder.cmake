# cmake -DFOLDER=… -DOUTPUT=… -DNAMESPACE=… -DFUNCTION=… -P embed_folder.cmake: as embed_files() of embed.cmake, for files
# that the build makes.
file(GLOB_RECURSE files RELATIVE ${FOLDER} ${FOLDER}/*)
list(SORT files)
set(rows "")
foreach(file IN LISTS files)
  file(READ ${FOLDER}/${file} text)
  if(text MATCHES "\\)embedded\"")
    message(FATAL_ERROR "${file} contains the end of the literal that it would become")
  endif()
  string(APPEND rows "        {\"${file}\", R\"embedded(${text})embedded\"sv},\n")
endforeach()
file(WRITE ${OUTPUT} "// Made by cmake/embed_folder.cmake from the files of one folder.
#include <string_view>

#include \"base/embedded.h\"

namespace ${NAMESPACE} {

std::span<const EmbeddedFile> ${FUNCTION}() {
    using namespace std::string_view_literals;  // whose length the compiler knows: counting takes too many steps
    static constexpr EmbeddedFile kFiles[] = {
${rows}    };
    return kFiles;
}

}  // namespace ${NAMESPACE}
")
