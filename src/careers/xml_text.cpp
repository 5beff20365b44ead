#include "careers/xml_text.h"

namespace callboard::careers {

// U+FFFE and U+FFFF are the only other characters that XML 1.0 forbids.
std::string escaped_xml(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        switch (c) {
            case '&': out += "&amp;"; break;
            case '<': out += "&lt;"; break;
            case '>': out += "&gt;"; break;
            case '"': out += "&quot;"; break;
            case '\'': out += "&#39;"; break;
            case '\t':
            case '\n':
            case '\r': out += c; break;
            default:
                if (static_cast<unsigned char>(c) < ' ') {
                    out += ' ';
                } else if (text.substr(i).starts_with("\xEF\xBF\xBE") ||
                           text.substr(i).starts_with("\xEF\xBF\xBF")) {
                    out += ' ';
                    i += 2;
                } else {
                    out += c;
                }
        }
    }
    return out;
}

}  // namespace callboard::careers
