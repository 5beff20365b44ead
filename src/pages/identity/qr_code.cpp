#include "pages/identity/qr_code.h"

#include <memory>
#include <string>

#include <qrencode.h>

#include "base/error.h"

namespace callboard::pages {

Html qr_code(const Secret& content) {
    constexpr int kSmallestVersion = 0;
    constexpr int kCaseSensitive = 1;
    constexpr int kMargin = 4;  // modules, as the standard wants
    const std::unique_ptr<QRcode, decltype(&QRcode_free)> code{
        QRcode_encodeString(std::string{content.reveal()}.c_str(), kSmallestVersion, QR_ECLEVEL_M, QR_MODE_8,
                            kCaseSensitive),
        QRcode_free};
    if (!code) throw internal("a QR code cannot be made");
    const std::string side = std::to_string(code->width + 2 * kMargin);
    std::string path;
    for (int y = 0; y < code->width; ++y)
        for (int x = 0; x < code->width; ++x)
            if (code->data[y * code->width + x] & 1)
                path += "M" + std::to_string(x + kMargin) + " " + std::to_string(y + kMargin) + "h1v1h-1z";
    return {"<svg class=\"qr\" viewBox=\"0 0 " + side + " " + side +
            "\" role=\"img\" aria-label=\"QR code\"><rect width=\"100%\" height=\"100%\" "
            "fill=\"#fff\"/><path d=\"" +
            path + "\" fill=\"#000\"/></svg>"};
}

}  // namespace callboard::pages
