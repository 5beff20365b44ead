#include "base/local_socket.h"

#include <algorithm>
#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

namespace callboard {
namespace {

constexpr int kMostWaiting = 16;  // connections that were not accepted yet

FileDescriptor checked(int result, const std::string& what) {
    if (result < 0) throw std::system_error(errno, std::generic_category(), what);
    return FileDescriptor{result};
}

FileDescriptor open_folder(const std::filesystem::path& folder) {
    return checked(::open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC), folder.string());
}

// Through the open folder, whose path may have any length.
sockaddr_un address_in(const FileDescriptor& folder, const std::string& name) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string path = "/proc/self/fd/" + std::to_string(folder.number()) + "/" + name;
    if (path.size() >= sizeof address.sun_path)
        throw std::system_error(ENAMETOOLONG, std::generic_category(), name);
    std::ranges::copy(path, address.sun_path);
    return address;
}

FileDescriptor new_socket(int flags) {
    return checked(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | flags, 0), "socket");
}

void remove_socket(const FileDescriptor& folder, const std::string& name) {
    struct stat found{};
    if (::fstatat(folder.number(), name.c_str(), &found, AT_SYMLINK_NOFOLLOW) == 0 && S_ISSOCK(found.st_mode))
        ::unlinkat(folder.number(), name.c_str(), 0);
}

}  // namespace

FileDescriptor listen_in(const std::filesystem::path& folder, const std::string& name) {
    const FileDescriptor place = open_folder(folder);
    const sockaddr_un address = address_in(place, name);
    remove_socket(place, name);
    FileDescriptor socket = new_socket(SOCK_NONBLOCK);
    // Nobody can connect before listen(), so the mode is in place in time.
    const bool listens =
        ::bind(socket.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 &&
        ::fchmodat(place.number(), name.c_str(), S_IRUSR | S_IWUSR, 0) == 0 &&
        ::listen(socket.number(), kMostWaiting) == 0;
    if (!listens) throw std::system_error(errno, std::generic_category(), (folder / name).string());
    return socket;
}

FileDescriptor connect_in(const std::filesystem::path& folder, const std::string& name) {
    const FileDescriptor place = open_folder(folder);
    const sockaddr_un address = address_in(place, name);
    FileDescriptor socket = new_socket(0);
    if (::connect(socket.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
        throw std::system_error(errno, std::generic_category(), (folder / name).string());
    return socket;
}

}  // namespace callboard
