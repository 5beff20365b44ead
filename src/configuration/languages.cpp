#include <array>
#include <span>

#include "configuration/dictionary_data.h"

namespace callboard::configuration::data {
namespace {

// The codes are those that clients of this API know: Hebrew is "iw", and European Portuguese is "pt",
// never "pt-PT". Thai is a language that users can have and that ads can be filtered by, but it is not among
// those that an ad can be written in, so it is not here.
constexpr std::array kList{
    Language{"af", "Afrikaans", "Afrikaans"},
    Language{"am", "Amharic", "አማርኛ"},
    Language{"ar", "Arabic", "العربية"},
    Language{"az", "Azerbaijani", "Azərbaycan dili"},
    Language{"bg", "Bulgarian", "Български"},
    Language{"bn", "Bengali", "বাংলা"},
    Language{"ca", "Catalan", "Català"},
    Language{"cs", "Czech", "Čeština"},
    Language{"cy", "Welsh", "Cymraeg"},
    Language{"da", "Danish", "Dansk"},
    Language{"de", "German", "Deutsch"},
    Language{"el", "Greek", "Ελληνικά"},
    Language{"en", "English", "English"},
    Language{"en-GB", "English (United Kingdom)", "English (United Kingdom)"},
    Language{"es", "Spanish", "Español"},
    Language{"es-MX", "Spanish (Mexico)", "Español (México)"},
    Language{"et", "Estonian", "Eesti"},
    Language{"eu", "Basque", "Euskara"},
    Language{"fa", "Persian", "فارسی"},
    Language{"fi", "Finnish", "Suomi"},
    Language{"fil", "Filipino", "Filipino"},
    Language{"fr", "French", "Français"},
    Language{"fr-CA", "French (Canada)", "Français (Canada)"},
    Language{"ga", "Irish", "Gaeilge"},
    Language{"gl", "Galician", "Galego"},
    Language{"gu", "Gujarati", "ગુજરાતી"},
    Language{"hi", "Hindi", "हिन्दी"},
    Language{"hr", "Croatian", "Hrvatski"},
    Language{"hu", "Hungarian", "Magyar"},
    Language{"hy", "Armenian", "Հայերեն"},
    Language{"id", "Indonesian", "Bahasa Indonesia"},
    Language{"is", "Icelandic", "Íslenska"},
    Language{"it", "Italian", "Italiano"},
    Language{"iw", "Hebrew", "עברית"},
    Language{"ja", "Japanese", "日本語"},
    Language{"ka", "Georgian", "ქართული"},
    Language{"km", "Khmer", "ខ្មែរ"},
    Language{"kn", "Kannada", "ಕನ್ನಡ"},
    Language{"ko", "Korean", "한국어"},
    Language{"lo", "Lao", "ລາວ"},
    Language{"lt", "Lithuanian", "Lietuvių"},
    Language{"lv", "Latvian", "Latviešu"},
    Language{"ml", "Malayalam", "മലയാളം"},
    Language{"mn", "Mongolian", "Монгол"},
    Language{"mr", "Marathi", "मराठी"},
    Language{"ms", "Malay", "Bahasa Melayu"},
    Language{"ne", "Nepali", "नेपाली"},
    Language{"nl", "Dutch", "Nederlands"},
    Language{"no", "Norwegian", "Norsk"},
    Language{"pl", "Polish", "Polski"},
    Language{"pt", "Portuguese", "Português"},
    Language{"pt-BR", "Portuguese (Brazil)", "Português (Brasil)"},
    Language{"ro", "Romanian", "Română"},
    Language{"ru", "Russian", "Русский"},
    Language{"si", "Sinhala", "සිංහල"},
    Language{"sk", "Slovak", "Slovenčina"},
    Language{"sl", "Slovenian", "Slovenščina"},
    Language{"sr", "Serbian", "Српски"},
    Language{"sv", "Swedish", "Svenska"},
    Language{"sw", "Swahili", "Kiswahili"},
    Language{"ta", "Tamil", "தமிழ்"},
    Language{"te", "Telugu", "తెలుగు"},
    Language{"tr", "Turkish", "Türkçe"},
    Language{"uk", "Ukrainian", "Українська"},
    Language{"ur", "Urdu", "اردو"},
    Language{"vi", "Vietnamese", "Tiếng Việt"},
    Language{"zh-CN", "Chinese (Simplified)", "简体中文"},
    Language{"zh-TW", "Chinese (Traditional)", "繁體中文"},
    Language{"zu", "Zulu", "isiZulu"},
};
static_assert(is_ordered<Language>(kList, &Language::code));

}  // namespace

constinit const std::span<const Language> kLanguages = kList;

}  // namespace callboard::configuration::data
